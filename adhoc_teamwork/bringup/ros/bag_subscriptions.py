# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear all topics of a team for its bag: take what waits, serialized, a few times a second."""

import time
from pathlib import Path
from typing import Any

from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

from adhoc_teamwork.bringup.bags.bag_writing import BagWriter
from adhoc_teamwork.bringup.bags.recording_clock import RecordingClock
from adhoc_teamwork.bringup.ros.message_classes import message_class
from adhoc_teamwork.teamwork.recordings.bag_topics import Flow, Weight, recorded_topics
from adhoc_teamwork.teamwork.ros.drain import take_stamped
from adhoc_teamwork.teamwork.ros.qos import LLM_CALLS

DEPTH = 2000
"""Messages of one topic that wait to be taken at most."""

_QOS = {
    Flow.SENSOR: QoSProfile(depth=DEPTH, reliability=ReliabilityPolicy.BEST_EFFORT),
    Flow.RELIABLE: QoSProfile(depth=DEPTH, reliability=ReliabilityPolicy.RELIABLE),
    Flow.KEPT: QoSProfile(
        depth=DEPTH,
        history=HistoryPolicy.KEEP_LAST,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    ),
    Flow.LOGGED: LLM_CALLS,
}


class BagSubscriptions:
    """Record a team's topics; `images` adds pictures and what else is heavy.

    The subscriptions belong to a node that no executor spins: a message costs no wake-up, and is
    written as it came. Topics to which this process cannot listen, for want of their type, are
    listed in the bag all the same.
    """

    def __init__(self, context: Any, run_dir: Path, images: bool) -> None:
        self._writer = BagWriter(run_dir)
        self._context = context
        self._images = images
        self._node: Any = None
        self._heard: dict[str, tuple[Any, Any]] = {}
        self._clock = RecordingClock()

    def setup(self) -> None:
        """Open the bag and listen to the topics that there are once.

        Raises:
            ConfigError: The bag cannot be written.
        """
        self._writer.open()
        self._node = Node(
            "recorder", context=self._context, start_parameter_services=False, enable_rosout=False,
            use_global_arguments=False,
        )  # fmt: skip
        self._listen(())

    def add_robot(self, robot: str) -> None:
        """Listen to the topics of one robot."""
        self._listen((robot,))

    def take(self, now: float) -> None:
        """Write all that waits; `now` is in seconds of the ROS clock."""
        if self._node is None:
            return
        self._clock.tick(now, time.time_ns())
        waiting: list[tuple[int, str, bytes]] = []
        for topic, (subscription, kind) in self._heard.items():
            waiting += [(at, topic, data) for at, data in take_stamped(subscription, kind, DEPTH)]
        for received, topic, data in sorted(waiting, key=lambda item: item[0]):
            self._writer.write(topic, self._clock.stamp(received), data)
        self._writer.flush_at_times()

    def shutdown(self, now: float) -> None:
        """Write what waits and close the bag."""
        if self._node is None:
            return
        if self._context.ok():
            self.take(now)
        self._writer.close()
        self._node.destroy_node()
        self._node = None

    def _listen(self, robots: tuple[str, ...]) -> None:
        wanted = recorded_topics(robots)
        self._writer.list_topics(wanted)
        for topic, entry in wanted.items():
            kind = message_class(entry.kind)
            is_wanted = self._images or entry.weight is Weight.LIGHT
            if topic not in self._heard and is_wanted and kind is not None:
                subscription = self._node.create_subscription(
                    kind, topic, _never_called, _QOS[entry.flow], raw=True
                )
                self._heard[topic] = (subscription, kind)


def _never_called(_: bytes) -> None:
    raise AssertionError("nobody spins the recorder's node")
