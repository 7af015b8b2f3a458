# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A client on another node moves the quadruped's arm as ros2_control's clients do."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from action_msgs.msg import GoalStatus
from arm_bench import CONFIG
from control_msgs.action import FollowJointTrajectory, GripperCommand
from control_msgs.msg import JointTolerance
from rclpy.action import ActionClient
from rclpy.duration import Duration
from rclpy.node import Node
from sensor_msgs.msg import JointState
from simulator_bench import SimulatorBench
from trajectory_msgs.msg import JointTrajectoryPoint, MultiDOFJointTrajectoryPoint

from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

STOWED = load_card("quadruped", CONFIG).stowed


@pytest.fixture
def task_folder(tmp_path: Path) -> Path:
    """Return a folder with an empty room and a quadruped in it; another joins much later."""
    corners = [(0, 0), (0, 5), (5, 5), (5, 0)]
    floor = [{"x": x, "y": 0, "z": z} for x, z in corners]
    house = {
        "rooms": [{"id": "room|0", "roomType": "Kitchen", "floorPolygon": floor}],
        "walls": [], "doors": [], "windows": [], "objects": [],
        "metadata": {"schema": "1.0.0"},
    }  # fmt: skip
    (tmp_path / "house.json").write_text(json.dumps(house), encoding="utf-8")
    card = str(CONFIG / "robots" / "quadruped.yaml")
    robots = (
        TaskRobot("al", card, Pose(2.5, 2.5)),
        TaskRobot("bo", card, Pose(4.0, 4.0), joins_at=1e6),
    )
    task = Task("test", str(tmp_path / "house.json"), 0, (), robots)
    (tmp_path / "task.json").write_text(json.dumps(asdict(task)), encoding="utf-8")
    return tmp_path


class Bench(SimulatorBench):
    """Spin the simulator and a client of its controllers."""

    def __init__(self, context: Any, folder: Path) -> None:
        client = Node("client", context=context, use_global_arguments=False)
        super().__init__(client, folder, CONFIG)
        self.joints: list[Any] = []
        client.create_subscription(
            JointState, f"/al/{topics.JOINT_STATES}", self.joints.append, qos.SENSOR
        )
        self.arm = {
            name: ActionClient(
                client, FollowJointTrajectory, f"/{name}/{topics.FOLLOW_JOINT_TRAJECTORY}"
            )
            for name in ("al", "bo")
        }
        self.gripper = ActionClient(client, GripperCommand, f"/al/{topics.GRIPPER_COMMAND}")

    def answer(self, client: ActionClient, goal: Any) -> Any:
        """Return how an accepted goal ends."""
        handle = self.send(client, goal)
        assert handle.accepted
        return self.result(handle.get_result_async())

    def joint(self, name: str) -> float:
        """Return a joint's position as it was told last."""
        message = self.until(lambda: self.joints and self.joints[-1])
        return float(message.position[list(message.name).index(name)])


@pytest.fixture
def bench(ros_context: Any, task_folder: Path) -> Iterator[Bench]:
    made = Bench(ros_context, task_folder)
    yield made
    made.close()


def trajectory(*points: tuple[float, float]) -> Any:
    """Return a goal: the first joint by so much from where it is stowed, at so many seconds."""
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.joint_names = [f"arm_{number}_joint" for number in range(1, 7)]
    for seconds, by in points:
        point = JointTrajectoryPoint(positions=[STOWED[0] + by, *STOWED[1:]], velocities=[0.0] * 6)
        point.time_from_start = Duration(seconds=seconds).to_msg()
        goal.trajectory.points.append(point)
    return goal


