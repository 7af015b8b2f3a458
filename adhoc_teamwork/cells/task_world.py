# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode of a task: how a seed begins it, what each robot sees, and whether it is done."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.at_work import CellAtWork
from adhoc_teamwork.cells.cell_file import Cell, Place
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import CellTask, Condition, Draw, Goal
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy

WAIT = 2.0
"""Seconds after the last release at which success is judged."""
AT_REST = 0.02
"""Metres per second, below which a thing lies still."""
_MOST_DRAWS = 1000


@dataclass(frozen=True, eq=False)
class Start:
    """Hold what a seed decided.

    Attributes:
        things: Poses of things and ropes, (4, 4).
        goal: What is to be reached.
    """

    things: Mapping[str, Floats]
    goal: Goal


@dataclass(frozen=True, eq=False)
class Observation:
    """Hold what one robot sees.

    Attributes:
        hands: Where hands are, (3,), metres; its own always.
        holds: What its hand holds, by the feel of it.
        things: Poses of the things that it sees, (4, 4).
        ropes: Both ends, (2, 3), of the ropes that it sees.
        doors: Angles of the doors that it sees, radians.
    """

    hands: Mapping[str, Floats]
    holds: frozenset[str]
    things: Mapping[str, Floats]
    ropes: Mapping[str, Floats]
    doors: Mapping[str, float]


def begin(
    task: CellTask, world: CellWorld, seed: int, moved: Mapping[str, Floats] | None = None
) -> Start:
    """Put a cell to the beginning that belongs to a seed.

    Args:
        task: What is to be done.
        world: Its cell.
        seed: Of all that is drawn.
        moved: Poses, (4, 4), of things that are to begin elsewhere than the seed has them.

    Raises:
        ValueError: The task's draws leave no place for a thing.
    """
    drawn = draw_start(task, seed)
    start = Start({**drawn.things, **(moved or {})}, drawn.goal)
    holding = {name: agent.holds for name, agent in task.agents.items() if agent.holds}
    world.reset(start.things, holding)
    return start


def draw_start(task: CellTask, seed: int) -> Start:
    """Return what a seed decides.

    Raises:
        ValueError: The task's draws leave no place for a thing.
    """
    random = np.random.default_rng(seed)
    goal = task.goals[int(random.integers(len(task.goals)))]
    things: dict[str, Floats] = {}
    for draw in task.draws:
        things.update(_drawn(task.cell, draw, random))
    return Start(things, goal)


def observe(task: CellTask, state: CellState, robot: str) -> Observation:
    """Return what one robot sees of a state; nothing of what it does not see."""
    agent, cell = task.agents[robot], task.cell
    regions = [cell.places[name] for name in agent.sees if name in cell.places]

    def seen(name: str, points: Floats) -> bool:
        return name in agent.sees or any(_within(one, point) for one in regions for point in points)

    things = {name: at for name, at in state.things.items() if seen(name, at[None, :3, 3])}
    ends = {name: points[[0, -1]] for name, points in state.ropes.items()}
    hands = {name: tip[:3, 3] for name, tip in state.tips.items()}
    return Observation(
        hands={name: at for name, at in hands.items() if agent.sees_hands or name == robot},
        holds=state.held[robot],
        things=things,
        ropes={name: points for name, points in ends.items() if seen(name, points)},
        doors={name: angle for name, angle in state.doors.items() if name in things},
    )


def judge(task: CellTask, goal: Goal, world: CellAtWork) -> list[str]:
    """Wait for `WAIT` seconds and return what is not as it has to be; empty on success."""
    world.step(WAIT)
    return list(filter(None, unmet(task, goal, world.observe())))


def unmet(task: CellTask, goal: Goal, state: CellState) -> list[str]:
    """Return of each condition what is not as it has to be; an empty text where it is met.

    A thing that still moves, or that a robot touches, is nowhere yet.
    """
    return [_unmet(task.cell, one, state) for one in goal.success]


