# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the task of a run: house, what is out of place, robots and where they start.

python -m adhoc_teamwork.simulation.tasks.task_maker --scenario late_helper --out task.json
python -m adhoc_teamwork.simulation.tasks.task_maker --house house_7.json --misplaced 2 --seed 1
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from adhoc_teamwork.simulation.evaluation.tidiness import goal_text
from adhoc_teamwork.simulation.exports.house_map import house_map
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.simulation.motion.occupancy import start_poses
from adhoc_teamwork.simulation.tasks.goal_task import THINGS, draw_for, load_task_goal
from adhoc_teamwork.simulation.tasks.misplacing import HandLimits, Misplacer
from adhoc_teamwork.simulation.tasks.scenario import (
    Scenario,
    check_inside,
    check_misplaced,
    find_file,
    load_card,
    load_scenario,
    openings_of,
)
from adhoc_teamwork.simulation.tasks.sight import Sight
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, Parser
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.navigation import MAP_FILE, Navigation, why_not
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.settings.sensor_noise import noise_of
from adhoc_teamwork.teamwork.team.goal import Goal
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot
from adhoc_teamwork.teamwork.text.console import complain, say_lines

DEFAULT_SCENARIO = "late_helper"
_ROOMS_WITHIN_LIMIT = 3
"""A house with more rooms than this gets more time, in proportion."""


@dataclass(frozen=True)
class TaskRequest:
    """Hold what a task is made from; what is None is the scenario's own."""

    config: Path
    scenario: str = DEFAULT_SCENARIO
    house: str | None = None
    misplaced: int | None = None
    seed: int = 0
    without_adhoc: bool = False
    task: str = TIDY_UP
    navigation: Navigation | None = None


def make_task(request: TaskRequest) -> tuple[Task, House]:
    """Return the task and its house as loaded.

    The same seed gives the same things in the same wrong places with and without the ad hoc robot.

    Raises:
        ConfigError: A file is missing or wrong, or the house cannot offer what was asked for.
    """
    scenario = load_scenario(request.scenario, request.config)
    like = load_task_goal(request.task, request.config)
    path = find_file(
        request.house or scenario.house, request.config / "houses", (".json",), "house"
    )
    house = load_house(path)
    robots = tuple(robot.task_robot() for robot in scenario.robots)
    cards = {robot.name: load_card(robot.card, request.config) for robot in robots}
    rng = np.random.default_rng(request.seed)
    limit = scenario.time_limit
    if request.house is not None:
        robots = _place_robots(house, robots, cards, rng)
        limit *= max(1.0, len(house.rooms) / _ROOMS_WITHIN_LIMIT)
    else:
        check_inside(scenario, house, request.scenario)
    drawn = None
    if like.goal.says_all:
        count = THINGS if request.misplaced is None else request.misplaced
        sight = _sight(request, house, robots, cards)
        drawn = draw_for(house, like, count, _hands(request, sight), rng)
        misplaced = drawn.witnesses
    else:
        misplaced = _misplaced(request, scenario, house, robots, cards, rng)
    if request.without_adhoc:
        robots = tuple(robot for robot in robots if not robot.ad_hoc)
        if not robots:
            raise ConfigError(f"{request.scenario}: no robot is left without the ad hoc robot")
    task = Task(
        request.scenario,
        str(path),
        request.seed,
        misplaced,
        robots,
        limit,
        noise_of(scenario.noise),
        scenario.radio,
        like.furnishing,
        drawn.inside if drawn else (),
        request.task,
        drawn.told if drawn else Goal(),
        drawn.goal.wishes if drawn else (),
        scenario.channel,
        request.navigation or scenario.navigation,
    )
    return task, house


def load_task(path: Path) -> Task:
    """Read a task file.

    Raises:
        ConfigError: It is missing, or no task.
    """
    return load_config(path, Task)


