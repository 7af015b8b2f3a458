# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ended processes left in shared memory, told apart from what others use."""

import fcntl
import os
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.process_control import shared_memory
from adhoc_teamwork.bringup.process_control.shared_memory import leftovers, remove_leftovers


def make(folder: Path, name: str, *more: str, age: float = 60.0) -> Path:
    """Make a segment's or port's files; return its lock file."""
    for made in (name, *more, f"{name}_el"):
        (folder / made).write_bytes(b"x")
        os.utime(folder / made, (folder.stat().st_mtime - age,) * 2)
    return folder / f"{name}_el"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_an_ended_process_left_is_removed_whole(tmp_path: Path) -> None:
    make(tmp_path, "fastrtps_0123456789abcdef")
    make(tmp_path, "fastrtps_port7413", "sem.fastrtps_port7413_mutex")
    assert len(leftovers(tmp_path)) == 2
    assert len(names(tmp_path)) == 5
    assert remove_leftovers(tmp_path) == 2
    assert names(tmp_path) == set()


def test_what_is_held_or_only_just_made_stays(tmp_path: Path) -> None:
    held = make(tmp_path, "fastrtps_0123456789abcdef")
    make(tmp_path, "fastrtps_port7413", age=0.0)
    before = names(tmp_path)
    with held.open() as owner:
        fcntl.flock(owner, fcntl.LOCK_SH)
        assert leftovers(tmp_path) == ()
        assert remove_leftovers(tmp_path) == 0
    assert names(tmp_path) == before


def test_what_is_not_of_fast_dds_stays(tmp_path: Path) -> None:
    precious = make(tmp_path, "precious")
    for name in ("fastrtps_x_el", "fastrtps_port123456_el", "fastrtps_port7411", "psm_0_el"):
        make(tmp_path, name.removesuffix("_el"))
    link = tmp_path / "fastrtps_0123456789abcdef_el"
    link.symlink_to(precious)
    os.mkfifo(tmp_path / "fastrtps_0123456789abcdee_el")
    before = names(tmp_path) - {"fastrtps_port7411", "fastrtps_port7411_el"}
    remove_leftovers(tmp_path)
    assert names(tmp_path) == before


def test_other_users_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "fastrtps_0123456789abcdef")
    monkeypatch.setattr(shared_memory.os, "geteuid", lambda: os.getuid() + 1)
    assert (leftovers(tmp_path), remove_leftovers(tmp_path)) == ((), 0)
    assert remove_leftovers(tmp_path / "none") == 0
