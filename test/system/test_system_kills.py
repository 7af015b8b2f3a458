# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A whole run in a house that nobody drew, in which processes die.

Our generator draws the house as the test begins. Processes that die in the middle of the run are
noticed, reported, started again and survived.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adhoc_teamwork.simulation.generation.house_generator import generate_house

pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]

ROOMS, SEED = 3, 7

VICTIMS = (
    ("finds", "offline_model", "adhoc_teamwork.offline_model.server"),
    ("takes up", "broker", "adhoc_teamwork.comm_bridge.ros.broker.node"),
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


class Run(NamedTuple):
    """Hold how the run ended, and which victims it left alive."""

    told: str
    summary: dict[str, Any]
    spared: list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    tmp_path = tmp_path_factory.mktemp("kills")
    folder, house = tmp_path / "run", tmp_path / "strange.json"
    house.write_text(json.dumps(generate_house(ROOMS, SEED).to_json()))
    command = [sys.executable, "-m", "adhoc_teamwork.bringup", "demo", "--speed", "max"]
    command += ["--house", str(house), "--misplaced", "1", "--seed", "1", "--out", str(folder)]
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
    return Run(told, json.loads((folder / "summary.json").read_text()), waiting)


def test_the_team_works_in_a_house_nobody_drew(run: Run) -> None:
    assert len(run.summary["misplaced"]) == 1
    # Whether the place is tidy is the evaluator's opinion, and the stand-in may have another.
    assert run.summary["robots"]["quadruped"]["puts"] >= 1, run.told
    assert "time limit" not in run.summary["reason"]


def test_broker_planner_and_model_server_may_die(run: Run) -> None:
    assert run.spared == [], run.told
    # What the hand held when the planner died was put down again: nothing is lost.
    quadruped = run.summary["robots"]["quadruped"]
    assert quadruped["puts"] == quadruped["pickups"] >= 1, run.told
    for _, name, _ in VICTIMS:
        assert f"{name} " in run.told
        assert run.summary["restarts"].get(name, 0) >= 1
