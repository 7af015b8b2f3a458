# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell a detector which classes the task needs: on a latched topic, and by yolo_ros's service."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rclpy.clock import Clock, ClockType
from vision_msgs.msg import LabelInfo, VisionClass

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED

LOOK_PERIOD = 1.0
"""Seconds of wall time between two looks whether a detector is there."""


class WantedClasses:
    """Publish the classes for who listens, and set those of each detector that takes them.

    Args:
        node: Publishes and calls.
        words: Names of classes; their numbers are their places in it.
    """

    def __init__(self, node: Any, words: Sequence[str]) -> None:
        self._node, self._words = node, [text_to_ros(word) for word in words]
        self._is_told = False
        kind = _set_classes()
        self._client = node.create_client(kind, topics.SET_CLASSES) if kind is not None else None
        self._publisher = node.create_publisher(LabelInfo, topics.WANTED_CLASSES, LATCHED)
        classes = enumerate(self._words)
        self._publisher.publish(
            LabelInfo(class_map=[VisionClass(class_id=n, class_name=name) for n, name in classes])
        )
        if self._client is not None:
            wall = Clock(clock_type=ClockType.STEADY_TIME)
            node.create_timer(LOOK_PERIOD, self.look, clock=wall)

    def look(self) -> None:
        """Tell a detector that has come since the last look; one that starts again is told anew."""
        if self._client is None or not self._client.service_is_ready():
            self._is_told = False
        elif not self._is_told:
            self._is_told = True
            request = self._client.srv_type.Request(classes=self._words)
            self._client.call_async(request)
            self._node.get_logger().info(f"the detector is told {len(self._words)} classes")


def _set_classes() -> Any:
    """Return yolo_ros's service, or None where its messages are not installed."""
    try:
        return import_module("yolo_msgs.srv").SetClasses
    except ImportError:
        return None
