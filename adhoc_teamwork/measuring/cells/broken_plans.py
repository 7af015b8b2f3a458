# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans that are broken in one way each, and the check that has to refuse them.

Each is made from a cell's beginning and from what the task's file says alone: no check is asked, so
that what is wrong is so whatever the checks say.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.cell_file import Triple
from adhoc_teamwork.cells.simple_teams import plan_text
from adhoc_teamwork.cells.task_file import CellTask
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.skills.arms.failure import Step

_PANELS = 0.36
"""Metres from panel to panel of `sort_cubes`."""
_WAITS = "WAIT"


@dataclass(frozen=True, eq=False)
class Broken:
    """Hold a plan that cannot be carried out.

    Attributes:
        kind: In which way.
        refused_by: The check that has to refuse it.
        task: The task's name; the cell is as its seed begins it.
        seed: Of the beginning.
        text: The plan.
        moved: Things that lie elsewhere than the seed has them, (4, 4).
    """

    kind: str
    refused_by: Step
    task: str
    seed: int
    text: str
    moved: Mapping[str, Floats]


def broken_plan(kind: str, number: int, tasks: Callable[[str], CellTask], hand: Floats) -> Broken:
    """Return the plan of a number of one kind of `KINDS`.

    Args:
        kind: Which.
        number: Everything that is drawn depends on it.
        tasks: Return the task of a name.
        hand: Where the first robot's hand of `pack_grocery` begins, (3,).
    """
    refused_by, make = KINDS[kind]
    random = np.random.default_rng([list(KINDS).index(kind), number])
    text, task, moved = make(random, tasks, hand)
    return Broken(kind, refused_by, task, number + 1, text, moved)


_Made = tuple[str, str, dict[str, Floats]]
_Maker = Callable[[np.random.Generator, Callable[[str], CellTask], Floats], _Made]


def _sorting(random: np.random.Generator, task: CellTask) -> dict[str, str]:
    """Return an action of each robot that sorts cubes: each another cube, to a near panel."""
    cubes = [task.names["object"][int(one)] for one in random.permutation(3)]
    panels = (1, 4, 7)
    return {
        robot: f"PICK {cube} PLACE panel{panel}"
        for robot, cube, panel in zip(task.agents, cubes, panels, strict=True)
    }


