# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import errno
import fcntl
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock


@pytest.mark.parametrize("by_file", [False, True])
def test_one_run_at_a_time_has_a_folder(tmp_path: Path, by_file: bool) -> None:
    folder = tmp_path / "new" / "results"
    with FolderLock(folder, by_file):
        assert [path.name for path in folder.iterdir()] == [".lock"] * by_file
        with pytest.raises(ConfigError, match="another run is writing there"):
            FolderLock(folder, by_file).take()
    with FolderLock(folder, by_file):
        assert folder.is_dir()


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"file/results: .+; expected a folder to write"):
        FolderLock(tmp_path / "file" / "results").take()


def test_where_a_file_system_has_no_locks_a_run_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr(fcntl, "flock", refused)
    with FolderLock(tmp_path):
        assert "no other run is kept from writing there" in capsys.readouterr().err
