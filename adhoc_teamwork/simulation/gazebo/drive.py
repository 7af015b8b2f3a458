# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How Gazebo drives a robot's base, and what it tells of its motion."""

import math
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.simulation.gazebo.elements import add, plugin
from adhoc_teamwork.simulation.gazebo.names import MOTION, gazebo_topic
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.config import ConfigError

ODOM_RATE = 30.0
"""Odometry messages a second."""
MOTION_RATE = 50.0
MOTION_NOISE = 0.02
"""Standard deviation of each velocity that legs tell, m/s and rad/s."""
TF_TOPIC = "tf"


def add_drive(root: Element, robot: GazeboRobot) -> None:
    """Add the plugins that take `cmd_vel`: wheels that turn, or else a body that glides.

    Wheels count their own turns. A body that glides tells its velocities with noise, of which
    `adhoc_teamwork.simulation.gazebo.dead_reckoning` makes odometry.

    Raises:
        ConfigError: The wheels stand on no two sides, or do not roll ahead.
    """
    if robot.wheels:
        _add_wheels(root, robot)
    else:
        _add_gliding(root, robot)


def _add_wheels(root: Element, robot: GazeboRobot) -> None:
    across, radius = _tread(robot)
    left = [name for name, y in across.items() if y > 0.0]
    right = [name for name, y in across.items() if y < 0.0]
    if not left or not right:
        raise ConfigError(f"{robot.urdf}: expected wheels on the left and on the right")
    mean = [sum(across[name] for name in side) / len(side) for side in (left, right)]
    body, speed = robot.card.body, robot.card.capability.max_speed
    element = plugin(
        root,
        "gz-sim-diff-drive-system",
        "gz::sim::systems::DiffDrive",
        {
            "wheel_separation": mean[0] - mean[1],
            "wheel_radius": radius,
            "max_linear_velocity": speed,
            "min_linear_velocity": -speed,
            "max_angular_velocity": body.max_turn_rate,
            "min_angular_velocity": -body.max_turn_rate,
            "max_linear_acceleration": body.acceleration,
            "min_linear_acceleration": -body.acceleration,
            "odom_publish_frequency": ODOM_RATE,
            "topic": gazebo_topic(robot.name, topics.CMD_VEL),
            "odom_topic": gazebo_topic(robot.name, topics.ODOM),
            "tf_topic": gazebo_topic(robot.name, TF_TOPIC),
            "frame_id": robot.frame("odom"),
            "child_frame_id": robot.frame(robot.model.root),
        },
    )
    for tag, side in (("left_joint", left), ("right_joint", right)):
        for name in side:
            add(element, tag, name)


def _add_gliding(root: Element, robot: GazeboRobot) -> None:
    plugin(
        root,
        "gz-sim-velocity-control-system",
        "gz::sim::systems::VelocityControl",
        {"topic": gazebo_topic(robot.name, topics.CMD_VEL)},
    )
    plugin(
        root,
        "gz-sim-odometry-publisher-system",
        "gz::sim::systems::OdometryPublisher",
        {
            "odom_topic": gazebo_topic(robot.name, MOTION),
            "odom_frame": robot.frame("odom"),
            "robot_base_frame": robot.frame(robot.model.root),
            "odom_publish_frequency": MOTION_RATE,
            "gaussian_noise": MOTION_NOISE,
            "dimensions": 2,
        },
    )


def _tread(robot: GazeboRobot) -> tuple[dict[str, float], float]:
    """Return how far left of the middle each wheel stands, and the wheels' radius; metres.

    Raises:
        ConfigError: A wheel does not roll ahead, or the wheels' sizes differ.
    """
    poses = Kinematics(robot.model, ()).fixed_poses
    across, radii = {}, []
    for name in robot.wheels:
        joint = robot.model.joints[name]
        pose = poses[joint.child]
        if float((pose[:3, :3] @ joint.axis)[1]) < math.cos(math.radians(5.0)):
            raise ConfigError(
                f"{robot.urdf}: joint '{name}': expected an axis to the left, for a wheel that "
                "rolls ahead"
            )
        across[name] = float(pose[1, 3])
        radii.append(float(pose[2, 3]))
    if np.ptp(radii) > 0.01 * max(radii):
        raise ConfigError(f"{robot.urdf}: expected wheels of one size, with their axes level")
    return across, radii[0]