def _drawn(cell: Cell, draw: Draw, random: np.random.Generator) -> dict[str, Floats]:
    places = _shuffled(draw, random)
    made: dict[str, Floats] = {}
    for name in draw.things:
        at, turn = _filed(cell, name)
        if name in places:
            at = np.array(cell.places[places[name]].at)
        shift = random.uniform(-1.0, 1.0, 2) * draw.jitter
        yaw = float(random.uniform(-1.0, 1.0)) * draw.turn
        moved = at + np.array([shift[0], shift[1], 0.0])
        made[name] = pose(moved, rotation_rpy(0.0, 0.0, yaw) @ turn)
    return made


def _shuffled(draw: Draw, random: np.random.Generator) -> dict[str, str]:
    if not draw.places:
        return {}
    barred = draw.not_on or {}
    for _ in range(_MOST_DRAWS):
        order = random.permutation(len(draw.places))[: len(draw.things)]
        chosen = {n: draw.places[int(i)] for n, i in zip(draw.things, order, strict=True)}
        if all(chosen[name] != place for name, place in barred.items()):
            return chosen
    raise ValueError(f"no draw keeps {', '.join(barred)} off where they do not begin")


def _filed(cell: Cell, name: str) -> tuple[Floats, Floats]:
    """Return where a cell's file has a thing or a rope: place, (3,), and turn, (3, 3)."""
    if name in cell.things:
        thing = cell.things[name]
        return np.array(thing.at), rotation_rpy(*thing.rpy)
    rope = cell.ropes[name]
    x, y, z = np.subtract(rope.end, rope.begin)
    level = float(np.hypot(x, y))
    return np.array(rope.begin), rotation_rpy(
        0.0, float(-np.arctan2(z, level)), float(np.arctan2(y, x))
    )


def _within(place: Place, point: Floats) -> bool:
    return bool((np.abs(point - place.at) <= np.array(place.size) / 2.0).all())


def _unmet(cell: Cell, condition: Condition, state: CellState) -> str:
    """Return what is not as a condition wants it, or an empty text."""
    if condition.ends is not None:
        return _ends_off(cell, condition.ends, condition.within, state)
    if condition.stack is not None:
        pairs = zip(condition.stack, condition.stack[1:], strict=False)
        lines = [_off_stack(cell, low, high, condition.within, state) for low, high in pairs]
        return next(filter(None, lines), "")
    pair = condition.at or condition.inside
    assert pair is not None
    thing, place = pair
    if line := _not_released(thing, state):
        return line
    at = state.things[thing][:3, 3]
    if condition.inside is not None:
        return "" if _within(cell.places[place], at) else f"{thing} is not in {place}"
    away = float(np.linalg.norm(at[:2] - np.array(cell.places[place].at[:2])))
    return "" if away <= condition.within else f"{thing} is {away:.2f} m from {place}"


def _off_stack(cell: Cell, low: str, high: str, within: float, state: CellState) -> str:
    if line := _not_released(high, state):
        return line
    # Where they stand: what lies on its back has its origin above.
    below, above = (cell.things[name].foot(state.things[name]) for name in (low, high))
    pair = (min(low, high), max(low, high))
    if pair not in state.touching or above[2] <= below[2]:
        return f"{high} does not lie on {low}"
    away = float(np.linalg.norm(above[:2] - below[:2]))
    return "" if away <= within else f"{high} lies {away:.2f} m beside {low}"


def _ends_off(cell: Cell, ends: tuple[str, str, str], within: float, state: CellState) -> str:
    rope, *places = ends
    if line := _not_released(rope, state):
        return line
    points = state.ropes[rope][[0, -1]]
    goals = np.array([cell.places[place].at for place in places])
    off = min(
        float(np.linalg.norm(points - wanted, axis=1).max()) for wanted in (goals, goals[::-1])
    )
    return "" if off <= within else f"an end of {rope} is {off:.2f} m off"


def _not_released(name: str, state: CellState) -> str:
    pairs = [pair for pair in state.touching if name in pair]
    robots = [one for pair in pairs for one in pair if one in state.arms]
    if robots:
        return f"{name} is still touched by {robots[0]}"
    if state.speeds.get(name, 0.0) > AT_REST:
        return f"{name} still moves"
    return ""
