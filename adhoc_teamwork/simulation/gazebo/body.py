# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a robot's URDF what Gazebo can stand on the floor: joints held, friction, visibility."""

from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, moved
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.simulation.gazebo.elements import add, extension
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork.settings.config import ConfigError

FLOOR_CONTACT = 0.02
"""Metres above the floor, up to which a link that nothing drives would rub on it."""
SCAN_LINK = "scan_link"
_ROLLING, _SLIPPING = 1.0, 0.1
"""Friction of a wheel along its way, and across it where several on a side must slip to turn."""
_TWO = 2
_FIRST_BIT = 2
"""The two lowest bits of Gazebo's visibility flags are its own."""
_ALL = 0x0FFFFFFF


def own_flag(robot: GazeboRobot) -> int:
    """Return the visibility flag of a robot's body, which its own laser does not see."""
    return 1 << (_FIRST_BIT + robot.number % 24)


def laser_mask(robot: GazeboRobot) -> int:
    """Return what a robot's laser sees: all but its own body."""
    return _ALL & ~own_flag(robot)


def shape_body(root: Element, robot: GazeboRobot) -> None:
    """Change a robot's URDF in place.

    Joints that nothing moves stand still, links on the floor roll or slide, the laser's frame is
    there and does not see the robot. Sensors that the file describes are taken out.

    Raises:
        ConfigError: A joint that is to stand still cannot be at zero, or a wheel has no shape.
    """
    for old in root.findall("gazebo"):
        root.remove(old)
    for joint in root.findall("joint"):
        _hold(joint, robot)
    _place_laser(root, robot)
    for link in root.findall("link"):
        if link.find("visual") is not None:
            visual = add(extension(root, link.get("name", "")), "visual")
            add(visual, "visibility_flags", own_flag(robot))
    _rub(root, robot)


def _hold(element: Element, robot: GazeboRobot) -> None:
    joint = robot.model.joints[element.get("name", "")]
    if not joint.moves or joint.name in robot.moving:
        return
    if joint.rest != 0.0:
        raise ConfigError(
            f"{robot.urdf}: joint '{joint.name}': nothing moves it in Gazebo; expected limits "
            "that hold zero"
        )
    element.set("type", "fixed")
    for tag in ("axis", "limit", "mimic", "dynamics", "safety_controller", "calibration"):
        for part in element.findall(tag):
            element.remove(part)


def _place_laser(root: Element, robot: GazeboRobot) -> None:
    if SCAN_LINK in robot.model.links:
        return
    add(root, "link", name=SCAN_LINK)
    joint = add(root, "joint", name="scan_joint", type="fixed")
    add(joint, "parent", link="base_link")
    add(joint, "child", link=SCAN_LINK)
    base = Kinematics(robot.model, ()).fixed_poses["base_link"][2, 3]
    height = robot.floor + robot.card.body.scan_height - float(base)
    add(joint, "origin", xyz=f"0 0 {height:g}", rpy="0 0 0")


def _rub(root: Element, robot: GazeboRobot) -> None:
    """Give wheels the friction of wheels, and none to what else touches the floor."""
    driven = {robot.model.joints[wheel].child: wheel for wheel in robot.wheels}
    sideways = _SLIPPING if len(driven) > _TWO else _ROLLING
    poses = Kinematics(robot.model, ()).fixed_poses
    for name, link in robot.model.links.items():
        if name in driven:
            across = _axis_of_collision(robot, driven[name])
            _friction(root, name, sideways, _ROLLING, across)
        elif link.collisions and _lowest(robot, name, poses[name]) < robot.floor + FLOOR_CONTACT:
            _friction(root, name, 0.0, 0.0)


def _axis_of_collision(robot: GazeboRobot, wheel: str) -> tuple[float, float, float]:
    """Return a wheel's axis in the frame of the shape on which it rolls."""
    joint = robot.model.joints[wheel]
    shapes = robot.model.links[joint.child].collisions
    if not shapes:
        raise ConfigError(f"{robot.urdf}: link '{joint.child}': expected a <collision> to roll on")
    shape = shapes[0]
    x, y, z = (round(float(value), 6) + 0.0 for value in shape.origin[:3, :3].T @ joint.axis)
    return x, y, z


def _lowest(robot: GazeboRobot, link: str, pose: Floats) -> float:
    collisions = robot.model.links[link].collisions
    return min(
        float(np.min(moved(one.shape.corners, pose @ one.origin)[:, 2])) for one in collisions
    )


def _friction(
    root: Element,
    link: str,
    first: float,
    second: float,
    direction: tuple[float, float, float] | None = None,
) -> None:
    """Say how a link rubs: along `direction`, in its collision's frame, and across."""
    element = extension(root, link)
    add(element, "mu1", first)
    add(element, "mu2", second)
    if direction is not None:
        add(element, "fdir1", direction)
