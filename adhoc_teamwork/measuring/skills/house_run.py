# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Call sub-skills at random on robots that share one simulated house."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from adhoc_teamwork.measuring.skills.operator import Operator
from adhoc_teamwork.measuring.skills.trial import Trial
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.motion.occupancy import draw_poses
from adhoc_teamwork.simulation.simulator import STEP, Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

SHARES = {"quadruped": 2, "tall": 1, "small": 1}
"""Robots by their cards, and in which proportion they are called."""
FURNISHING = Furnishing(
    containers={"Bowl": 2, "Box": 4, "Basket": 4, "LaundryHamper": 4, "Pot": 2},
    openable={
        "Fridge": 6, "Microwave": 1, "Cabinet": 4, "Drawer": 3, "Safe": 2, "Dishwasher": 6,
        "WashingMachine": 4, "ClothesDryer": 4, "Dresser": 4,
    },
)  # fmt: skip
"""What opens and what holds others: that of the household and transport tasks, and dressers."""
_STEPS_A_CALL = 2
"""The executor is stepped once in so many steps of the simulation."""
_LONGEST = 20_000.0
"""Seconds of simulated time after which a house is given up."""
_TOUCH = 0.005
"""Bodies nearer than touching by more than this, metres, have collided."""


@dataclass(frozen=True)
class HouseRequest:
    """Say which house, how many calls in it, and what chance begins with."""

    house: Path
    calls: int
    config: Path
    seed: int

    def quotas(self) -> dict[str, int]:
        """Return how many calls each robot carries out; the first one has what is left over."""
        parts = sum(SHARES.values())
        counts = {name: self.calls * share // parts for name, share in SHARES.items()}
        first = next(iter(counts))
        counts[first] += self.calls - sum(counts.values())
        return counts


def run_house(request: HouseRequest) -> list[Trial]:
    """Return what came of the calls.

    Raises:
        ConfigError: The house or a card is wrong, or the robots do not fit into the house.
    """
    simulator, rng = made_simulator(request)
    trials: list[Trial] = []
    operators = [
        Operator(simulator, name, quota, child, trials.append)
        for (name, quota), child in zip(
            request.quotas().items(), rng.spawn(len(SHARES)), strict=True
        )
    ]
    steps = 0
    while not all(operator.done for operator in operators):
        if simulator.time > _LONGEST:
            raise ConfigError(f"{request.house}: the calls did not end within {_LONGEST:g} s")
        if steps % _STEPS_A_CALL == 0:
            for operator in operators:
                operator.step()
        simulator.step()
        simulator.take_events()
        steps += 1
        bumps = dict(_bumps(simulator))
        for operator, name in zip(operators, simulator.world.robots, strict=True):
            operator.watch([bumps[name]] if name in bumps else [])
    return trials


def made_simulator(request: HouseRequest) -> tuple[Simulator, np.random.Generator]:
    """Return the house with all robots in it, and where chance comes from.

    Raises:
        ConfigError: The house or a card is wrong, or the robots do not fit into the house.
    """
    house = load_house(request.house)
    rng = np.random.default_rng(request.seed)
    cards = {name: load_card(name, request.config) for name in SHARES}
    widest = max(cards.values(), key=lambda card: card.body.radius)
    floor = Reach.of(house, widest, None)
    poses = draw_poses(floor.grid, floor.cells, len(cards), rng)
    if not poses:
        raise ConfigError(f"{request.house}: {len(cards)} robots do not fit into this house")
    robots = tuple(TaskRobot(name, name, pose) for name, pose in zip(SHARES, poses, strict=True))
    task = Task(
        "skill trials",
        request.house.stem,
        request.seed,
        (),
        robots,
        _LONGEST,
        furnishing=FURNISHING,
    )
    simulator = Simulator(house, task, cards)
    simulator.start()
    simulator.step()
    if len(simulator.world.present()) < len(robots):
        raise ConfigError(f"{request.house}: the robots do not fit into this house")
    return simulator, rng


def _bumps(simulator: Simulator) -> Iterator[tuple[str, str]]:
    """Yield which robots moved in this step and touch a wall, furniture or another robot."""
    robots = simulator.world.present()
    for robot in robots:
        if robot.speed * STEP < 1e-9:
            continue
        free = simulator.fleet.distance(robot)
        if free < robot.radius - _TOUCH:
            yield robot.name, f"{robot.radius - free:.3f} m into furniture or a wall"
        for other in robots:
            apart = robot.pose.point.planar_distance_to(other.pose.point)
            if other is not robot and apart < robot.radius + other.radius - _TOUCH:
                yield robot.name, f"into {other.name}"
