"""The broker node: from every robot's `team/out` into the other robots' `team/in`."""

import queue
import re
import threading
from collections import deque
from typing import Any

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from comm_bridge.presence import Presence
from comm_bridge.relay import Delivery, Relay
from comm_bridge.validation import Drop
from teamwork.ros.conversions.team import team_message_from_ros, team_message_to_ros
from teamwork.ros.node_main import run_node
from teamwork.ros.qos import RELIABLE, TEAM
from teamwork.topics import DIAGNOSTICS, TEAM_IN, TEAM_OUT

POLL_PERIOD = 0.5
REPORT_PERIOD = 1.0
HISTORY_PERIOD = 1.0
CLOCK_WAIT = 3.0
QUEUE_LENGTH = 5000
BATCH = 50
BATCH_PAUSE = 0.05
MAX_ROBOTS = 200
OUT_TOPIC = re.compile(rf"^/([A-Za-z_][A-Za-z0-9_]*)/{TEAM_OUT}$")


class Broker(Node):
    """Find robots at run time, relay what they say, tell late joiners what they missed."""

    def __init__(self, **node_options: Any) -> None:
        super().__init__("broker", **node_options)
        self._relay: Relay | None = None
        self._presence = Presence()
        self._wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._heard: queue.Queue[tuple[str, Any]] = queue.Queue(maxsize=QUEUE_LENGTH)
        self._outbox: deque[Delivery] = deque()
        self._inboxes: dict[str, Any] = {}
        self._overflowed = 0
        self._stop = threading.Event()
        self._worker = threading.Thread(target=self._work, name="relay", daemon=True)

    def setup(self) -> None:
        """Connect, and start the relaying thread."""
        self._diagnostics = self.create_publisher(DiagnosticArray, DIAGNOSTICS, RELIABLE)
        self.create_timer(POLL_PERIOD, self._find_robots, clock=self._wall)
        self.create_timer(REPORT_PERIOD, self._report, clock=self._wall)
        self._worker.start()
        self.get_logger().info(f"relays /<robot>/{TEAM_OUT} to /<robot>/{TEAM_IN}")

    def shutdown(self) -> None:
        """End the relaying thread."""
        self._stop.set()
        if self._worker.is_alive():
            self._worker.join(timeout=1.0)

    def _find_robots(self) -> None:
        """Take in robots whose topic is new, and note those that have nobody behind theirs."""
        for topic, types in self.get_topic_names_and_types():
            match = OUT_TOPIC.match(topic)
            if match is None or "adhoc_interfaces/msg/TeamMessage" not in types:
                continue
            robot = match.group(1)
            publishers = self.count_publishers(topic)
            if publishers and robot not in self._inboxes:
                self._add_robot(robot, topic)
            self._presence.see(robot, publishers, self._wall_seconds())
        for change in self._presence.changes(self._wall_seconds()):
            self.get_logger().info(change)

    def _add_robot(self, robot: str, topic: str) -> None:
        if len(self._inboxes) >= MAX_ROBOTS:
            self.get_logger().error(f"ignores {robot}: {MAX_ROBOTS} robots is all a broker takes")
            return
        self._inboxes[robot] = self.create_publisher(RosTeamMessage, f"/{robot}/{TEAM_IN}", TEAM)
        self.create_subscription(
            RosTeamMessage, topic, lambda message, robot=robot: self._hear(robot, message), TEAM
        )

    def _hear(self, robot: str, message: Any) -> None:
        try:
            self._heard.put_nowait((robot, message))
        except queue.Full:
            self._overflowed += 1

    def _work(self) -> None:
        """Relay until told to end: read what came in, then send a batch of what goes out."""
        self._relay = relay = Relay(started_at=self._wait_for_clock())
        tell_at = self._wall_seconds() + HISTORY_PERIOD
        while not self._stop.is_set():
            for robot in list(self._inboxes):
                self._outbox.extend(relay.add_member(robot))
            self._take_in(relay, wait=0.0 if self._outbox else 0.1)
            if self._wall_seconds() >= tell_at:
                tell_at = self._wall_seconds() + HISTORY_PERIOD
                self._outbox.extend(relay.tell_history())
            for _ in range(min(BATCH, len(self._outbox))):
                delivery = self._outbox.popleft()
                self._inboxes[delivery.robot].publish(team_message_to_ros(delivery.message))
            if self._outbox:
                # A burst must not push unsent messages out of the inbox's history.
                self._stop.wait(BATCH_PAUSE)

    def _take_in(self, relay: Relay, wait: float) -> None:
        """Handle one message, if one comes in within `wait` seconds."""
        try:
            robot, ros_message = self._heard.get(block=wait > 0.0, timeout=wait or None)
        except queue.Empty:
            return
        try:
            message = team_message_from_ros(ros_message)
        except ValueError as error:
            relay.drop(Drop.UNREADABLE)
            self.get_logger().warning(f"drops a message of {robot}: {error}")
            return
        faults = relay.dropped.copy()
        self._outbox.extend(relay.handle(robot, message))
        for reason in relay.dropped - faults:
            if reason is not Drop.DUPLICATE:
                self.get_logger().warning(
                    f"drops message {message.sequence} of {robot}: {reason}",
                    throttle_duration_sec=1.0,
                )

    def _wall_seconds(self) -> float:
        return float(self._wall.now().nanoseconds) * 1e-9

    def _wait_for_clock(self) -> float:
        """Return the ROS time, waiting a bounded time for the first /clock."""
        waited = 0.0
        while waited < CLOCK_WAIT and not self._stop.is_set():
            now = float(self.get_clock().now().nanoseconds) * 1e-9
            if now > 0.0:
                return now
            self._stop.wait(0.05)
            waited += 0.05
        return 0.0

    def _report(self) -> None:
        relay = self._relay
        if relay is None:
            return
        counts = relay.counts
        present, gone = self._presence.present, self._presence.gone
        values = {
            "relayed": counts.relayed,
            "deliveries": counts.deliveries,
            "remembered": counts.remembered,
            "robots": " ".join(present),
            "gone": " ".join(gone),
            "started_at": f"{relay.started_at:.3f}",
        }
        dropped = relay.dropped.copy()
        dropped[Drop.OVERFLOW] += self._overflowed
        values.update({f"dropped.{reason}": n for reason, n in sorted(dropped.items()) if n})
        status = DiagnosticStatus(
            level=DiagnosticStatus.WARN if gone else DiagnosticStatus.OK,
            name="broker",
            message=f"relays for {len(present)} robots"
            + (f"; gone: {', '.join(gone)}" if gone else ""),
            values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
        )
        array = DiagnosticArray(status=[status])
        array.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(array)


def main() -> int:
    """Run the broker as a process."""
    return run_node(Broker)


if __name__ == "__main__":
    raise SystemExit(main())
