# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is asked of a suite's set, and what all its tasks have in common: robots, their ids."""

from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.benchmark.generation.robots import draw_robots
from adhoc_teamwork.benchmark.generation.suites.goods import Places
from adhoc_teamwork.benchmark.suites.suite import Suite
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, Build
from adhoc_teamwork.benchmark.tasks.taskset import HOUSES
from adhoc_teamwork.benchmark.tasks.touch import Touch
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.house import StepHouse

_STRONG = 20.0
_EYES = 1.6
"""Payload, kilograms, and height of the camera, metres, of all robots of suites."""


@dataclass(frozen=True)
class SuitePlan:
    """Say of a set which suite it is of, its seed, how many robots a team has, and how many draws.

    The paper's number of episodes is drawn `draws` times, each with other houses. `places` stand in
    those of the table that ships.
    """

    suite: Suite
    seed: int
    team: int = 1
    draws: int = 1
    places: Places | None = None


@dataclass(frozen=True)
class HouseOrder:
    """Ask for one house of a suite and its tasks: of a draw, by number."""

    draw: int
    number: int

    @property
    def stem(self) -> str:
        """Return the name of its file, without ending."""
        return f"d{self.draw}_{self.number:02d}"

    @property
    def file(self) -> str:
        """Return its file, relative to the set's folder."""
        return f"{HOUSES}/{self.stem}.json"


def draw_alike(
    plan: SuitePlan, lattice: Lattice, rng: np.random.Generator
) -> tuple[tuple[BenchRobot, ...], BenchRobot]:
    """Return a team and an ad hoc robot, all of the suite's one body, at drawn starts.

    Raises:
        ConfigError: The floor has no room for so many robots.
    """
    team, adhoc = draw_robots(plan.team, lattice, rng)
    robots = [
        replace(
            robot,
            can_manipulate=True,
            camera_height=_EYES,
            payload=_STRONG,
            battery=plan.suite.battery,
            hands=plan.suite.hands,
        )
        for robot in (*team, adhoc)
    ]
    return tuple(robots[:-1]), robots[-1]


def all_within_reach(house: House) -> bool:
    """Tell whether from somewhere each thing in a house that can be carried is seen and reached."""
    touch = Touch(StepHouse.of(house))
    scene, build = touch.scene(()), Build(_EYES)
    return all(
        touch.to_pick(scene, number, build)
        for number, thing in enumerate(house.objects)
        if thing.pickupable
    )
