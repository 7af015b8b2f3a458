# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots' stacks hear of a house with two levels."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from action_msgs.msg import GoalStatus
from nav2_msgs.action import NavigateToPose
from nav_msgs.msg import Odometry
from rclpy.action import ActionClient
from rclpy.node import Node
from sensor_msgs.msg import PointCloud2
from simulator_bench import SimulatorBench
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.height_cloud import height_map_from_ros
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

HOUSE = Path(__file__).parents[3] / "config" / "houses" / "split_level.json"
ABOVE = 0.48


class Client(Node):
    """Listen to where the floor and the robot are, and send the robot somewhere."""

    def __init__(self, context: Any) -> None:
        super().__init__("client", context=context, use_global_arguments=False)
        self.ground: list[Any] = []
        self.odometry: list[Any] = []
        self.transforms: list[Any] = []
        self.create_subscription(PointCloud2, topics.GROUND, self.ground.append, qos.LATCHED)
        self.create_subscription(Odometry, f"/al/{topics.ODOM}", self.odometry.append, qos.SENSOR)
        self.create_subscription(TFMessage, "/tf", self.transforms.append, qos.TF)
        self.navigation = ActionClient(self, NavigateToPose, f"/al/{topics.NAVIGATE_TO_POSE}")


class LevelsBench(SimulatorBench):
    """Spin the simulator and the client."""

    def __init__(self, context: Any, folder: Path) -> None:
        self.client = Client(context)
        super().__init__(self.client, folder, folder)


@pytest.fixture
def bench(ros_context: Any, tmp_path: Path, plain_card: RobotCard) -> Iterator[LevelsBench]:
    (tmp_path / "robots").mkdir()
    card = json.dumps(asdict(plain_card))
    (tmp_path / "robots" / "plain.yaml").write_text(card, encoding="utf-8")
    task = Task("levels", str(HOUSE), 0, (), (TaskRobot("al", "plain", Pose(7.0, 2.6)),))
    (tmp_path / "task.json").write_text(json.dumps(asdict(task)), encoding="utf-8")
    made = LevelsBench(ros_context, tmp_path)
    yield made
    made.close()


def test_ground_and_base_have_heights_and_a_drive_says_what_steps_are_in_the_way(
    bench: LevelsBench,
) -> None:
    client = bench.client
    bench.until(lambda: client.ground and client.odometry and client.transforms)
    ground = height_map_from_ros(client.ground[0])
    assert (ground.height(7.0, 2.6), ground.height(2.0, 2.6)) == (pytest.approx(ABOVE), 0.0)
    assert ground.height(4.4, 4.2) == pytest.approx(0.12)
    assert client.odometry[-1].pose.pose.position.z == pytest.approx(ABOVE)
    base = [t for t in client.transforms[-1].transforms if t.child_frame_id == "al/base_link"]
    assert base[0].transform.translation.z == pytest.approx(ABOVE)
    goal = NavigateToPose.Goal()
    goal.pose.header.frame_id = topics.MAP_FRAME
    goal.pose.pose = pose_to_ros(Pose(2.8, 4.2))
    handle = bench.send(client.navigation, goal)
    result = bench.result(handle.get_result_async())
    assert result.status == GoalStatus.STATUS_ABORTED
    assert result.result.error_msg == (
        "room_0 is down stairs, 0.48 m lower: 4 steps of 0.12 m; "
        "wheels climb steps of at most 0.03 m"
    )
