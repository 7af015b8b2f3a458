# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages carry what the simulator holds, in the frames of docs/ros_graph.md."""

import math

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: conversions need its messages")

from adhoc_teamwork.perception.messages import labels_from_ros
from adhoc_teamwork.simulation.events import EventKind, WorldEvent
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.ros import conversions
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.sensors import InstanceLabel
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.pose_in_map import PoseInMap
from adhoc_teamwork.teamwork.maps.transform_buffer import TransformBuffer
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.task import TaskRobot


@pytest.fixture
def robot(arm_card: RobotCard) -> WorldRobot:
    return WorldRobot(TaskRobot("al", "arm", Pose(0, 0)), arm_card, Pose(1.0, 2.0, 0.5), 100.0)


@pytest.mark.parametrize(
    ("kind", "shape", "encoding"),
    [(np.uint8, (4, 6, 3), "rgb8"), (np.float32, (4, 6), "32FC1"), (np.uint16, (4, 6), "mono16")],
)
def test_image_bytes(kind: type, shape: tuple[int, ...], encoding: str) -> None:
    pixels = np.arange(math.prod(shape)).reshape(shape).astype(kind)
    message = conversions.image_to_ros(pixels, encoding, "al/camera_optical_frame", 1.25)
    assert bytes(message.data) == pixels.tobytes()
    assert (message.height, message.width, message.encoding) == (4, 6, encoding)
    assert message.step * message.height == pixels.nbytes
    assert time_from_ros(message.header.stamp) == 1.25


LIT = (State("heat", "3"), State("light", "on"))


def test_camera_info_projects_as_the_camera_does(arm_card: RobotCard) -> None:
    camera = Camera.of(arm_card)
    message = conversions.camera_to_ros(camera, "al/camera_optical_frame", 0.0)
    k = np.array(message.k).reshape(3, 3)
    edge = math.tan(camera.horizontal_fov / 2.0)
    # The picture's right edge is half a pixel beyond the last column's centre.
    assert (k @ [edge, 0.0, 1.0])[0] == pytest.approx(camera.width - 0.5)
    assert list(message.p)[:3] == [k[0, 0], 0.0, k[0, 2]]


def test_labels_are_parallel_and_ordered() -> None:
    labels = [
        InstanceLabel(7, "Mug", True, False),
        InstanceLabel(2, "Table", False, True),
        InstanceLabel(3, "Fridge", False, True, closed=True),
        InstanceLabel(4, "Fridge", False, True, closed=False, states=LIT),
    ]
    message = conversions.labels_to_ros(labels, "f", 0.0)
    assert list(message.ids) == [2, 3, 4, 7]
    assert message.categories == ["Table", "Fridge", "Fridge", "Mug"]
    assert list(message.pickupable) == [False, False, False, True]
    assert list(message.is_receptacle) == [True, True, True, False]
    assert list(message.doors) == [0, 1, 2, 0]
    assert list(message.states) == ["", "", "heat=3 light=on", ""]
    assert labels_from_ros(message)[4].states == LIT
    assert labels_from_ros(message)[7].states == ()


def test_scan_goes_round_once() -> None:
    message = conversions.scan_to_ros(np.array([1.0, np.inf], np.float32), 5.0, "f", 0.0)
    assert list(message.ranges) == [1.0, math.inf]
    assert message.angle_max + message.angle_increment == pytest.approx(math.pi, abs=1e-6)


def test_joint_effort_shows_the_hold(robot: WorldRobot) -> None:
    assert list(conversions.joints_to_ros(robot, 0.0).effort) == [0.0]
    robot.held = "Mug|0"
    assert conversions.joints_to_ros(robot, 0.0).effort[0] > 0.0


def test_odometry_and_transforms_agree(robot: WorldRobot) -> None:
    odometry = conversions.odometry_to_ros(robot, robot.pose, 3.0)
    assert pose_from_ros(odometry.pose.pose).yaw == pytest.approx(0.5)
    (odom_base,) = conversions.moving_transforms_to_ros({robot.name: robot.pose}, 3.0).transforms
    assert (odom_base.header.frame_id, odom_base.child_frame_id) == ("al/odom", "al/base_link")
    assert (odom_base.transform.translation.x, odom_base.transform.translation.y) == (1.0, 2.0)
    assert odom_base.transform.translation.z == 0.0


def test_the_base_is_as_high_as_the_floor_below_it(robot: WorldRobot) -> None:
    odometry = conversions.odometry_to_ros(robot, robot.pose, 3.0, height=0.48)
    moving = conversions.moving_transforms_to_ros({robot.name: robot.pose}, 3.0, {robot.name: 0.48})
    (base,) = (transform.transform.translation.z for transform in moving.transforms)
    assert (base, odometry.pose.pose.position.z) == (0.48, 0.48)


def test_odometry_alone_places_a_robot_in_the_map(robot: WorldRobot) -> None:
    transforms = TransformBuffer()
    transforms.take(conversions.fixed_transforms_to_ros([robot], 0.0), static=True)
    odometry = conversions.odometry_to_ros(robot, robot.pose, 3.0)
    place = PoseInMap(transforms)
    assert place.drive(odometry.header.frame_id, pose_from_ros(odometry.pose.pose))
    assert not place.needs_moving
    assert place.pose() == robot.pose


def test_fixed_transforms_look_where_the_camera_looks(robot: WorldRobot) -> None:
    _odom, mounted, optical = conversions.fixed_transforms_to_ros([robot], 0.0).transforms
    assert mounted.child_frame_id == optical.header.frame_id == "al/camera_link"
    turn = rotation(mounted) @ rotation(optical)
    camera = Camera.of(robot.card)
    ahead = camera.rotation(Pose(0.0, 0.0)) @ [1.0, 0.0, 0.0]
    assert turn @ [0.0, 0.0, 1.0] == pytest.approx(ahead)
    assert turn @ [1.0, 0.0, 0.0] == pytest.approx([0.0, -1.0, 0.0])
    assert mounted.transform.translation.z == pytest.approx(camera.height)


def test_floor_plan_tells_outlines_and_connections_only(small_house: House) -> None:
    plan = scene_graph_from_ros(conversions.floor_plan_to_ros(small_house))
    assert [room.room_id for room in plan.rooms] == ["room_0", "room_1"]
    assert {room.room_type for room in plan.rooms} == {""}
    (relation,) = plan.relations
    assert (relation.subject, relation.predicate, relation.object) == (
        "room_0", Predicate.CONNECTED, "room_1",
    )  # fmt: skip
    assert plan.objects == ()


def test_world_event() -> None:
    event = WorldEvent(2.0, EventKind.GRASP, "t", "al", "Mug|0", "Mug", Point(1, 2, 3), "w", 4.5)
    message = conversions.world_event_to_ros(event, 1, 2)
    assert (message.kind, message.robot, message.object) == ("grasp", "al", "Mug|0")
    assert (message.tidied, message.total, message.position.z) == (1, 2, 3.0)


def rotation(transform: object) -> np.ndarray:
    q = transform.transform.rotation  # type: ignore[attr-defined]
    return np.array(
        [
            [1 - 2 * (q.y**2 + q.z**2), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)],
            [2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x**2 + q.z**2), 2 * (q.y * q.z - q.x * q.w)],
            [2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x**2 + q.y**2)],
        ]
    )
