# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""All files from which a team starts in Gazebo, in one folder: world, map, robots, bridges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from adhoc_teamwork.simulation.exports.exported_bodies import plain_name
from adhoc_teamwork.simulation.exports.house_map import house_map
from adhoc_teamwork.simulation.gazebo.arm_control import controller_parameters, controllers
from adhoc_teamwork.simulation.gazebo.bridge import CLOCK, bridged
from adhoc_teamwork.simulation.gazebo.description import robot_description
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.simulation.gazebo.sdf_world import sdf_world
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.houses.standing import standing_height
from adhoc_teamwork.simulation.motion.occupancy import check_starts, start_poses
from adhoc_teamwork.simulation.tasks.scenario import card_file, find_file
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole

WORLD, MAP, PICTURE, CLOCK_BRIDGE = "world.sdf", "map.yaml", "map.pgm", "clock_bridge.yaml"


@dataclass(frozen=True)
class RobotFiles:
    """Say where one robot's files are and where it stands in `map`.

    Attributes:
        name: Its namespace.
        card: File of its card.
        base: The root of its description.
        urdf: Its description for Gazebo.
        bridge: Configuration of its ros_gz_bridge.
        controllers: Names of its controllers, in the order in which they start.
        controller_file: Their parameters; there is none without an arm.
        finger_ends: Where its first finger is shut and where it is wide open; None without one.
        pose: Where it starts.
        height: Of that root there, metres.
    """

    name: str
    card: Path
    base: str
    urdf: Path
    bridge: Path
    controllers: tuple[str, ...]
    controller_file: Path
    finger_ends: tuple[float, float] | None
    pose: Pose
    height: float


@dataclass(frozen=True)
class TeamFiles:
    """Say where the files of a whole team are.

    Attributes:
        world: The house for Gazebo.
        world_name: Its name there.
        map: The house for map_server.
        clock_bridge: Configuration of the bridge that carries the clock.
        house: The house itself.
        robots: Its robots.
    """

    world: Path
    world_name: str
    map: Path
    clock_bridge: Path
    house: Path
    robots: tuple[RobotFiles, ...]


def write_team(
    folder: Path,
    house_name: str,
    pairs: Sequence[tuple[str, str]],
    config: Path,
    seed: int = 0,
    starts: Sequence[Pose] = (),
) -> TeamFiles:
    """Write everything, or nothing where something is wrong.

    Args:
        folder: Where to; it is made where it is missing.
        house_name: A file, or the name of one in the configuration's houses.
        pairs: Name and card of each robot.
        config: The configuration folder.
        seed: What start places are drawn with.
        starts: Where the robots start instead, one for each.

    Raises:
        ConfigError: House, card or URDF is wrong, the robots find no place, one cannot stand where
            it is to start, or the folder cannot be written to.
    """
    source = find_file(house_name, config / "houses", (".json",), "house")
    house = load_house(source)
    cards = [card_file(card, config) for _, card in pairs]
    known = {card: load_gazebo_robot("", 0, card) for card in cards}
    robots = [
        replace(known[card], name=name, number=number)
        for number, ((name, _), card) in enumerate(zip(pairs, cards, strict=True))
    ]
    folder = folder.expanduser().absolute()
    bodies = [robot.card.body for robot in robots]
    if starts:
        check_starts(house, [(robot.name, robot.card) for robot in robots], starts)
    poses = starts or start_poses(house, bodies, np.random.default_rng(seed))
    told = [
        _robot_files(folder, robot, card, pose, standing_height(house.ground, robot.card, pose))
        for robot, card, pose in zip(robots, cards, poses, strict=True)
    ]
    name = plain_name(source.stem)
    files: dict[Path, str | bytes] = {folder / WORLD: sdf_world(house, name)}
    text, picture = house_map(house, PICTURE, max(body.height for body in bodies))
    files |= {folder / MAP: text, folder / PICTURE: picture}
    files[folder / CLOCK_BRIDGE] = _yaml([CLOCK.entry()])
    for robot, one in zip(robots, told, strict=True):
        files[one.urdf] = robot_description(robot, str(one.controller_file))
        files[one.bridge] = _yaml([entry.entry() for entry in bridged(robot)])
        if one.controllers:
            files[one.controller_file] = _yaml(controller_parameters(robot))
    _write(files)
    paths = folder / WORLD, name, folder / MAP, folder / CLOCK_BRIDGE, source
    return TeamFiles(*paths, tuple(told))


def _robot_files(
    folder: Path, robot: GazeboRobot, card: Path, pose: Pose, ground: float
) -> RobotFiles:
    own = folder / robot.name
    return RobotFiles(
        robot.name,
        card,
        robot.model.root,
        own / "robot.urdf",
        own / "bridge.yaml",
        controllers(robot),
        own / "controllers.yaml",
        robot.finger_ends,
        pose,
        ground - robot.floor,
    )


def _yaml(content: Any) -> str:
    return str(yaml.safe_dump(content, sort_keys=False))


def _write(files: dict[Path, str | bytes]) -> None:
    for path, content in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, [content.encode() if isinstance(content, str) else content])
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror}; expected a place to write to") from None
