# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Two robots, a process each, between which a message's way is timed (executable).

The one speaks an intent in turn over a topic of its own, which the other hears directly, and over
the broker. Both ways are timed from the message that a planner makes to the one that a planner
gets, conversions included.
"""

import sys
import time
from dataclasses import replace
from typing import Any

import rclpy
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from rclpy.node import Node

from adhoc_teamwork.measuring.broker.ros.samples import sample_message
from adhoc_teamwork.measuring.broker.ros.serving import serve_spinning
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros, team_message_to_ros
from adhoc_teamwork.teamwork.ros.qos import TEAM, TEAM_LIVE
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.topics import BROKER_TOLD, TEAM_OUT, TEAM_TOLD

RELAYED = "relayed"
DIRECT = "direct"
"""Topic in the speaker's namespace that the listener hears without the broker."""
SPEAKER = "speaker"
_POLL = 0.05


class Timed(Node):
    """One robot of the two: `say` speaks, `times` keeps what was heard, by way, microseconds."""

    def __init__(self, name: str, context: Any) -> None:
        super().__init__("planner", namespace=name, context=context)
        self.times: dict[str, list[int]] = {DIRECT: [], RELAYED: []}
        self._name = name
        self._sequence = 0
        self._session = int(time.time())
        self._intent = sample_message(name, self._session, MessageKind.INTENT)
        self._ways = {
            RELAYED: self.create_publisher(RosTeamMessage, TEAM_OUT, TEAM),
            DIRECT: self.create_publisher(RosTeamMessage, DIRECT, TEAM),
        }
        for way, topic in ((RELAYED, BROKER_TOLD), (DIRECT, f"/{SPEAKER}/{DIRECT}")):
            self.create_subscription(
                RosTeamMessage, topic, lambda message, way=way: self._hear(way, message), TEAM_LIVE
            )

    @property
    def connected(self) -> bool:
        """Tell whether both ways have somebody at their other end."""
        heard = self._ways[RELAYED].get_subscription_count()
        return bool(heard and self.count_publishers(f"/{self._name}/{TEAM_TOLD}")) and bool(
            self.count_publishers(f"/{SPEAKER}/{DIRECT}")
            and self.count_subscribers(f"/{SPEAKER}/{DIRECT}") >= 2
        )

    def join(self) -> None:
        """Take part in the team."""
        self._speak(RELAYED, sample_message(self._name, self._session, MessageKind.JOIN))

    def say(self, way: str) -> None:
        """Speak an intent one of the two ways."""
        self._speak(way, self._intent)

    def _speak(self, way: str, message: TeamMessage) -> None:
        self._sequence += 1
        spoken = replace(message, sequence=self._sequence, stamp=time.time_ns() * 1e-9)
        self._ways[way].publish(team_message_to_ros(spoken))

    def _hear(self, way: str, message: Any) -> None:
        if message.sender == self._name:
            return
        heard = team_message_from_ros(message)
        now = time.time_ns() * 1e-9
        if heard.kind is MessageKind.INTENT:
            self.times[way].append(round((now - heard.stamp) * 1e6))


def _answer(robot: Timed, request: dict[str, Any]) -> dict[str, Any]:
    if request["do"] == "connect":
        until = time.monotonic() + request["within"]
        while not robot.connected:
            if time.monotonic() > until:
                return {"error": "the other robot or the broker was not found"}
            time.sleep(_POLL)
        robot.join()
    elif request["do"] == "speak":
        for turn in range(request["count"]):
            time.sleep(request["pause"])
            robot.say((DIRECT, RELAYED)[turn % 2])
    elif request["do"] == "report":
        return {"direct": robot.times[DIRECT], "relayed": robot.times[RELAYED]}
    return {}


def main() -> int:
    """Run the robot whose name is the first word, until standard input ends."""
    context = rclpy.Context()
    rclpy.init(context=context)
    robot = Timed(sys.argv[1], context)
    return serve_spinning(robot, context, lambda request: _answer(robot, request))


if __name__ == "__main__":
    sys.exit(main())
