# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a robot's URDF for Gazebo Harmonic: its own, with sensors, drive and controllers."""

from xml.etree import ElementTree

from adhoc_teamwork.simulation.gazebo.arm_control import add_arm_control
from adhoc_teamwork.simulation.gazebo.body import shape_body
from adhoc_teamwork.simulation.gazebo.drive import add_drive
from adhoc_teamwork.simulation.gazebo.elements import add, plugin
from adhoc_teamwork.simulation.gazebo.eyes import add_eyes
from adhoc_teamwork.simulation.gazebo.labels import robot_label
from adhoc_teamwork.simulation.gazebo.names import gazebo_topic
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics

JOINT_RATE = 20.0
"""Joint states a second of a robot without ros2_control."""


def robot_description(robot: GazeboRobot, controller_file: str = "") -> str:
    """Return the URDF that `ros_gz_sim create` spawns and robot_state_publisher reads.

    What the robot's own file says for Gazebo is replaced. Joints that nothing moves in Gazebo,
    such as legs, stand still.

    Args:
        robot: The robot.
        controller_file: Where `controller_parameters` are written, for a robot with an arm.

    Raises:
        ConfigError: The robot's body cannot be moved so.
    """
    root = robot.description()
    root.set("name", robot.name)
    shape_body(root, robot)
    add_eyes(root, robot)
    add_drive(root, robot)
    add_arm_control(root, robot, controller_file)
    label: dict[str, object] = {"label": robot_label(robot.number)}
    plugin(root, "gz-sim-label-system", "gz::sim::systems::Label", label)
    if robot.wheels:
        topic = gazebo_topic(robot.name, topics.JOINT_STATES)
        states: dict[str, object] = {"topic": topic, "update_rate": JOINT_RATE}
        element = plugin(
            root,
            "gz-sim-joint-state-publisher-system",
            "gz::sim::systems::JointStatePublisher",
            states,
        )
        for name in robot.wheels:
            add(element, "joint_name", name)
    ElementTree.indent(root)
    return f'<?xml version="1.0"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
