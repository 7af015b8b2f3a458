# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot is in `map`, heard from a real ROS graph, for whoever asks: planner or skills."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

import rclpy
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.ros.odometer import Odometer
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.pose_source import PoseSource
from adhoc_teamwork.teamwork.ros.qos import SENSOR, TF, TF_STATIC

LIMIT = 10.0


def message(parent: str, child: str, x: float) -> Any:
    stamped = TransformStamped(child_frame_id=child)
    stamped.header.frame_id = parent
    stamped.transform.translation.x = x
    stamped.transform.rotation.w = 1.0
    return TFMessage(transforms=[stamped])


class Rig:
    """A robot's node that asks where it is, and publishers of what tells it."""

    def __init__(self, context: Any) -> None:
        self.node = rclpy.create_node("listener", context=context, namespace="rex")
        self.moving = self.node.create_publisher(TFMessage, "/tf", TF)
        self.fixed = self.node.create_publisher(TFMessage, "/tf_static", TF_STATIC)
        self._odom = self.node.create_publisher(Odometry, topics.ODOM, SENSOR)
        self.executor = SingleThreadedExecutor(context=context)
        self.executor.add_node(self.node)
        self.source = PoseSource(self.node)
        self.world = World()
        self._odometer = Odometer(self.node, self.world)

    def listen(self) -> None:
        self.source.setup()
        self._odometer.setup()
        self.node.create_subscription(Odometry, topics.ODOM, self.source.on_odometry, SENSOR)

    def drive(self, frame: str, x: float) -> None:
        odometry = Odometry()
        odometry.header.frame_id = frame
        odometry.pose.pose = pose_to_ros(Pose(x, 2.0))
        self._odom.publish(odometry)

    def until(self, done: Callable[[], bool], meanwhile: Callable[[], None]) -> None:
        end = time.monotonic() + LIMIT
        while not done():
            assert time.monotonic() < end
            meanwhile()
            self.executor.spin_once(timeout_sec=0.02)

    def close(self) -> None:
        self.source.close()
        self.executor.shutdown(timeout_sec=1.0)
        self.node.destroy_node()


@pytest.fixture
def rig(ros_context: Any) -> Iterator[Rig]:
    rig = Rig(ros_context)
    yield rig
    rig.close()


def test_a_chain_from_map_over_another_frame_is_followed_by_all(rig: Rig) -> None:
    """The fixed part comes once and the moving one often, as with a site that a map lies in."""
    rig.listen()
    rig.fixed.publish(message("map", "site", 10.0))

    def say() -> None:
        rig.moving.publish(message("site", "rex/odom", 0.5))
        rig.drive("rex/odom", 1.0)

    rig.until(lambda: None not in (rig.source.pose(), rig.world.pose), say)
    assert rig.source.pose() == rig.world.pose == Pose(11.5, 2.0)


def test_what_moves_is_not_heard_where_the_fixed_does(rig: Rig) -> None:
    rig.listen()
    rig.fixed.publish(message("map", "rex/odom", 10.0))
    rig.until(lambda: rig.source.pose() == Pose(11.0, 2.0), lambda: rig.drive("rex/odom", 1.0))
    assert rig.node.count_subscribers("/tf") == 0
    rig.until(lambda: rig.node.count_subscribers("/tf") > 0, lambda: rig.drive("other", 1.0))


def test_after_its_end_it_knows_nothing(rig: Rig) -> None:
    rig.listen()
    rig.until(lambda: rig.source.pose() is not None, lambda: rig.drive("map", 1.0))
    rig.source.close()
    assert rig.source.pose() is None
    assert not rig.source.on_odometry(Odometry())
