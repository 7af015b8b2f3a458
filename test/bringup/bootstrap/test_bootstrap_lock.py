# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.bootstrap.lock import change, holders, set_up_lock, use
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError

USE = (
    "import sys; from adhoc_teamwork.bringup.bootstrap.lock import use;"
    "use(sys.argv[1]); print(); input()"
)
BECOME = (
    "import os, sys; from adhoc_teamwork.bringup.bootstrap.lock import use; use(sys.argv[1]);"
    "os.execv(sys.executable, [sys.executable, '-c', 'print(); input()'])"
)


def start(program: str, folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that holds the folder, and return once it does."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"\n"
    return process


def test_a_second_holder_is_refused_after_its_wait(tmp_path: Path) -> None:
    path = tmp_path / "state" / "lock"
    with set_up_lock(path):
        begin = time.monotonic()
        with pytest.raises(SetUpError, match="another set-up") as refusal, set_up_lock(path, 0.3):
            pytest.fail("two set-ups at once")
        assert refusal.value.exit_code == 2
        assert 0.3 <= time.monotonic() - begin < 5.0
    with set_up_lock(path, wait=0.0):
        pass


def test_a_child_that_outlives_its_parent_keeps_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with set_up_lock(path) as descriptor:
        child = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(descriptor,)
        )
    try:
        with pytest.raises(SetUpError), set_up_lock(path, wait=0.2):
            pytest.fail("an orphan is still writing")
    finally:
        child.communicate(b"\n", timeout=10)
    with set_up_lock(path, wait=5.0):
        pass


@pytest.mark.parametrize("program", [USE, BECOME])
def test_who_uses_an_environment_is_named_and_outlived_by_no_lock(
    tmp_path: Path, program: str
) -> None:
    user = start(program, tmp_path)
    try:
        assert list(holders(tmp_path)) == [user.pid]
        in_use = pytest.raises(SetUpError, match=f"but process {user.pid}: ")
        with in_use as refusal, change(tmp_path, wait=0.0):
            pytest.fail("it is in use")
        assert refusal.value.exit_code == 2
        assert "\n" not in str(refusal.value)
    finally:
        user.kill()
        user.communicate(timeout=10)
    with change(tmp_path, wait=0.0):
        assert use(tmp_path) is None


def test_what_a_command_starts_does_not_hold_the_environment(tmp_path: Path) -> None:
    descriptor = use(tmp_path)
    assert descriptor is not None
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    os.close(descriptor)
    try:
        with change(tmp_path, wait=0.0):
            pass
    finally:
        child.communicate(b"\n", timeout=10)


def test_one_who_changes_it_waits_a_moment_for_one_that_ends(tmp_path: Path) -> None:
    descriptor = use(tmp_path)
    assert descriptor is not None
    ending = threading.Timer(0.2, os.close, (descriptor,))
    ending.start()
    with change(tmp_path, wait=10.0):
        pass
    ending.join()
