# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Checks of tasks: within themselves, and against the house that they play in."""

import math
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask, Deed, Difficulty
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.simulation.lattice.robots import StepBody
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError

_EASY = 3
_MEDIUM = 6


def difficulty_of(rooms: int) -> Difficulty:
    """Return the paper's class of a house (section V-A): 1-3, 4-6, and 7 rooms or more."""
    if rooms <= _EASY:
        return Difficulty.EASY
    return Difficulty.MEDIUM if rooms <= _MEDIUM else Difficulty.DIFFICULT


def check_tasks(tasks: Sequence[BenchTask], path: Path) -> None:
    """Refuse tasks that contradict themselves.

    Raises:
        ConfigError: The first thing that is wrong, with the task's place in the file.
    """
    if not tasks:
        raise ConfigError(f"{path}: tasks: nothing there; expected at least one task")
    seen: set[str] = set()
    for index, task in enumerate(tasks):
        wrong = _wrong(task)
        if not wrong and task.suite != tasks[0].suite:
            wrong = f"suite: '{task.suite}'; expected one suite in a set, here '{tasks[0].suite}'"
        if not wrong and task.task_id in seen:
            wrong = f"task_id: '{task.task_id}' occurs twice; expected one task of that name"
        if wrong:
            raise ConfigError(f"{path}: tasks[{index}].{wrong}")
        seen.add(task.task_id)


def check_task_in_house(task: BenchTask, house: House) -> None:
    """Refuse a task that does not fit its house.

    Raises:
        ConfigError: Something that the task names is not in the house.
    """
    source = f"{house.source}: task {task.task_id}"
    if len(house.rooms) != task.rooms:
        raise ConfigError(f"{source}: rooms: {task.rooms}; expected {len(house.rooms)}")
    for misplaced in task.misplaced:
        for name in (misplaced.object, misplaced.moved_to):
            if name not in ("", FLOOR) and house.object(name) is None:
                raise ConfigError(f"{source}: misplaced: '{name}'; expected an object of the house")
    for errand in task.assignment.errands if task.assignment else ():
        for name in (errand.object, errand.receptacle):
            if name and house.object(name) is None:
                raise ConfigError(f"{source}: errands: '{name}'; expected an object of the house")
    for robot in (*task.team, task.adhoc):
        if not any(room.contains(Point(robot.start.x, robot.start.y)) for room in house.rooms):
            raise ConfigError(f"{source}: {robot.name}.start: outside; expected a point of a room")


def _wrong(task: BenchTask) -> str:
    """Return what is wrong with a task, beginning with its key, or an empty text."""
    place = PurePosixPath(task.house)
    if not task.task_id:
        return "task_id: empty; expected a name"
    if place.is_absolute() or ".." in place.parts or place.suffix != ".json":
        return f"house: '{task.house}'; expected a JSON file within the task set's folder"
    if task.difficulty is not difficulty_of(task.rooms):
        return f"difficulty: {task.difficulty}; expected {difficulty_of(task.rooms)}"
    if not task.misplaced:
        return "misplaced: nothing; expected at least one object"
    names = [m.object for m in task.misplaced]
    if len(set(names)) < len(names):
        return "misplaced: an object occurs twice; expected different ones"
    for index, misplaced in enumerate(task.misplaced):
        if not misplaced.goal.receptacles:
            return f"misplaced[{index}].goal.receptacles: none; expected at least one"
        if misplaced.position and not all(map(math.isfinite, misplaced.position)):
            return f"misplaced[{index}].position: {misplaced.position}; expected finite numbers"
    if task.assignment is not None and (wrong := task.assignment.goal.wrong()):
        return f"assignment.{wrong}"
    if task.assignment is not None and not (task.assignment.goal.wishes or task.assignment.errands):
        return "assignment.goal: nothing to check; expected objects or predicates"
    return _wrong_errands(task) or _wrong_robots(task)


def _wrong_errands(task: BenchTask) -> str:
    robots = {"", *(robot.name for robot in task.team)}
    for index, errand in enumerate(task.assignment.errands if task.assignment else ()):
        where = f"assignment.errands[{index}]"
        if not errand.object:
            return f"{where}.object: empty; expected a name of the house file"
        if bool(errand.receptacle) is not (errand.deed is Deed.BRING):
            return f"{where}.receptacle: '{errand.receptacle}'; expected with bring, and only then"
        if errand.robot not in robots:
            return f"{where}.robot: '{errand.robot}'; expected a robot of the team"
    return ""


def _wrong_robots(task: BenchTask) -> str:
    robots = (*task.team, task.adhoc)
    if not task.team:
        return "team: nobody; expected at least one robot"
    if len({robot.name for robot in robots}) < len(robots):
        return "team: a name occurs twice; expected different ones"
    if not any(robot.can_manipulate for robot in task.team):
        return "team: nobody manipulates; expected at least one who does"
    keys = [*(f"team[{index}]" for index in range(len(task.team))), "adhoc"]
    for key, robot in zip(keys, robots, strict=True):
        if wrong := _wrong_robot(robot):
            return f"{key}.{wrong}"
    return ""


def _wrong_robot(robot: BenchRobot) -> str:
    heights, start = (robot.camera_height, robot.reach_max_height), robot.start
    numbers = (*heights, robot.payload, start.x, start.y, start.yaw)
    if not robot.name:
        return "name: empty; expected a name"
    if not all(map(math.isfinite, numbers)):
        return "start: not a finite number; expected metres and radians"
    if not 0.0 < robot.camera_height < 3.0:
        return f"camera_height: {robot.camera_height:g}; expected metres between 0 and 3"
    if not 0.0 <= robot.reach_max_height < 10.0:
        return f"reach_max_height: {robot.reach_max_height:g}; expected metres, 0 to 10"
    if robot.payload < 0.0:
        return f"payload: {robot.payload:g}; expected kilograms, 0 or more"
    if robot.hands not in (1, 2):
        return f"hands: {robot.hands}; expected 1 or 2"
    if robot.body is not None and (wrong := _wrong_body(robot.body)):
        return f"body.{wrong}"
    if robot.battery < 1:
        return f"battery: {robot.battery}; expected steps, 1 or more"
    turns = robot.start.yaw / (math.pi / 2.0)
    if abs(turns - round(turns)) > 1e-3:
        return f"start.yaw: {robot.start.yaw:g}; expected a multiple of 90 degrees, in radians"
    return ""


def _wrong_body(body: StepBody) -> str:
    for key in ("step", "reach", "reach_min_height", "width", "height"):
        value = getattr(body, key)
        if not 0.0 <= value <= 10.0:
            return f"{key}: {value:g}; expected metres, 0 to 10"
    heights = [band.height for band in body.reach_bands]
    bands = [(band.height, band.nearest, band.farthest) for band in body.reach_bands]
    if heights != sorted(heights) or not all(0.0 <= n <= 10.0 for band in bands for n in band):
        return "reach_bands: expected metres, 0 to 10, by rising height"
    allowed = StepConfig.pitches
    if not set(body.pitches) <= set(allowed):
        expected = ", ".join(map(str, allowed))
        return f"pitches: {list(body.pitches)}; expected some of {expected}"
    return ""
