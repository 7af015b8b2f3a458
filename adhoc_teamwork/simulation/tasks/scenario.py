# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scenario files (config/scenarios): house, robots, what is out of place from the start."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.manipulation.arm_model import ArmModel, load_arm
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.files import is_file
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.places import is_plain
from adhoc_teamwork.teamwork.settings.radio_setting import BROKER_NAME, PERFECT_RADIO, RadioSetting
from adhoc_teamwork.teamwork.settings.sensor_noise import Length, NoiseSetting
from adhoc_teamwork.teamwork.team.channel import OPEN, find_channel
from adhoc_teamwork.teamwork.team.task import MisplacedObject, RobotName, TaskRobot


@dataclass(frozen=True)
class ScenarioRobot:
    """Name one robot; `pose` is x, y (metres) and yaw (radians) in `map`, `joins_at` in seconds.

    `clock_ahead` is by how many seconds its computer's clock is ahead of the others'.
    """

    name: RobotName
    card: str
    pose: tuple[float, float, float]
    joins_at: Length = 0.0
    ad_hoc: bool = False
    clock_ahead: Length = 0.0

    def task_robot(self) -> TaskRobot:
        """Return the robot as a task has it."""
        return TaskRobot(
            self.name, self.card, Pose(*self.pose), self.joins_at, self.ad_hoc, self.clock_ahead
        )


@dataclass(frozen=True)
class Scenario:
    """Hold a scenario: `description` for people, `time_limit` in seconds of the ROS clock.

    `noise` is that of all robots' sensors: "none", "default", or the values of a `SensorNoise`.
    `radio` says how robots hear each other and the broker, `channel` what they may say,
    `navigation` who drives them.
    """

    house: str
    robots: tuple[ScenarioRobot, ...]
    misplaced: tuple[MisplacedObject, ...]
    description: str = ""
    time_limit: Annotated[float, Field(gt=0.0)] = 900.0
    noise: NoiseSetting = "none"
    radio: RadioSetting = PERFECT_RADIO
    channel: str = OPEN.name
    navigation: Navigation = Navigation.BUILT_IN


def load_scenario(name: str, config: Path) -> Scenario:
    """Return a scenario by its name in config/scenarios, or by its file.

    Raises:
        ConfigError: There is no such file, or something in it is wrong.
    """
    path = find_file(name, config / "scenarios", (".yaml", ".yml"), "scenario")
    scenario = load_config(path, Scenario)
    names = [robot.name for robot in scenario.robots]
    if not names:
        raise ConfigError(f"{path}: robots: expected at least one")
    for robot_name in names:
        if names.count(robot_name) > 1:
            raise ConfigError(f"{path}: robots: the name '{robot_name}' occurs twice")
    _check_partitions(scenario, path)
    try:
        find_channel(scenario.channel)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return scenario


def _check_partitions(scenario: Scenario, path: Path) -> None:
    members = [BROKER_NAME, *(robot.name for robot in scenario.robots)]
    for index, partition in enumerate(scenario.radio.partitions):
        where = f"{path}: radio.partitions[{index}]"
        if partition.end <= partition.start:
            raise ConfigError(f"{where}: expected an end after {partition.start:g} s")
        for name in partition.apart:
            if name not in members:
                raise ConfigError(
                    f"{where}: no member '{name}'; expected some of {', '.join(members)}"
                )


def check_inside(scenario: Scenario, house: House, source: str) -> None:
    """Refuse a scenario whose robots start outside its house; in a wall they find floor beside it.

    Raises:
        ConfigError: A robot does.
    """
    x0, y0, x1, y1 = house.bounds
    for robot in scenario.robots:
        x, y, _ = robot.pose
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            raise ConfigError(
                f"{source}: robots: {robot.name} starts at {x:g}, {y:g}; expected a place in "
                f"{house.source}, x {x0:g} to {x1:g} and y {y0:g} to {y1:g}"
            )


def check_misplaced(scenario: Scenario, house: House, source: str) -> None:
    """Refuse a scenario whose misplaced objects are not in its house, each once.

    Raises:
        ConfigError: An object is missing, or named twice.
    """
    names = [misplaced.object for misplaced in scenario.misplaced]
    for misplaced in scenario.misplaced:
        if names.count(misplaced.object) > 1:
            raise ConfigError(f"{source}: misplaced: '{misplaced.object}' occurs twice")
        if house.object(misplaced.object) is None:
            raise ConfigError(
                f"{source}: misplaced: no object '{misplaced.object}' in {house.source}"
            )


def find_file(name: str, folder: Path, endings: tuple[str, ...], what: str) -> Path:
    """Return the file that a name on the command line means: a path, or a name in a folder.

    Raises:
        ConfigError: There is no such file; the ones there are named.
    """
    given = Path(name).expanduser()
    tried = [given]
    if is_plain(name):
        tried += [folder / name, *(folder / f"{name}{ending}" for ending in endings)]
    for path in tried:
        if is_file(path):
            return path.resolve()
    there = sorted({p.stem for p in folder.glob("*") if p.suffix in endings})
    names = ", ".join(there) or "none"
    raise ConfigError(f"{name}: no such {what}; expected a file, or one of {names} in {folder}")


def card_file(card: str, config: Path) -> Path:
    """Return the file of a robot's card: by its name in config/robots, or as given.

    Raises:
        ConfigError: There is no such file.
    """
    return find_file(card, config / "robots", (".yaml", ".yml"), "robot card")


def load_card(card: str, config: Path) -> RobotCard:
    """Return a robot's card by its name in config/robots, or by its file.

    Raises:
        ConfigError: There is no such file, or something in it is wrong.
    """
    return load_robot_card(card_file(card, config))


def arms_of(
    robots: Iterable[TaskRobot], cards: Mapping[str, RobotCard], config: Path
) -> dict[str, ArmModel]:
    """Return the arms of those robots that have one, by name, as their cards' URDFs have them.

    Raises:
        ConfigError: A card's file or a URDF is missing or wrong.
    """
    return {
        robot.name: arm
        for robot in robots
        if (arm := load_arm(cards[robot.name], card_file(robot.card, config)))
    }


def openings_of(
    robots: Iterable[TaskRobot], cards: Mapping[str, RobotCard], config: Path
) -> dict[str, float]:
    """Return how wide the fingers of those robots open that have an arm, metres, by name.

    Raises:
        ConfigError: A card's file or a URDF is missing or wrong.
    """
    return {name: arm.opening for name, arm in arms_of(robots, cards, config).items()}
