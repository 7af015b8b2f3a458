# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run left, as values: its task, its events, what its robots did, held and drove."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.bringup.bags.recorded_ways import read_ways
from adhoc_teamwork.bringup.run_record.events import Event, read_events
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed, entry_from_json
from adhoc_teamwork.teamwork.recordings.bag_reading import find_bag
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.task import Task

ACCOUNT = "adhoc_teamwork.adhoc_planner.replay.account"
FEASIBILITY = "adhoc_teamwork.simulation.tasks.feasibility"
TIME_LIMIT = 300.0
"""Seconds that another room may take to say what it knows of a run."""

Way = tuple[tuple[float, float, float], ...]
"""Where a robot was, oldest first: seconds of the ROS clock, x and y in `map`, metres."""


@dataclass(frozen=True)
class RunFacts:
    """Hold what a run left.

    `deeds` and `beliefs` are its robots' by time; `ways` say by robot where it drove; `infeasible`
    says of misplaced objects that nobody could tidy why not.
    """

    task: Task
    events: tuple[Event, ...] = ()
    deeds: tuple[Deed, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    ways: Mapping[str, Way] = field(default_factory=dict)
    infeasible: Mapping[str, str] = field(default_factory=dict)

    def statistics(self) -> RunStatistics:
        """Return its events added up."""
        ledger = RunStatistics(self.task)
        for event in self.events:
            ledger.add(event)
        return ledger


def read_facts(run: Path) -> RunFacts:
    """Read a run's folder.

    Raises:
        ConfigError: Its task or its events are missing or wrong.
    """
    task = load_config(run / "task.json", Task)
    events = tuple(read_events(run / "events.jsonl"))
    entries = _account(run)
    return RunFacts(
        task=task,
        events=events,
        deeds=tuple(entry for entry in entries if isinstance(entry, Deed)),
        beliefs=tuple(entry for entry in entries if isinstance(entry, Belief)),
        ways=_ways(run),
        infeasible=_infeasible(run, task),
    )


class _Ways:
    """Gather where robots were."""

    def __init__(self) -> None:
        self.found: dict[str, list[tuple[float, float, float]]] = {}

    def take_pose(self, robot: str, time: float, x: float, y: float, yaw: float) -> None:
        """Take in where a robot is; which way it faces is left out."""
        del yaw
        self.found.setdefault(robot, []).append((time, x, y))


def _ways(run: Path) -> dict[str, Way]:
    ways = _Ways()
    read_ways(find_bag(run), ways)
    return {robot: tuple(sorted(way)) for robot, way in ways.found.items()}


def _account(run: Path) -> list[Deed | Belief]:
    """Have the planner's room read its journals."""
    lines = _ask(ACCOUNT, str(run)).splitlines()
    return [entry_from_json(line, f"{run}: {ACCOUNT}") for line in lines]


def _infeasible(run: Path, task: Task) -> dict[str, str]:
    """Have the simulation check the task; of a house that is not here, nothing is known."""
    if not Path(task.house).is_file():
        return {}
    found = json.loads(_ask(FEASIBILITY, str(run / "task.json")))
    return {str(name): str(why) for name, why in found.items()}


def _ask(module: str, *words: str) -> str:
    """Return what a module of another room prints.

    Raises:
        ConfigError: It refuses, or takes too long.
    """
    command: Sequence[str] = (sys.executable, "-m", module, *words)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(f"{words[0]}: {module}: not ready after {TIME_LIMIT:g} s") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise ConfigError(said[-1] if said else f"{words[0]}: {module}: ended {done.returncode}")
    return done.stdout
