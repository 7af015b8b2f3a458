# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw teams and ad hoc robots: the paper's tuple and a start (section V-A, appendix D)."""

import math
from dataclasses import replace

import numpy as np

from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError

CAMERA_HEIGHTS = (1.6, 0.9)
"""Of high and of low robots, metres."""
PAYLOADS = (0.1, 20.0)
"""Lightest and heaviest payload, kilograms."""
BATTERIES = (50, 500)
"""Fewest and most steps of a battery."""
ADHOC = "adhoc"

_APART = 0.6
"""Least distance between two starts, metres."""
_TRIES = 2000


def draw_robots(
    team: int, lattice: Lattice, rng: np.random.Generator
) -> tuple[tuple[BenchRobot, ...], BenchRobot]:
    """Return a team of that size, in which somebody manipulates, and an ad hoc robot.

    Raises:
        ConfigError: The floor has no room for so many robots.
    """
    arms = rng.random(team) < 0.5
    while not arms.any():
        arms = rng.random(team) < 0.5
    names = [*(f"robot_{number}" for number in range(1, team + 1)), ADHOC]
    able = [*(bool(arm) for arm in arms), bool(rng.random() < 0.5)]
    starts = _starts(len(names), lattice, rng)
    robots = [_robot(*what, rng) for what in zip(names, able, starts, strict=True)]
    return tuple(robots[:-1]), robots[-1]


def with_bodies(
    team: tuple[BenchRobot, ...], adhoc: BenchRobot, are_alike: bool, hands: int
) -> tuple[tuple[BenchRobot, ...], BenchRobot]:
    """Return the robots with so many hands each; all like the first with an arm, if so wanted."""
    robots = [replace(robot, hands=hands) for robot in (*team, adhoc)]
    if are_alike:
        model = next(robot for robot in robots if robot.can_manipulate)
        robots = [replace(model, name=robot.name, start=robot.start) for robot in robots]
    return tuple(robots[:-1]), robots[-1]


def _robot(name: str, able: bool, start: Pose, rng: np.random.Generator) -> BenchRobot:
    height = CAMERA_HEIGHTS[int(rng.integers(len(CAMERA_HEIGHTS)))]
    payload = round(float(rng.uniform(*PAYLOADS)), 2)
    battery = int(rng.integers(BATTERIES[0], BATTERIES[1] + 1))
    return BenchRobot(name, able, height, payload, battery, start)


def _starts(count: int, lattice: Lattice, rng: np.random.Generator) -> list[Pose]:
    starts: list[Pose] = []
    for _ in range(_TRIES if len(lattice) else 0):
        if len(starts) == count:
            break
        x, y = (float(value) for value in lattice.points[int(rng.integers(len(lattice)))])
        yaw = round(int(rng.integers(4)) * math.pi / 2.0, 4)
        if all(math.hypot(x - other.x, y - other.y) >= _APART for other in starts):
            starts.append(Pose(round(x, 2), round(y, 2), yaw))
    if len(starts) < count:
        raise ConfigError(f"no free floor for {count} robots to start on")
    return starts
