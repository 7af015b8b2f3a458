# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the tasks of one house: scenarios with things out of place, and teams for each."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.benchmark.generation.assignments import draw_assignment
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.feasibility import Job, why_infeasible
from adhoc_teamwork.benchmark.generation.robots import CAMERA_HEIGHTS, draw_robots, with_bodies
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchRobot, BenchTask, Build
from adhoc_teamwork.benchmark.tasks.task_check import difficulty_of
from adhoc_teamwork.benchmark.tasks.touch import Touch
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.paths import Field
from adhoc_teamwork.simulation.tasks.misplacing import HandLimits, Misplacer
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.task import MisplacedObject

_DRAWN_AGAIN = 20
"""How often a scenario with a thing that no robot could handle is drawn anew."""

Misplaced = tuple[MisplacedObject, ...]


@dataclass(frozen=True)
class Plan:
    """Say which tasks each house carries: a scenario for each k, in it a task for each team."""

    seed: int
    scenarios: tuple[int, ...] = (1, 2, 3, 4, 5)
    teams: tuple[int, ...] = (3, 4, 5)
    task: str = ""
    """A folder of config/tasks whose goals are drawn; empty for tidying up."""
    are_alike: bool = False
    """Whether all robots of a task have the body of the first that manipulates."""
    hands: int = 1
    """How many things each robot holds at a time."""


class TooFewObjectsError(ConfigError):
    """Report a house in which not so many objects can be out of place."""


def make_tasks(house: House, file: str, plan: Plan) -> tuple[BenchTask, ...]:
    """Return the tasks of a house, scenario by scenario, as far as it can carry them.

    Args:
        house: The house as the task set has it.
        file: Its place in the task set's folder; chance depends on it and on the plan's seed.
        plan: Which tasks.

    Raises:
        ConfigError: The house cannot carry a task: nothing can be out of place there, or there is
            no floor to start on.
    """
    touch = Touch(StepHouse.of(house))
    stem = file.rpartition("/")[2].removesuffix(".json")
    tasks: list[BenchTask] = []
    for count in plan.scenarios:
        rng = generator_for(plan.seed, stem, "scenario", count)
        try:
            misplaced, jobs, assignment = _scenario(touch, plan.task, count, rng)
        except TooFewObjectsError:
            if not tasks:
                raise
            break
        for size in plan.teams:
            rng = generator_for(plan.seed, stem, "team", count, size)
            team, adhoc = draw_robots(size, touch.step_house.lattice, rng)
            team, adhoc = with_bodies(team, adhoc, plan.are_alike, plan.hands)
            homes = {robot: _home(touch, robot) for robot in (*team, adhoc)}
            tasks.append(
                BenchTask(
                    task_id=f"{stem}_k{count}_t{size}",
                    house=file,
                    rooms=len(house.rooms),
                    difficulty=difficulty_of(len(house.rooms)),
                    scenario=count,
                    seed=int(rng.integers(2**31)),
                    misplaced=misplaced,
                    team=team,
                    adhoc=adhoc,
                    infeasible=why_infeasible(jobs, homes),
                    assignment=assignment,
                )
            )
    return tuple(tasks)


def _scenario(
    touch: Touch, task: str, count: int, rng: np.random.Generator
) -> tuple[Misplaced, dict[Build, list[Job]], Assignment | None]:
    """Return things to be moved, each of which some robot could move, how, and the assignment."""
    if task:
        return _assigned(touch, task, count, rng)
    house = touch.step_house.house
    misplacer = Misplacer(house, placement_table(), HandLimits((touch.hand,)), ())
    found: Misplaced = ()
    for _ in range(_DRAWN_AGAIN):
        drawn = misplacer.draw(count, rng)
        found = max(found, drawn, key=len)
        if len(drawn) < count:
            continue
        jobs = _jobs_by_build(touch, drawn)
        if _is_possible(jobs, count):
            return drawn, jobs, None
    raise TooFewObjectsError(
        f"{house.source}: objects: {min(len(found), count - 1)} can be out of place and tidied; "
        f"expected {count}"
    )


def _assigned(
    touch: Touch, task: str, count: int, rng: np.random.Generator
) -> tuple[Misplaced, dict[Build, list[Job]], Assignment | None]:
    """Return an assignment of that many things; doors and containers are left out of the bound."""
    house = touch.step_house.house
    for _ in range(_DRAWN_AGAIN):
        drawn = draw_assignment(house, task, count, rng)
        if drawn is not None:
            jobs = _jobs_by_build(touch, drawn[1])
            if _is_possible(jobs, count):
                return drawn[1], jobs, drawn[0]
    raise TooFewObjectsError(f"{house.source}: objects: no goal with {count} things can be drawn")


def _jobs_by_build(touch: Touch, misplaced: Misplaced) -> dict[Build, list[Job]]:
    return {build: _jobs(touch, misplaced, build) for build in map(Build, CAMERA_HEIGHTS)}


def _is_possible(jobs: Mapping[Build, Sequence[Job]], count: int) -> bool:
    """Tell whether each thing can be moved by a robot of some build."""
    return all(any(own[n].possible for own in jobs.values()) for n in range(count))


def _jobs(touch: Touch, misplaced: Misplaced, build: Build) -> list[Job]:
    scene = touch.scene(misplaced)
    house = touch.step_house
    jobs = []
    for item in misplaced:
        number = house.by_name[item.object]
        pick, thing = touch.to_pick(scene, number, build), house.house.objects[number]
        # What is no load is worked at where it stands.
        put = touch.to_put(scene, number, item.goal, build) if thing.pickupable else pick
        mass = thing.mass if thing.pickupable else 0.0
        jobs.append(Job.of(item.object, mass, house.paths, pick, put))
    return jobs


def _home(touch: Touch, robot: BenchRobot) -> Field:
    """Return how far each state is from where a robot starts."""
    pose, house = robot.start, touch.step_house
    heading = round(pose.yaw / (math.pi / 2.0)) % HEADINGS
    return house.paths.to_states([(house.lattice.at(pose.x, pose.y), heading)])
