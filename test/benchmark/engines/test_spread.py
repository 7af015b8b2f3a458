# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes that share work end with the one that gave it to them."""

import subprocess
import sys
import time
from pathlib import Path

_PROGRAM = """
import time
from adhoc_teamwork.benchmark.engines.spread import spread
if __name__ == "__main__":
    list(spread(time.sleep, [0.0, 0.0, 0.1, 60.0, 60.0], 2, "slept"))
"""
LIMIT = 30.0


def test_a_killed_parent_leaves_no_process(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM)
    parent = subprocess.Popen([sys.executable, str(program)])
    try:
        own = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        until = time.monotonic() + LIMIT
        # Two that work, and the library's tracker of resources.
        while len(children := own.read_text().split()) < 3 and time.monotonic() < until:
            time.sleep(0.1)
        assert len(children) == 3
        time.sleep(1.0)
    finally:
        parent.kill()
        parent.wait(timeout=5.0)
    until = time.monotonic() + LIMIT
    while (left := [one for one in children if _runs(one)]) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left


def _runs(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
