# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files are written whole, or not at all."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings.files import is_file, open_to_add, write_whole


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


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="not a regular file"):
            write_whole(path, [b"x"])
    assert pipe.is_fifo()
    assert link.is_symlink()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, [b"x"])


def test_nothing_is_added_through_a_link_or_to_what_is_no_file(tmp_path: Path) -> None:
    mine, link, nothing, pipe = (tmp_path / name for name in ("mine", "link", "nothing", "pipe"))
    mine.write_text("my only copy")
    link.symlink_to(mine)
    nothing.symlink_to(tmp_path / "not there")
    os.mkfifo(pipe)
    for path, why in ((link, "a link"), (nothing, "a link"), (pipe, "not a regular file")):
        with pytest.raises(OSError, match=why):
            open_to_add(path)
    assert mine.read_text() == "my only copy"
    assert not (tmp_path / "not there").exists()
    os.close(open_to_add(mine))


def test_a_name_that_no_file_can_have_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    assert is_file(file)
    assert not is_file(tmp_path)
    assert not is_file(tmp_path / ("x" * 5000))
