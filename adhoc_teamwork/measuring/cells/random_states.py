# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --collisions`: the arms' own model of collisions against the shapes of physics.

Arms that are planned without physics are covered by spheres. In random joint states of all arms of
a cell that model must see whatever physics sees to touch deeper than a millimetre; where it sees
more, that is a false alarm, which costs ways and no robot. What it leaves out of an arm's own
links, since they are built to touch, is counted apart.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.benchmark.arms.playing import TASKS, cell_of
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.cells.clearance import Geometry
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.hands import arms_of
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import say_lines

PROGRAM = "adhoc skills --collisions"
DEEP = 1e-3
"""Metres: what is deeper in one another must not be missed."""


@dataclass(frozen=True)
class Compared:
    """Count random states of a cell.

    Attributes:
        cell: The task's name.
        states: How many.
        touching: In how many physics has something deeper than `DEEP`.
        missed: Of these, in how many the model sees nothing.
        alarms: States in which the model sees something, and in physics nothing touches.
        left_out: Contacts deeper than `DEEP` of pairs that the model leaves out.
        pairs: What touched in the states that were missed.
    """

    cell: str
    states: int
    touching: int
    missed: int
    alarms: int
    left_out: int
    pairs: tuple[str, ...]

    def row(self) -> list[str]:
        """Return the cells of the printed table."""
        numbers = (self.states, self.touching, self.missed, self.alarms, self.left_out)
        return [self.cell, *map(str, numbers)]


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Compare the arms' model of collisions with physics in random joint states. Exit code "
            "1: a contact deeper than 1 mm was missed."
        ),
    )
    parser.add_argument("--collisions", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--states", type=whole_number(1), default=10_000, metavar="N", help="in all cells together"
    )
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0 where nothing was missed, 1 otherwise.

    Raises:
        ConfigError: MuJoCo is missing.
    """
    options = build_parser().parse_args(words)
    share, more = divmod(options.states, len(TASKS))
    found = [compare(name, share + (number < more)) for number, name in enumerate(TASKS)]
    headings = ["cell", "states", "touching", "missed", "false alarms", "left out"]
    say_lines(table(headings, [one.row() for one in found], texts=1))
    for one in found:
        for pair in dict.fromkeys(one.pairs):
            say_lines(f"{one.cell}: missed: {pair}")
    return FAILED if any(one.missed for one in found) else DONE


def compare(task: str, states: int, seed: int = 1) -> Compared:
    """Return what both models see in random states of all arms of a task's cell."""
    description, model = cell_of(task)
    world = CellWorld(model)
    begin(description, world, seed)
    arms = arms_of(model)
    # No margin: what is to be seen is what touches.
    planned = Cell(list(arms.values()), obstacles_of(model, world), margin=0.0)
    random = np.random.default_rng(seed)
    drawn = random.uniform(planned.lower, planned.upper, (states, planned.dof))
    is_free = planned.collisions.free(drawn) if states else np.ones(0, dtype=bool)
    physics = _Physics(model, world, arms)
    touching = missed = alarms = left_out = 0
    pairs: list[str] = []
    for state, free in zip(drawn, is_free, strict=True):
        deep, out, is_clear = physics.touches(planned, state)
        touching += bool(deep)
        missed += bool(deep) and bool(free)
        pairs += deep if free else []
        alarms += not free and is_clear
        left_out += out
    return Compared(task, states, touching, missed, alarms, left_out, tuple(pairs))


class _Physics:
    """Say what touches in physics where arms are in joint states that they are not in."""

    def __init__(self, model: CellModel, world: CellWorld, arms: dict[str, Manipulator]) -> None:
        self._model, self._arms = model, arms
        self._geometry = Geometry(model, arms)
        # What is held from the start would be left behind: it is no part of either model.
        self._geometry.take(world.positions())
        self._known = {name: _owner_bodies(model, name, arm) for name, arm in arms.items()}
        self._apart = {frozenset(pair) for arm in arms.values() for pair in arm.apart}

    def touches(self, cell: Cell, state: Floats) -> tuple[list[str], int, bool]:
        """Return what is deeper in one another than `DEEP`, how much of it the model leaves out.

        And whether nothing that is meant touches at all.
        """
        for index, name in enumerate(self._arms):
            self._geometry.put_arm(name, cell.part(index, state))
        pairs, gaps = self._geometry.contacts()
        deep: list[str] = []
        left_out, is_clear = 0, True
        for (one, other), gap in zip(pairs, gaps, strict=True):
            links = [self._geometry.links[one] or "floor", self._geometry.links[other] or "floor"]
            moving = [self._body(link) for link in links]
            if gap >= 0.0 or not any(moving) or self._is_of_rope(links):
                continue
            is_meant = self._is_meant(links, moving)
            is_clear = is_clear and not is_meant
            if gap < -DEEP:
                if is_meant:
                    deep.append(f"{links[0]} and {links[1]}, {-1000.0 * gap:.1f} mm")
                else:
                    left_out += 1
        return deep, left_out, is_clear

    def _body(self, link: str) -> str:
        """Return the model's moving body of which a link is a part, or an empty text."""
        robot = link.split("/")[0]
        return self._known[robot].get(link, "") if robot in self._known else ""

    def _is_of_rope(self, links: Sequence[str]) -> bool:
        return any(link.split("/")[0] in self._model.cell.ropes for link in links)

    def _is_meant(self, links: Sequence[str], moving: Sequence[str]) -> bool:
        """Tell whether the model has to see two links' touch: not where they are built to."""
        robots = {link.split("/")[0] for link in links}
        if len(robots) == 1:
            return all(moving) and frozenset(moving) in self._apart
        return True


def _owner_bodies(model: CellModel, robot: str, arm: Manipulator) -> dict[str, str]:
    """Return by each link of a robot, as physics calls it, the moving body of which it is part."""
    urdf = model.kinds[robot].model
    return {
        f"{robot}/{link}": body.name
        for body in arm.bodies
        for link in urdf.rigid_with(body.name.removeprefix(f"{arm.name}/"))
    }


def obstacles_of(model: CellModel, world: CellWorld) -> list[Obstacle]:
    """Return the floor and the things of a cell, as they are."""
    floor = Obstacle("floor", pose((0.0, 0.0, -0.5)), (50.0, 50.0, 0.5))
    made, seen = [floor], world.observe()
    for name, thing in model.cell.things.items():
        for part in thing.parts:
            at = seen.things[name] @ pose(part.at, rotation_rpy(*part.rpy))
            if part.box is not None:
                x, y, z = (one / 2.0 for one in part.box)
                made.append(Obstacle(name, at, (x, y, z)))
            elif part.cylinder is not None:
                radius, length = part.cylinder
                made.append(Obstacle(name, at, (radius, radius, length / 2.0), "cylinder"))
            else:
                radius = part.sphere or 0.0
                made.append(Obstacle(name, at, (radius, radius, radius)))
    return made