def write_task(task: Task, path: Path) -> None:
    """Write a task as JSON; a reader finds the whole file or none.

    Raises:
        ConfigError: The file cannot be written.
    """
    text = json.dumps(asdict(task), indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [text.encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a writable place") from None


def list_misplaced(task: Task) -> list[str]:
    """Say for people, a line each, what is out of place."""
    return [
        m.text or f"{m.object}: out of place in the house file; tidy {goal_text(m.goal)}"
        for m in task.misplaced
    ]


def hand_out(make: Callable[[], tuple[Task, House]], out: Path | None, listed: bool) -> int:
    """Make a task, write it to `out` and list it as asked; say what is wrong; return the exit code.

    Args:
        make: Returns the task and its house, or raises a ConfigError.
        out: The task file; None to write none.
        listed: Whether people are told what is out of place.
    """
    try:
        task, house = make()
        if out is not None:
            if task.navigation is Navigation.NAV2:
                _write_map(task, house, out.parent)
            write_task(task, out)
    except ConfigError as error:
        complain(str(error))
        return BAD_INPUT
    for warning in house.warnings:
        complain(warning)
    if listed:
        say_lines("\n".join(list_misplaced(task)))
    return DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    options = _parser().parse_args(arguments)
    return hand_out(lambda: make_task(_request(options)), options.out, options.list_misplaced)


def _request(options: argparse.Namespace) -> TaskRequest:
    return TaskRequest(
        config=options.config or config_dir(),
        scenario=options.scenario,
        house=options.house,
        misplaced=options.misplaced,
        seed=options.seed,
        without_adhoc=options.without_adhoc,
        task=options.task,
        navigation=Navigation(options.navigation) if options.navigation else None,
    )


def _write_map(task: Task, house: House, folder: Path) -> None:
    """Write the map that Nav2 plans on.

    Raises:
        ConfigError: No Nav2 is sourced, a robot's clock is not the one by which it would drive, or
            the files cannot be written.
    """
    wrong = why_not(task.navigation)
    if wrong:
        raise ConfigError(wrong)
    ahead = [robot.name for robot in task.robots if robot.clock_ahead]
    if ahead:
        raise ConfigError(
            f"navigation {task.navigation}: the clock of {', '.join(ahead)} is ahead; expected "
            "clock_ahead 0, as Nav2 would transform what is stamped differently"
        )
    path = folder / MAP_FILE
    picture = path.with_suffix(".pgm")
    told, grey = house_map(house, picture.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(picture, [grey])
        write_whole(path, [told.encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a writable place") from None


def _misplaced(
    request: TaskRequest,
    scenario: Scenario,
    house: House,
    robots: tuple[TaskRobot, ...],
    cards: dict[str, RobotCard],
    rng: np.random.Generator,
) -> tuple[MisplacedObject, ...]:
    if request.house is None and request.misplaced is None:
        check_misplaced(scenario, house, request.scenario)
        return scenario.misplaced
    count = len(scenario.misplaced) if request.misplaced is None else request.misplaced
    sight = _sight(request, house, robots, cards)
    hands = _hands(request, sight)
    starts = tuple(robot.pose for robot in robots)
    misplacer = Misplacer(house, placement_table(), hands, starts, sight.shows)
    found = misplacer.draw(count, rng)
    if len(found) < count:
        raise ConfigError(
            f"{house.source}: only {len(found)} objects can be misplaced, seen and tidied by this "
            f"team; expected at least {count}: {hands.told(misplacer.things())}"
        )
    return found


def _sight(
    request: TaskRequest,
    house: House,
    robots: tuple[TaskRobot, ...],
    cards: dict[str, RobotCard],
) -> Sight:
    return Sight.of(house, robots, cards, openings_of(robots, cards, request.config))


def _hands(request: TaskRequest, sight: Sight) -> HandLimits:
    if not sight.reaches:
        raise ConfigError(f"{request.scenario}: no robot can manipulate; nothing can be misplaced")
    return HandLimits(sight.reaches)


def _place_robots(
    house: House,
    robots: tuple[TaskRobot, ...],
    cards: dict[str, RobotCard],
    rng: np.random.Generator,
) -> tuple[TaskRobot, ...]:
    """Put the robots on the largest part of the floor on which all of them can drive."""
    bodies = [cards[robot.name].body for robot in robots]
    poses = start_poses(house, bodies, rng)
    return tuple(replace(robot, pose=pose) for robot, pose in zip(robots, poses, strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m adhoc_teamwork.simulation.tasks.task_maker",
        description="Make the task of a run: house, what is out of place, robots and their starts.",
    )
    parser.add_argument("--scenario", default=DEFAULT_SCENARIO, help="name or file of a scenario")
    parser.add_argument("--task", default=TIDY_UP, help="a folder of config/tasks")
    parser.add_argument("--house", help="a house in ProcTHOR's format; robots start anywhere in it")
    parser.add_argument(
        "--misplaced", type=whole_number(1), metavar="K", help="how many things to misplace"
    )
    parser.add_argument(
        "--seed", type=whole_number(), default=0, metavar="N", help="for everything drawn"
    )
    parser.add_argument("--without-adhoc", action="store_true", help="leave the ad hoc robot out")
    parser.add_argument(
        "--navigation", choices=[str(kind) for kind in Navigation], help="who drives the robots"
    )
    parser.add_argument("--config", type=Path, help="configuration folder")
    parser.add_argument("--out", type=Path, help="the task file to write")
    parser.add_argument("--list-misplaced", action="store_true", help="say what was moved where")
    return parser


if __name__ == "__main__":
    sys.exit(main())
