# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Several robots in one process that speak at a rate and count what they hear (executable).

They handle frames without decoding them, so that what is measured is the broker and not they.
Requests come as lines of JSON on standard input; each is answered by a line.
"""

import struct
import sys
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import rclpy
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from rclpy.node import Node
from rclpy.serialization import serialize_message

from adhoc_teamwork.comm_bridge.radio_link.envelope import read_head
from adhoc_teamwork.measuring.broker.ros.executors import Spinner
from adhoc_teamwork.measuring.broker.ros.samples import sample_message
from adhoc_teamwork.measuring.broker.ros.serving import serve
from adhoc_teamwork.measuring.broker.tally import Tally, tally_to_json
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.ros.drain import subscribe_raw
from adhoc_teamwork.teamwork.ros.qos import TEAM, TEAM_LIVE
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.topics import BROKER_TOLD, TEAM_OUT, TEAM_TOLD

_ENCAPSULATION = 4
"""Bytes of a CDR frame before its body; fields are aligned from there on."""
_NUMBERS = struct.Struct("<IIiI")
"""Session, sequence, and the stamp's seconds and nanoseconds, in a little-endian frame."""
_SECOND = 10**9


class Template:
    """Make frames of one sender that differ in sequence and stamp alone.

    Args:
        frame: A serialized TeamMessage in little-endian CDR.
    """

    def __init__(self, frame: bytes) -> None:
        self._frame = bytearray(frame)
        self._offset = _numbers_at(frame)
        self._session = _NUMBERS.unpack_from(frame, self._offset)[0]

    def frame(self, sequence: int, now: int) -> bytes:
        """Return the frame of one message, spoken at `now` in nanoseconds."""
        _NUMBERS.pack_into(
            self._frame, self._offset, self._session, sequence, now // _SECOND, now % _SECOND
        )
        return bytes(self._frame)


def _numbers_at(frame: bytes) -> int:
    """Return where the numbers begin: behind the sender's name, on a multiple of four."""
    length = int.from_bytes(frame[4:8], "little")
    return _ENCAPSULATION + (4 + length + 3) // 4 * 4


_head_of = lru_cache(maxsize=10_000)(read_head)
"""The robots of a process hear the same frames: each is read once for all of them."""
_POLL = 0.05
_QUIET = 1.0
"""Seconds without a message after which nothing more is expected."""


class WireRobot:
    """Stand for one robot on the wire: a publisher, a subscription, and a tally of identities."""

    def __init__(self, name: str, context: Any, latencies: list[int]) -> None:
        self.name = name
        self.node = Node("planner", namespace=name, context=context)
        self.tally = Tally()
        self.sequence = 0
        self.heard_at = time.monotonic()
        self._latencies = latencies
        self._session = int(time.time())
        self._templates: dict[MessageKind, Template] = {}
        self._out = self.node.create_publisher(RosTeamMessage, TEAM_OUT, TEAM)
        for topic in (BROKER_TOLD, TEAM_TOLD):
            subscribe_raw(self.node, RosTeamMessage, topic, self._hear, TEAM_LIVE)

    @property
    def connected(self) -> bool:
        """Tell whether the broker listens to this robot and speaks to it."""
        return bool(
            self._out.get_subscription_count()
            and self.node.count_publishers(f"/{self.name}/{TEAM_TOLD}")
        )

    def prepare(self, kind: MessageKind, size: int) -> None:
        """Make the frame that is spoken from now on, of `size` bytes where its kind has words."""
        message = sample_message(self.name, self._session, kind, size)
        self._templates[kind] = Template(serialize_message(team_message_to_ros(message)))

    def say(self, kind: MessageKind) -> None:
        """Speak the next message."""
        self.sequence += 1
        self._out.publish(self._templates[kind].frame(self.sequence, time.time_ns()))

    def spoken(self, since: int) -> dict[str, Any]:
        """Return which sequences were spoken after the given one."""
        return {"session": self._session, "first": since + 1, "last": self.sequence}

    def _hear(self, frames: list[bytes]) -> None:
        now = time.time()
        self.heard_at = time.monotonic()
        for head in map(_head_of, frames):
            # Whoever joins is told by several ways; without a radio nothing sorts that out.
            if head.sender != self.name and head.kind is not MessageKind.JOIN:
                self.tally.hear(*head.identity)
                self._latencies.append(round((now - head.stamp) * 1e6))


class Host:
    """Answer the requests of the measurement."""

    def __init__(self) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context)
        self._spinner = Spinner(self._context)
        self._robots: list[WireRobot] = []
        self._latencies: list[int] = []
        self._kind = MessageKind.CHAT
        self._requests: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "start": self._start,
            "connect": self._connect,
            "speak": self._speak,
            "report": self._report,
        }

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what is asked and return the answer."""
        return self._requests[request["do"]](request)

    def close(self) -> None:
        """End the nodes."""
        self._spinner.end()
        for robot in self._robots:
            robot.node.destroy_node()
        rclpy.try_shutdown(context=self._context)

    def _start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Make the robots and have each join."""
        self._kind = MessageKind(request["kind"])
        for name in request["names"]:
            robot = WireRobot(name, self._context, self._latencies)
            robot.prepare(MessageKind.JOIN, 0)
            robot.prepare(self._kind, request["size"])
            self._robots.append(robot)
            self._spinner.add(robot.node)
        self._spinner.start()
        return {}

    def _connect(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Wait until the broker has found every robot, then join."""
        until = time.monotonic() + request["within"]
        while not all(robot.connected for robot in self._robots):
            if time.monotonic() > until:
                alone = [robot.name for robot in self._robots if not robot.connected]
                return {"error": f"no broker for {' '.join(alone)}"}
            time.sleep(_POLL)
        for robot in self._robots:
            robot.say(MessageKind.JOIN)
        return {}

    def _speak(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Speak at `rate` messages a second and robot, spread evenly, for `seconds`."""
        before = {robot.name: robot.sequence for robot in self._robots}
        period = 1.0 / (request["rate"] * len(self._robots))
        began = time.monotonic()
        for turn in range(round(request["seconds"] / period)):
            delay = began + turn * period - time.monotonic()
            if delay > 0.0:
                time.sleep(delay)
            self._robots[turn % len(self._robots)].say(self._kind)
        return {
            "spoken": {robot.name: robot.spoken(before[robot.name]) for robot in self._robots},
            "took": time.monotonic() - began,
        }

    def _report(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Wait until nothing more comes, then say what each robot heard."""
        until = time.monotonic() + request["within"]
        while time.monotonic() < until and not self._quiet:
            time.sleep(_POLL)
        return {
            "tallies": {robot.name: tally_to_json(robot.tally) for robot in self._robots},
            "latencies": list(self._latencies),
        }

    @property
    def _quiet(self) -> bool:
        return time.monotonic() - max(robot.heard_at for robot in self._robots) > _QUIET


def main() -> int:
    """Answer requests until standard input ends."""
    host = Host()
    return serve(host.answer, host.close)


if __name__ == "__main__":
    sys.exit(main())
