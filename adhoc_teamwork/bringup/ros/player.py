# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The player node: a recorded bag on its topics, and its time on `/clock` (executable).

At the end of a bag that loops, time jumps back: whoever goes by it begins anew.
"""

import math
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rclpy.node import Node
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.bringup.bags.bag_playing import CLOCK, Recording, open_recording, pace
from adhoc_teamwork.bringup.ros.message_classes import message_class
from adhoc_teamwork.teamwork.recordings.bag_reading import READING_FAILS
from adhoc_teamwork.teamwork.recordings.bag_topics import Flow, flow_of
from adhoc_teamwork.teamwork.recordings.renewal import Renewal
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError

_LISTENERS_WITHIN = 10.0
_LOOK_PERIOD = 0.1
_QOS = {
    Flow.SENSOR: qos.SENSOR,
    Flow.RELIABLE: qos.TF,
    Flow.KEPT: qos.TF_STATIC,
    Flow.LOGGED: qos.TEAM,
}


class Player(Node):
    """Play a bag once, or again and again; its end is the node's end."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("player", **arguments)
        self.declare_parameter("bag", "")
        self.declare_parameter("part", "sensors")
        self.declare_parameter("rate", 1.0)
        self.declare_parameter("loop", False)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._publishers_by_topic: dict[str, Any] = {}

    def setup(self) -> None:
        """Find what is to be played, offer the topics, and begin once somebody listens.

        Raises:
            ConfigError: A parameter is wrong, or there is nothing to play.
        """
        self._rate = float(self.get_parameter("rate").value)
        if not (math.isfinite(self._rate) and self._rate > 0.0):
            raise ConfigError(f"player: rate: expected a number above 0, got {self._rate:g}")
        path = str(self.get_parameter("bag").value)
        if not path:
            raise ConfigError("player: bag: expected a run folder or a bag, got ''")
        self._loops = bool(self.get_parameter("loop").value)
        self._recording = open_recording(Path(path), str(self.get_parameter("part").value))
        for topic, kind in self._recording.topics().items():
            cls = message_class(kind)
            if cls is None:
                self.get_logger().warning(f"{topic} is not played: {kind} is not installed")
                continue
            self._publishers_by_topic[topic] = self.create_publisher(
                cls, topic, _QOS[flow_of(topic)]
            )
        self._renewal = Renewal()
        self._clock_topic = self.create_publisher(Clock, CLOCK, qos.CLOCK)
        self._thread.start()

    def shutdown(self) -> None:
        """End the player within a second."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        self._await_listeners()
        while not self._over.is_set():
            self._play_once(self._recording)
            if not self._loops:
                break
        self.context.try_shutdown()

    def _play_once(self, recording: Recording) -> None:
        for message in pace(recording.messages(), self._rate, self._over.wait, self._tell_time):
            publisher = self._publishers_by_topic.get(message.channel.topic)
            if publisher is None:
                continue
            try:
                publisher.publish(self._renewal(message))
            except READING_FAILS as error:
                self.get_logger().warning(
                    f"a message of {message.channel.topic} is not played: {error!s:.100}",
                    throttle_duration_sec=10.0,
                )

    def _await_listeners(self) -> None:
        waited = 0.0
        while waited < _LISTENERS_WITHIN and not self._over.wait(_LOOK_PERIOD):
            waited += _LOOK_PERIOD
            if any(p.get_subscription_count() for p in self._publishers_by_topic.values()):
                return

    def _tell_time(self, nanoseconds: int) -> None:
        self._clock_topic.publish(Clock(clock=time_to_ros(nanoseconds * 1e-9)))


def main() -> int:
    """Play a bag until its end, or until told to end."""
    make: Callable[[], Player] = Player
    return run_node(make)


if __name__ == "__main__":
    sys.exit(main())
