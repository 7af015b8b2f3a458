# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run left, as values: its task, its events, what its robots did, held and drove."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.bringup.bags.recorded_ways import read_ways
from adhoc_teamwork.bringup.process_control.room_answer import answer_of
from adhoc_teamwork.bringup.run_record.events import Event, read_events
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed, entry_from_json
from adhoc_teamwork.teamwork.recordings.bag_reading import find_bag
from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.settings.files import is_file
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
    says of objects that are still out of place and that nobody could tidy why not.
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


def read_task(run: Path) -> Task:
    """Read what was to be done in a run.

    Raises:
        ConfigError: It is missing or wrong, as where the folder is no run's.
    """
    return load_config(run / "task.json", Task)


def read_facts(run: Path) -> RunFacts:
    """Read a run's folder.

    Raises:
        ConfigError: Its task or its events are missing or wrong.
    """
    task = read_task(run)
    facts = RunFacts(task=task, events=tuple(read_events(run / "events.jsonl")))
    entries = _account(run)
    return replace(
        facts,
        deeds=tuple(entry for entry in entries if isinstance(entry, Deed)),
        beliefs=tuple(entry for entry in entries if isinstance(entry, Belief)),
        ways=_ways(run),
        infeasible=_infeasible(run, task) if facts.statistics().missed else {},
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
    lines = answer_of(ACCOUNT, [str(run)], TIME_LIMIT, str(run)).splitlines()
    return [entry_from_json(line, f"{run}: {ACCOUNT}") for line in lines]


def _infeasible(run: Path, task: Task) -> dict[str, str]:
    """Have the simulation check the task; of a house that is not here, nothing is known."""
    if not is_file(Path(task.house)):
        return {}
    file = str(run / "task.json")
    found = json.loads(answer_of(FEASIBILITY, [file], TIME_LIMIT, file))
    return {str(name): str(why) for name, why in found.items()}