def _torn(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    del hand
    text = plan_text(_sorting(random, tasks("sort_cubes")))
    ways = (
        text.replace("EXECUTE\n", "", 1),
        text.replace("ACTION", "ACT", 1),
        text.replace("NAME Alice", "NAME Zoe", 1),
        f"{text}\nNAME Bob ACTION WAIT",
        text + " PATH [(0.1, 0.2)]",
    )
    return ways[int(random.integers(len(ways)))], "sort_cubes", {}


def _forgotten(
    random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats
) -> _Made:
    del hand
    actions = _sorting(random, tasks("sort_cubes"))
    del actions[list(actions)[int(random.integers(3))]]
    return plan_text(actions), "sort_cubes", {}


def _invented(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    del hand
    actions = _sorting(random, tasks("sort_cubes"))
    robot = list(actions)[int(random.integers(3))]
    words = actions[robot].split()
    words[int(random.choice([1, 3]))] = str(random.choice(["cube9", "panel0", "the_moon"]))
    return plan_text(actions | {robot: " ".join(words)}), "sort_cubes", {}


def _anothers(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    del hand
    cube = str(random.choice(tasks("sweep_floor").names["cube"]))
    wrong = (
        {"Alice": f"SWEEP {cube}", "Bob": _WAITS},
        {"Alice": _WAITS, "Bob": "DUMP"},
        {"Alice": f"PICK {cube}", "Bob": _WAITS},
        # Nobody has moved to it, and nothing is in the dustpan.
        {"Alice": _WAITS, "Bob": f"SWEEP {cube}"},
        {"Alice": "DUMP", "Bob": _WAITS},
    )
    return plan_text(wrong[int(random.integers(len(wrong)))]), "sweep_floor", {}


def _shared(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    del hand
    actions = _sorting(random, tasks("sort_cubes"))
    one, other = (list(actions)[int(i)] for i in random.permutation(3)[:2])
    words = [actions[one].split(), actions[other].split()]
    place = int(random.choice([1, 3]))
    words[0][place] = words[1][place]
    return plan_text(actions | {one: " ".join(words[0])}), "sort_cubes", {}


def _far(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    """A cube lies, or is to be put, three panels or more from the robot's own."""
    del hand
    task = tasks("sort_cubes")
    robot, far = (("Alice", (5, 6, 7)), ("Chad", (1, 2, 3)))[int(random.integers(2))]
    panel = int(random.choice(far))
    cube = str(random.choice(task.names["object"]))
    others = [name for name in task.names["object"] if name != cube]
    near = 2 if robot == "Alice" else 6
    free = [one for one in range(1, 8) if one not in (panel, near)]
    moved = {
        name: _on(task, f"panel{int(place)}")
        for name, place in zip(others, random.choice(free, 2, replace=False), strict=True)
    }
    if random.integers(2):
        begin, end = panel, near
    else:
        begin, end = near, panel
    moved[cube] = _on(task, f"panel{begin}")
    actions = dict.fromkeys(task.agents, _WAITS) | {robot: f"PICK {cube} PLACE panel{end}"}
    return plan_text(actions), "sort_cubes", moved


def _colliding(
    random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats
) -> _Made:
    """Two hands are to take two cubes that lie nearer to one another than hands are wide."""
    del hand
    task = tasks("sort_cubes")
    left, right, middle, ends = (("Alice", "Bob", 3, (2, 4)), ("Chad", "Bob", 5, (6, 4)))[
        int(random.integers(2))
    ]
    one, other, third = (task.names["object"][int(i)] for i in random.permutation(3))
    x = (middle - 4) * _PANELS
    half = float(random.uniform(0.033, 0.037)) * (1.0 if left == "Chad" else -1.0)
    moved = {
        one: _spot((x + half, float(random.uniform(-0.02, 0.02)), 0.7)),
        other: _spot((x - half, float(random.uniform(-0.02, 0.02)), 0.7)),
        third: _on(task, f"panel{8 - middle}"),
    }
    actions = dict.fromkeys(task.agents, _WAITS) | {
        left: f"PICK {one} PLACE panel{ends[0]}",
        right: f"PICK {other} PLACE panel{ends[1]}",
    }
    return plan_text(actions), "sort_cubes", moved


def _no_path(random: np.random.Generator, tasks: Callable[[str], CellTask], hand: Floats) -> _Made:
    """A path with a point far off, within the table, or a step much longer than the others."""
    task = tasks("pack_grocery")
    robot = next(iter(task.agents))
    thing = task.names["object"][int(random.integers(len(task.names["object"])))]
    high = hand + np.array([0.0, 0.0, 0.05])
    points = np.linspace(hand, high, 6)[1:-1]
    kind = int(random.integers(3))
    where = int(random.integers(1, 3))
    if kind == 0:
        points[where] = (random.uniform(2.0, 3.0), random.uniform(-1.0, 1.0), 1.0)
    elif kind == 1:
        points[:, :2] = np.linspace(hand[:2], hand[:2] + random.uniform(-0.05, 0.05, 2), 4)
        points[:, 2] = random.uniform(0.3, 0.6)
    else:
        points[where, 2] += random.uniform(0.2, 0.25)
    path = ", ".join("({:.3f}, {:.3f}, {:.3f})".format(*point) for point in points)
    actions = dict.fromkeys(task.agents, _WAITS) | {robot: f"PICK {thing} PATH [{path}]"}
    return plan_text(actions), "pack_grocery", _near(task, robot, thing)


def _near(task: CellTask, robot: str, thing: str) -> dict[str, Floats]:
    """Return where things begin when one of them is to be the nearest to a robot."""
    (draw,) = task.draws
    base = task.cell.robots[robot].at
    stands = sorted(draw.places, key=lambda one: math.dist(task.cell.places[one].at, base))
    things = [thing, *(one for one in draw.things if one != thing)]
    return {one: _on(task, stand) for one, stand in zip(things, stands, strict=False)}


def _on(task: CellTask, place: str) -> Floats:
    return _spot(task.cell.places[place].at)


def _spot(at: Triple) -> Floats:
    return pose(at, rotation_rpy(0.0, 0.0, 0.0))


KINDS: Mapping[str, tuple[Step, _Maker]] = {
    "torn text": (Step.PARSE, _torn),
    "a robot forgotten": (Step.PARSE, _forgotten),
    "a name invented": (Step.TASK, _invented),
    "an action of another, or too early": (Step.TASK, _anothers),
    "one thing or place for two": (Step.TASK, _shared),
    "out of reach": (Step.INVERSE_KINEMATICS, _far),
    "two hands in one place": (Step.COLLISION, _colliding),
    "a path that is none": (Step.WAYPOINTS, _no_path),
}
"""Kinds of broken plans, with the check that has to refuse each."""
