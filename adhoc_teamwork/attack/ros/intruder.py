# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Be in a team's ROS domain: press stops, follow where robots are, and publish what is hostile.

Requests come as lines of JSON on standard input; each is answered by a line.
"""

import contextlib
import math
import random
import sys
import threading
import time
from typing import Any

import rclpy
from adhoc_interfaces.msg import EmergencyStop, StopState
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from adhoc_teamwork.attack.corpus.samples import ROBOT
from adhoc_teamwork.attack.ros.hostile_values import hostile_bytes, message_class
from adhoc_teamwork.measuring.broker.ros.serving import serve_spinning
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos

SOURCE = "attack"
_LEFT_ALONE = ("/clock", "/rosout", "/parameter_events", "/world_events")
"""Topics that are no robot's: the simulator's own time, and what ROS itself has."""
_ANY = QoSProfile(
    depth=10, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)


class Intruder(Node):
    """Follow robots' odometry, which is the simulator's word on where they are."""

    def __init__(self, robots: list[str], context: Any) -> None:
        super().__init__("intruder", context=context)
        self.lock = threading.Lock()
        self.places: dict[str, tuple[float, float, float]] = {}
        self.driven: dict[str, float] = dict.fromkeys(robots, 0.0)
        self.speeds: dict[str, float] = dict.fromkeys(robots, 0.0)
        self.states: dict[str, dict[str, Any]] = {}
        self.alive: dict[str, float] = {}
        self.presses = 0
        self.stops = self.create_publisher(EmergencyStop, topics.STOP_COMMANDS, qos.STOPS)
        for robot in robots:
            self.create_subscription(
                Odometry, f"/{robot}/{topics.ODOM}",
                lambda message, robot=robot: self._on_odometry(robot, message), qos.SENSOR,
            )  # fmt: skip
        self.create_subscription(StopState, topics.STOP_STATES, self._on_state, qos.STOPS)
        self.create_subscription(DiagnosticArray, topics.DIAGNOSTICS, self._on_signs, qos.RELIABLE)

    def _on_odometry(self, robot: str, message: Any) -> None:
        place, stamp = message.pose.pose.position, message.header.stamp
        now = stamp.sec + stamp.nanosec * 1e-9
        with self.lock:
            x, y, then = self.places.get(robot, (place.x, place.y, now))
            length = math.hypot(place.x - x, place.y - y)
            self.driven[robot] += length
            if now > then:
                self.speeds[robot] = length / (now - then)
            self.places[robot] = (place.x, place.y, now)

    def _on_state(self, message: Any) -> None:
        sources = [press.source for press in message.presses]
        with self.lock:
            self.states[f"{message.robot}.{message.part}"] = {
                "stopped": message.stopped, "known": message.known, "standing": message.standing,
                "sources": sources,
            }  # fmt: skip

    def _on_signs(self, array: Any) -> None:
        with self.lock:
            for status in array.status:
                self.alive[f"{status.hardware_id} {status.name}"] = time.monotonic()

    def tell_stop(self, pressed: bool) -> None:
        """Press, or release all that was pressed."""
        self.presses += pressed
        word = EmergencyStop(source=SOURCE, number=self.presses, pressed=pressed, by=SOURCE)
        self.stops.publish(word)

    def strike(self, count: int, rate: float, seed: int) -> dict[str, Any]:
        """Publish hostile messages on every topic that somebody of the team subscribes to."""
        draw = random.Random(seed)
        publishers = self._mouths()
        begun, sent = time.monotonic(), 0
        for number in range(count):
            _, kind, publisher = draw.choice(publishers)
            try:
                publisher.publish(hostile_bytes(draw, kind))
            except RuntimeError:
                # The middleware itself does not send it, as what is too short or too long.
                continue
            sent += 1
            ahead = begun + number / rate - time.monotonic()
            if ahead > 0.0:
                time.sleep(ahead)
        for _, _, publisher in publishers:
            self.destroy_publisher(publisher)
        return {"tried": sent, "topics": sorted({topic for topic, _, _ in publishers})}

    def _mouths(self) -> list[tuple[str, Any, Any]]:
        heard = {
            topic: kinds[0]
            for topic, kinds in self.get_topic_names_and_types()
            if self.count_subscribers(topic) and topic not in _LEFT_ALONE
        }
        heard |= {
            f"/{ROBOT}/{topics.TEAM_OUT}": "adhoc_interfaces/msg/TeamMessage",
            f"/{ROBOT}/{topics.TEAM_HEARD}": "adhoc_interfaces/msg/TeamReceipt",
        }
        found = []
        for topic, kind in sorted(heard.items()):
            # Parts of actions have types of their own, which no topic's publisher is made of.
            with contextlib.suppress(ImportError, AttributeError, ValueError):
                known = message_class(kind)
                found.append((topic, known, self.create_publisher(known, topic, _ANY)))
        return found


def _answer(node: Intruder, request: dict[str, Any]) -> dict[str, Any]:
    wanted = request["do"]
    if wanted == "strike":
        return node.strike(request["count"], request["rate"], request["seed"])
    if wanted in ("press", "release"):
        node.tell_stop(wanted == "press")
    with node.lock:
        now = time.monotonic()
        return {
            "driven": dict(node.driven),
            "speeds": dict(node.speeds),
            "states": {name: dict(state) for name, state in node.states.items()},
            "alive": {name: now - at for name, at in node.alive.items()},
        }


def main() -> int:
    """Answer requests until standard input ends; the words are names of robots."""
    context = rclpy.Context()
    rclpy.init(context=context)
    node = Intruder(sys.argv[1:], context)
    return serve_spinning(node, context, lambda request: _answer(node, request))


if __name__ == "__main__":
    sys.exit(main())
