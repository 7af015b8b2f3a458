# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes that die in the middle of a run are noticed, reported, started again and survived."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]

VICTIMS = (
    ("takes up", "broker", "adhoc_teamwork.comm_bridge.ros.broker.node"),
    ("has done", "offline_model", "adhoc_teamwork.offline_model.server"),
    ("grasped", "quadruped.planner", "adhoc_teamwork.adhoc_planner.ros.node"),
)
"""Words in the output after which a process is killed, its name, and its module."""


def descendants(parent: int) -> Iterator[int]:
    """Yield the ids of a process's children, and of theirs."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            yield int(path.parent.name)
            yield from descendants(int(path.parent.name))


def find(parent: int, name: str, module: str) -> int:
    """Return the id of the process that runs `module`, in the namespace that `name` starts with."""
    robot = name.partition(".")[0] if "." in name else ""
    for child in descendants(parent):
        words = Path(f"/proc/{child}/cmdline").read_text()
        if module in words and (not robot or f"/{robot}" in words):
            return child
    raise AssertionError(f"no process of {parent} runs {name}")


def test_broker_planner_and_model_server_may_die(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [
        sys.executable,
        "-m",
        "adhoc_teamwork.bringup",
        "demo",
        "--speed",
        "max",
        "--out",
        str(folder),
    ]
    waiting, told = list(VICTIMS), ""
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as demo:
        watchdog = threading.Timer(420.0, demo.kill)
        watchdog.start()
        assert demo.stdout is not None
        for line in demo.stdout:
            told += line
            if waiting and waiting[0][0] in line:
                _, name, module = waiting.pop(0)
                os.kill(find(demo.pid, name, module), signal.SIGKILL)
        watchdog.cancel()
        assert demo.wait(timeout=30) in (0, 1), told
    summary = json.loads((folder / "summary.json").read_text())
    assert waiting == []
    assert "time limit" not in summary["reason"], told
    # What the hand held when the planner died was put down again: nothing is lost.
    quadruped = summary["robots"]["quadruped"]
    assert quadruped["puts"] == quadruped["pickups"] >= 1, told
    for _, name, _ in VICTIMS:
        assert f"{name} " in told
        assert summary["restarts"].get(name, 0) >= 1
