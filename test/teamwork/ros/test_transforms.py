# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The buffer that listens to /tf and /tf_static of a real ROS graph."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

import rclpy
from geometry_msgs.msg import TransformStamped
from rclpy.executors import SingleThreadedExecutor
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import TF, TF_STATIC
from adhoc_teamwork.teamwork.ros.transforms import TransformError, make_buffer

LIMIT = 8.0


def message(parent: str, child: str, stamp: float, x: float) -> Any:
    stamped = TransformStamped(child_frame_id=child)
    stamped.header.frame_id = parent
    stamped.header.stamp = time_to_ros(stamp)
    stamped.transform.translation.x = x
    stamped.transform.rotation.w = 1.0
    return TFMessage(transforms=[stamped])


class Rig:
    """A node with a buffer, spun on a thread, and publishers of both topics."""

    def __init__(self, context: Any) -> None:
        self.node = rclpy.create_node("listener", context=context)
        self.buffer = make_buffer(self.node)
        self.moving = self.node.create_publisher(TFMessage, "/tf", TF)
        self.fixed = self.node.create_publisher(TFMessage, "/tf_static", TF_STATIC)
        self.executor = SingleThreadedExecutor(context=context)
        self.executor.add_node(self.node)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        while not self._stop.is_set():
            self.executor.spin_once(timeout_sec=0.05)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(2.0)
        self.buffer.close()
        self.executor.shutdown(timeout_sec=1.0)
        self.node.destroy_node()

    def wait_for(self, target: str, source: str, stamp: float) -> Any:
        """Look up until it is there, at most `LIMIT` seconds."""
        end = time.monotonic() + LIMIT
        while True:
            try:
                return self.buffer.lookup(target, source, stamp)
            except TransformError:
                if time.monotonic() > end:
                    raise
                self._stop.wait(0.02)


@pytest.fixture
def rig(ros_context: Any) -> Iterator[Rig]:
    rig = Rig(ros_context)
    yield rig
    rig.close()


def test_moving_and_fixed_transforms_are_chained(rig: Rig) -> None:
    rig.fixed.publish(message("base_link", "camera", 0.0, 0.2))
    rig.moving.publish(message("map", "base_link", 1.0, 1.0))
    rig.moving.publish(message("map", "base_link", 2.0, 3.0))
    assert rig.wait_for("map", "camera", 1.5)[0, 3] == pytest.approx(2.2)


@pytest.mark.alone
def test_what_is_not_there_is_an_error_at_once(rig: Rig) -> None:
    started = time.monotonic()
    with pytest.raises(TransformError, match="map"):
        rig.buffer.lookup("map", "base_link", 1.0)
    assert time.monotonic() - started < 0.5
