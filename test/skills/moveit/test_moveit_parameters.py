# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MoveIt is told of the robot's arm, its hand, its controllers, and what of it may touch."""

from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.moveit.parameters import (
    ArmOfRobot,
    arm_of_robot,
    move_group_parameters,
    moveit_py_parameters,
)
from adhoc_teamwork.skills.moveit.srdf import unchecked
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

ROBOTS = config_dir() / "robots"


@pytest.fixture(scope="module")
def robot() -> ArmOfRobot:
    return arm_of_robot(load_robot_card(ROBOTS / "quadruped.yaml"), ROBOTS / "quadruped.urdf")


def test_the_groups_are_the_arm_and_its_hand(robot: ArmOfRobot) -> None:
    root = ElementTree.fromstring(robot.semantics)
    model = load_robot(ROBOTS / "quadruped.urdf")
    assert root.get("name") == ElementTree.fromstring(robot.description).get("name")
    chain = root.find("group[@name='arm']/chain")
    assert chain is not None
    between = [j.name for j in model.path_to(str(chain.get("tip_link"))) if j.moves]
    assert tuple(between) == robot.arm.joints
    assert str(chain.get("base_link")) in model.links
    fingers = [one.get("name") for one in root.iterfind("group[@name='gripper']/joint")]
    assert fingers == ["gripper_joint", "gripper_mirror_joint"]
    stowed = {
        one.get("name"): float(str(one.get("value")))
        for one in root.iterfind("group_state[@name='stowed']/joint")
    }
    card = load_robot_card(ROBOTS / "quadruped.yaml")
    assert stowed == pytest.approx(dict(zip(robot.arm.joints, card.stowed, strict=True)))


def test_moveit_checks_what_our_planner_checks(robot: ArmOfRobot) -> None:
    model = load_robot(ROBOTS / "quadruped.urdf")
    left_out = [frozenset(pair[:2]) for pair in unchecked(model, robot.mover)]
    assert len(set(left_out)) == len(left_out)
    solid = {name for name, link in model.links.items() if link.collisions}
    assert all(pair <= solid for pair in left_out)
    checked = {frozenset(pair) for pair in combinations(solid, 2)} - set(left_out)
    start = len(robot.mover.name) + 1
    assert {frozenset((a[start:], b[start:])) for a, b in robot.mover.apart} <= checked
    # The hand must not hit the body, nor the camera, nor a leg.
    for link in ("base_link", "camera_link", "front_left_thigh"):
        assert frozenset(("arm_6_link", link)) in checked
    # Links that a joint joins, and those that never move against each other.
    assert frozenset(("arm_1_link", "arm_2_link")) in left_out
    assert frozenset(("camera_link", "rear_left_foot")) in left_out


@pytest.mark.parametrize("make", [move_group_parameters, moveit_py_parameters])
def test_both_nodes_know_robot_pipeline_and_controllers(robot: ArmOfRobot, make: Any) -> None:
    told = yaml.safe_load(yaml.safe_dump(make(robot)))
    assert set(told["robot_description_kinematics"]) == {"arm"}
    limits = told["robot_description_planning"]["joint_limits"]
    assert set(limits) == set(robot.arm.joints)
    assert limits["arm_1_joint"]["max_velocity"] == 3.0
    assert limits["arm_1_joint"]["max_acceleration"] == 8.0
    manager = told["moveit_simple_controller_manager"]
    actions = {f"{name}/{manager[name]['action_ns']}" for name in manager["controller_names"]}
    assert actions == {topics.FOLLOW_JOINT_TRAJECTORY, topics.GRIPPER_COMMAND}
    pipelines = told["planning_pipelines"]
    names = pipelines["pipeline_names"] if isinstance(pipelines, dict) else pipelines
    assert all(told[name]["planning_plugins"] for name in names)
    request = told.get("plan_request_params", {"planning_pipeline": "ompl"})
    assert request["planning_pipeline"] in names


def test_a_robot_without_an_arm_or_with_a_wrong_posture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no arm found"):
        arm_of_robot(load_robot_card(ROBOTS / "small.yaml"), ROBOTS / "small.urdf")
    text = (ROBOTS / "quadruped.yaml").read_text().replace("-1.6, 0.0,", "-1.6,")
    for name in ("quadruped.urdf", "quadruped.resume.json"):
        (tmp_path / name).write_bytes((ROBOTS / name).read_bytes())
    (tmp_path / "quadruped.yaml").write_text(text)
    card = load_robot_card(tmp_path / "quadruped.yaml")
    with pytest.raises(ConfigError, match="stowed has 5 numbers"):
        arm_of_robot(card, tmp_path / "quadruped.urdf")
