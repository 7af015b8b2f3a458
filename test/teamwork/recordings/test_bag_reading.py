# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the bag of a run is found."""

import errno
import os
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.recordings.bag_reading import BAG, LEFT_OVER, METADATA, find_bag
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_a_bag_is_that_of_a_run_or_the_folder_itself(tmp_path: Path) -> None:
    for name, file in ((BAG, "bag_0.mcap"), (LEFT_OVER, METADATA)):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).touch()
        assert find_bag(tmp_path) == tmp_path / name
        assert find_bag(tmp_path / name) == tmp_path / name


def test_a_bag_that_nobody_may_look_into_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recorded in a container it may be root's; tests may be run by root, who looks anywhere."""

    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.parent.name == BAG:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, follow_symlinks=follow_symlinks)

    (tmp_path / BAG).mkdir()
    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(ConfigError, match=f"{BAG}: Permission denied; expected a run's recording"):
        find_bag(tmp_path)
