# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies on, in and beside what, and who holds what: a state of a cell in words' terms."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import CellTask
from adhoc_teamwork.cells.task_world import Observation, observe
from adhoc_teamwork.robot_model.arrays import Floats

TABLE = "the table"
OPEN = 1.0
"""Radians from which on a door counts as open."""
_LEVEL, _BESIDE = 0.015, 0.03
"""Metres between a thing's bottom and what it lies on, and past the edge of it."""
_NEAR = 0.05
"""Metres from a place's middle, on the level, at which a thing is on a place without extents."""


@dataclass(frozen=True)
class Relations:
    """Hold a state of a cell.

    Attributes:
        place: What each thing is on or in, by its name.
        containers: Which of these others are in, not on.
        holds: What each robot holds that holds something.
        beside: The thing beside which each robot has brought its tool.
        seen: The names that each robot can speak of, from what it sees.
        open: The doors that stand open.
    """

    place: Mapping[str, str]
    containers: frozenset[str]
    holds: Mapping[str, str]
    beside: Mapping[str, str]
    seen: Mapping[str, frozenset[str]]
    open: frozenset[str] = frozenset()

    def on(self, name: str) -> list[str]:
        """Return what lies on a thing or place."""
        return [one for one, where in self.place.items() if where == name]

    def inside(self, name: str) -> list[str]:
        """Return what is in a container."""
        return self.on(name)


def relations(script: Script, state: CellState) -> Relations:
    """Return the relations of a whole state."""
    task = script.task
    holds = {name: held.name for name, held in script.hands.carried.items()}
    everything = Observation({}, frozenset(), state.things, _ends(state), state.doors)
    seen = {
        robot: frozenset(names_seen(task, observe(task, state, robot))) for robot in task.agents
    }
    return Relations(
        place_of_all(task, everything, frozenset(holds.values())),
        frozenset(task.containers),
        holds,
        dict(script.beside),
        seen,
        frozenset(name for name, angle in state.doors.items() if angle > OPEN),
    )


def place_of_all(task: CellTask, seen: Observation, held: frozenset[str]) -> dict[str, str]:
    """Return what each thing that is seen is on or in, of those that can be named."""
    named = {name for names in task.names.values() for name in names}
    found: dict[str, str] = {}
    for name in sorted(named & set(seen.things)):
        thing = task.cell.things[name]
        if not thing.fixed and thing.hinge is None and name not in held:
            found[name] = _where(task, name, seen, named)
    for rope, ends in seen.ropes.items():
        for number, end in enumerate(("front", "back")):
            if f"{rope}_{end}" in named and f"{rope}_{end}" not in held:
                found[f"{rope}_{end}"] = _place(task, ends[number], named) or TABLE
    return found


def names_seen(task: CellTask, seen: Observation) -> set[str]:
    """Return the names that a robot can speak of: places always, things that it sees."""
    ends = {f"{rope}_{end}" for rope in seen.ropes for end in ("front", "back")}
    return {*task.cell.places, *seen.things, *ends, *seen.holds}


def _ends(state: CellState) -> dict[str, Floats]:
    return {name: points[[0, -1]] for name, points in state.ropes.items()}


def _where(task: CellTask, name: str, seen: Observation, named: set[str]) -> str:
    """Return what a thing is on or in."""
    at = task.cell.things[name].foot(seen.things[name])
    for container in task.containers:
        if container in seen.things and _inside(task, container, seen.things[container], at):
            place = _place(task, at, named)
            return place or container
    if place := _place(task, at, named):
        return place
    # What is flat lies near the tops of several: on the nearest of them.
    below = {
        other: gap
        for other in sorted(named & set(seen.things) - {name})
        if (gap := _above(task, other, seen.things[other], at)) <= _LEVEL
    }
    return min(below, key=lambda other: below[other], default=TABLE)


def _place(task: CellTask, at: Floats, named: set[str]) -> str:
    for place in sorted(named & set(task.cell.places)):
        spot = task.cell.places[place]
        off = np.abs(at - spot.at)
        if (off <= np.maximum(np.array(spot.size) / 2.0, (_NEAR, _NEAR, _NEAR))).all():
            return place
    return ""


def _inside(task: CellTask, name: str, frame: Floats, at: Floats) -> bool:
    """Tell whether a point is within the box about a thing."""
    low, high, point = _seen_from(task, name, frame, at)
    return bool((point >= low - 1e-3).all() and (point <= high + 1e-3).all())


def _above(task: CellTask, name: str, frame: Floats, at: Floats) -> float:
    """Return how far a point is from the level of a thing's top, infinite where it is beside."""
    low, high, point = _seen_from(task, name, frame, at)
    is_over = (np.abs(point[:2]) <= np.maximum(high[:2], -low[:2]) + _BESIDE).all()
    # On its back its top is what was its bottom.
    top = high[2] if frame[2, 2] > 0.0 else low[2]
    return abs(float(point[2] - top)) if is_over else math.inf


def _seen_from(
    task: CellTask, name: str, frame: Floats, at: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the corners of the box about a thing and a point, (3,) each, in its frame."""
    bounds = [part.bounds for part in task.cell.things[name].parts]
    low = np.min([one for one, _ in bounds], axis=0)
    high = np.max([one for _, one in bounds], axis=0)
    return low, high, np.asarray((np.linalg.inv(frame) @ np.append(at, 1.0))[:3])
