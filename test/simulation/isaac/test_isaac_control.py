# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm in Isaac Sim is moved over the topics of the contract."""

from xml.etree import ElementTree

import pytest

from adhoc_teamwork.bringup.isaac_contract import Way, load_contract
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.simulation.isaac.control import (
    JOINT_COMMAND,
    isaac_controller_parameters,
    isaac_controllers,
    isaac_description,
)
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.places import config_dir

CONTRACT = load_contract(config_dir() / "isaac" / "contract.yaml")


def robot(name: str) -> GazeboRobot:
    return load_gazebo_robot("mine", 0, config_dir() / "robots" / f"{name}.yaml")


def test_the_hardware_speaks_over_the_topics_of_the_contract() -> None:
    root = ElementTree.fromstring(isaac_description(robot("quadruped")))
    hardware = root.find("ros2_control/hardware")
    assert hardware is not None
    told = {p.get("name"): p.text for p in hardware.iter("param")}
    ways = {f"/mine/{entry.topic}": entry.way for entry in CONTRACT.topics}
    assert ways[str(told["joint_commands_topic"])] is Way.SUBSCRIBE
    assert ways[str(told["joint_states_topic"])] is Way.PUBLISH
    assert told["joint_commands_topic"] == f"/mine/{JOINT_COMMAND}"
    assert len(root.findall("gazebo/plugin")) == 0


def test_every_joint_that_a_controller_moves_takes_commands() -> None:
    body = robot("quadruped")
    told = isaac_controller_parameters(body)
    root = ElementTree.fromstring(isaac_description(body))
    commanded = {j.get("name") for j in root.iterfind("ros2_control/joint")
                 if j.find("command_interface") is not None}  # fmt: skip
    arm = told["/mine/arm_controller"]["ros__parameters"]["joints"]
    gripper = told["/mine/gripper_controller"]["ros__parameters"]["joint"]
    assert {*arm, gripper} == commanded
    names = {link.get("name") for link in root.iterfind("joint")}
    assert commanded <= names


def test_only_controllers_that_move_something_run() -> None:
    body = robot("quadruped")
    assert isaac_controllers(body) == tuple(
        topic.split("/")[0] for topic in (topics.FOLLOW_JOINT_TRAJECTORY, topics.GRIPPER_COMMAND)
    )
    told = isaac_controller_parameters(body)
    manager = told["/mine/controller_manager"]["ros__parameters"]
    assert {key for key, value in manager.items() if isinstance(value, dict)} == set(
        isaac_controllers(body)
    )
    assert set(told) == {f"/mine/{n}" for n in ("controller_manager", *isaac_controllers(body))}
    assert manager["update_rate"] == 60


@pytest.mark.parametrize("name", ["small", "tall"])
def test_a_robot_without_an_arm_has_none_of_it(name: str) -> None:
    assert isaac_controllers(robot(name)) == ()
    assert isaac_controller_parameters(robot(name)) == {}
    assert "ros2_control" not in isaac_description(robot(name))
