# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files are written whole, or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings.files import is_file, write_whole


def _broken_off() -> Iterator[bytes]:
    yield b"half"
    raise OSError(28, "No space left on device")


def test_a_write_that_breaks_off_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    write_whole(path, [b"old ", b"content"])
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, _broken_off())
    assert path.read_bytes() == b"old content"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "file", [b"x"])


def test_a_name_that_no_file_can_have_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    assert is_file(file)
    assert not is_file(tmp_path)
    assert not is_file(tmp_path / ("x" * 5000))
