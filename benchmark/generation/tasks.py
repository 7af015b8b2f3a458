"""Make the tasks of one house: scenarios with things out of place, and teams for each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.generation.chance import generator_for
from benchmark.generation.feasibility import Job, why_infeasible
from benchmark.generation.robots import draw_robots
from benchmark.generation.touch import Floor
from benchmark.task import BenchRobot, BenchTask
from benchmark.task_check import difficulty_of
from simulation.house import House, HouseObject
from simulation.misplacing import Hands, Misplacer
from simulation.placement import placement_table
from simulation.steps.paths import Paths
from teamwork.config import ConfigError
from teamwork.task import MisplacedObject


@dataclass(frozen=True)
class Plan:
    """Say which tasks each house carries: a scenario for each k, in it a task for each team."""

    seed: int
    scenarios: tuple[int, ...] = (1, 2, 3, 4, 5)
    teams: tuple[int, ...] = (3, 4, 5)


def make_tasks(house: House, file: str, plan: Plan) -> tuple[BenchTask, ...]:
    """Return the tasks of a house, scenario by scenario.

    Args:
        house: The house as the task set has it.
        file: Its place in the task set's folder; chance depends on it and on the plan's seed.
        plan: Which tasks.

    Raises:
        ConfigError: The house cannot carry a task: nothing can be out of place there, or there is
            no floor to start on.
    """
    floor = Floor.of(house)
    paths = Paths(floor.lattice)
    stem = file.rpartition("/")[2].removesuffix(".json")
    tasks: list[BenchTask] = []
    for count in plan.scenarios:
        misplaced = _scenario(floor, count, generator_for(plan.seed, stem, "scenario", count))
        jobs = _jobs(floor, paths, misplaced, generator_for(plan.seed, stem, "jobs", count))
        for size in plan.teams:
            rng = generator_for(plan.seed, stem, "team", count, size)
            team, adhoc = draw_robots(size, floor.lattice, rng)
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
                    infeasible=why_infeasible(
                        jobs, (*team, adhoc), lambda robot: _start(floor, robot)
                    ),
                )
            )
    return tuple(tasks)


def _scenario(floor: Floor, count: int, rng: np.random.Generator) -> tuple[MisplacedObject, ...]:
    misplacer = Misplacer(floor.house, placement_table(), Hands((floor.hand,)), ())
    misplaced = misplacer.draw(count, rng)
    if len(misplaced) < count:
        raise ConfigError(
            f"only {len(misplaced)} objects can be out of place there; expected {count}"
        )
    return misplaced


def _jobs(
    floor: Floor, paths: Paths, misplaced: Sequence[MisplacedObject], rng: np.random.Generator
) -> list[Job]:
    jobs = []
    for item in misplaced:
        thing = _object(floor.house, item.object)
        x, y, _ = item.position or (thing.box.x, thing.box.y, thing.box.bottom)
        pick = floor.cells_around(x, y)
        places = floor.places_for(thing, item.goal, rng)
        put = frozenset(cell for place in places for cell in floor.cells_at(place))
        jobs.append(Job(thing, paths.to_cells(pick), paths.to_cells(put), pick, put))
    return jobs


def _object(house: House, name: str) -> HouseObject:
    found = house.object(name)
    if found is None:
        raise ConfigError(f"{house.source}: no object '{name}'")
    return found


def _start(floor: Floor, robot: BenchRobot) -> tuple[int, int]:
    pose = robot.start
    return floor.lattice.at(pose.x, pose.y), round(pose.yaw / 1.5707963) % 4
