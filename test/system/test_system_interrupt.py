# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ctrl-C in the middle of a run: every process ends, and what the run leaves can be read."""

import json
import os
import signal
import subprocess
import sys
import threading
import uuid
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.timeout(240)]

INTERRUPTED = 130
LIMITS = {signal.SIGINT: 5.0, signal.SIGTERM: 10.0}
"""Seconds within which a run ends: what is promised, and for SIGTERM twice that."""


def processes_of(mark: str) -> list[str]:
    """Return the command lines of processes that have `mark` in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                words = (path.parent / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append(words.decode(errors="replace"))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_ends_soon_and_leaves_a_readable_folder(
    number: signal.Signals, tmp_path: Path
) -> None:
    folder, mark = tmp_path / "run", f"ADHOC_TEST_RUN={uuid.uuid4()}"
    env = {**os.environ, **dict([mark.split("=")])}
    command = [sys.executable, "-m", "adhoc_teamwork.bringup", "demo", "--out", str(folder)]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as demo:
        watchdog = threading.Timer(180.0, demo.kill)
        watchdog.start()
        assert demo.stdout is not None
        # Real time waits for nobody: on a busy machine another robot may work before it joins.
        told = next((line for line in demo.stdout if "quadruped  takes up" in line), "")
        assert told, "the run ended before the quadruped did anything"
        assert len(processes_of(mark)) >= 9
        demo.send_signal(number)
        rest, _ = demo.communicate(timeout=LIMITS[number])
        watchdog.cancel()
    assert demo.returncode == INTERRUPTED, rest
    assert processes_of(mark) == []
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["task_success"] is False
    assert "interrupted" in summary["reason"]
    assert summary["robots"]["quadruped"]["joined_at"] is not None
    for name in ("events.jsonl", "llm_calls.jsonl"):
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            json.loads(line)
    assert str(folder) in rest