def test_joints_follow_a_trajectory_with_feedback(bench: Bench) -> None:
    feedback: list[Any] = []
    goal = trajectory((1.0, 0.3), (3.0, 0.9))
    handle = bench.send(bench.arm["al"], goal, feedback.append)
    answer = bench.result(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert answer.result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
    bench.until(lambda: abs(bench.joint("arm_1_joint") - STOWED[0] - 0.9) < 1e-3)
    turned = [f.feedback.actual.positions[0] - STOWED[0] for f in feedback]
    assert turned == sorted(turned)
    assert 0.0 < turned[len(turned) // 2] < 0.9
    assert max(abs(f.feedback.error.positions[0]) for f in feedback) < 1e-3
    assert feedback[-1].feedback.joint_names == goal.trajectory.joint_names


def _of_five(goal: Any) -> None:
    goal.trajectory.joint_names = goal.trajectory.joint_names[:5]


def _empty(goal: Any) -> None:
    goal.trajectory.points = []


def _old(goal: Any) -> None:
    goal.trajectory.points = trajectory((0.01, 0.0)).trajectory.points
    goal.trajectory.header.stamp = time_to_ros(0.001)


def _too_fast(goal: Any) -> None:
    goal.trajectory.points = trajectory((0.1, 2.0)).trajectory.points


def _beyond(goal: Any) -> None:
    goal.trajectory.points = trajectory((3.0, 2.85 - STOWED[0])).trajectory.points


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_of_five, FollowJointTrajectory.Result.INVALID_JOINTS),
        (_empty, FollowJointTrajectory.Result.INVALID_GOAL),
        (_old, FollowJointTrajectory.Result.OLD_HEADER_TIMESTAMP),
        (_too_fast, FollowJointTrajectory.Result.PATH_TOLERANCE_VIOLATED),
        (_beyond, FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED),
    ],
)
def test_gives_goals_up_with_ros2_controls_codes(
    bench: Bench, spoil: Callable[[Any], None], code: int
) -> None:
    goal = trajectory((1.0, 0.1))
    bench.joint("arm_1_joint")
    spoil(goal)
    answer = bench.answer(bench.arm["al"], goal)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert answer.result.error_code == code
    assert answer.result.error_string


def test_tolerances_of_the_goal_count(bench: Bench) -> None:
    goal = trajectory((0.1, 1.0))
    goal.path_tolerance = [JointTolerance(name="arm_1_joint", position=-1.0)]
    assert bench.answer(bench.arm["al"], goal).status == GoalStatus.STATUS_SUCCEEDED
    goal = trajectory((3.0, 2.85 - STOWED[0]))
    goal.goal_tolerance = [JointTolerance(name="arm_1_joint", position=0.2)]
    assert bench.answer(bench.arm["al"], goal).status == GoalStatus.STATUS_SUCCEEDED


def test_cancel_holds_position_and_a_newer_goal_preempts(bench: Bench) -> None:
    handle = bench.send(bench.arm["al"], trajectory((60.0, 1.0)))
    assert len(bench.result(handle.cancel_goal_async()).goals_canceling) == 1
    answer = bench.result(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_CANCELED
    first = bench.send(bench.arm["al"], trajectory((60.0, 1.0)))
    second = bench.send(bench.arm["al"], trajectory((2.0, 0.0)))
    assert bench.result(first.get_result_async()).status == GoalStatus.STATUS_ABORTED
    assert bench.result(second.get_result_async()).status == GoalStatus.STATUS_SUCCEEDED


def test_the_gripper_closes_on_nothing_and_shows_its_gap_in_the_finger(bench: Bench) -> None:
    goal = GripperCommand.Goal()
    goal.command.position = 0.03
    answer = bench.answer(bench.gripper, goal)
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert (answer.result.stalled, answer.result.reached_goal) == (False, True)
    assert answer.result.position == pytest.approx(0.03)
    bench.until(lambda: abs(bench.joint(topics.GRIPPER_JOINT) - 0.015) < 1e-3)
    goal.command.position = float("nan")
    assert not bench.send(bench.gripper, goal).accepted


def test_rejects_goals_before_the_robot_is_there_and_of_other_joints(bench: Bench) -> None:
    assert not bench.send(bench.arm["bo"], trajectory((1.0, 0.1))).accepted
    goal = trajectory((1.0, 0.1))
    goal.multi_dof_trajectory.points.append(MultiDOFJointTrajectoryPoint())
    assert not bench.send(bench.arm["al"], goal).accepted
