# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Overhear a whole team: what each robot says, and what its radio lets it hear (executable).

The words are names of robots. Requests come as lines of JSON on standard input; each is answered
by a line.
"""

import sys
import threading
import time
from typing import Any

import rclpy
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.node import Node
from rclpy.serialization import deserialize_message

from adhoc_teamwork.comm_bridge.radio_link.envelope import read_head
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.measuring.broker.overheard import Overheard, Said, overheard_to_json
from adhoc_teamwork.measuring.broker.ros.serving import serve_spinning
from adhoc_teamwork.teamwork.ros.qos import RELIABLE, TEAM
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus
from adhoc_teamwork.teamwork.topics import DIAGNOSTICS, TEAM_IN, TEAM_OUT


class Eavesdropper(Node):
    """Listen to `team/out` and `team/in` of robots, and to what planners say of their team."""

    def __init__(self, robots: list[str], context: Any) -> None:
        super().__init__("eavesdropper", context=context)
        self.lock = threading.Lock()
        self.overheard = Overheard()
        self.holding: dict[str, set[int]] = {}
        """Intents that each robot has taken up and not ended."""
        self.teammates: dict[str, list[str]] = {}
        """Whom each robot's planner counts among its team."""
        self._rules = KindRules()
        for robot in robots:
            self.create_subscription(
                RosTeamMessage, f"/{robot}/{TEAM_OUT}", self._on_said, TEAM, raw=True
            )
            self.create_subscription(
                RosTeamMessage,
                f"/{robot}/{TEAM_IN}",
                lambda data, robot=robot: self._on_heard(robot, data),
                TEAM,
                raw=True,
            )
        self.create_subscription(DiagnosticArray, DIAGNOSTICS, self._on_diagnostics, RELIABLE)

    def _on_said(self, data: bytes) -> None:
        head = read_head(data)
        with self.lock:
            self.overheard.note_session(head.sender, head.session)
            if self._rules[head.kind].is_reliable:
                self.overheard.say(Said(*head.identity, head.recipient, time.time()))
            if head.kind is MessageKind.INTENT:
                self._follow(head.sender, deserialize_message(data, RosTeamMessage).intent)

    def _follow(self, robot: str, intents: list[Any]) -> None:
        held = self.holding.setdefault(robot, set())
        for intent in intents:
            if intent.status == IntentStatus.ADOPTED:
                held.add(intent.intent_id)
            elif intent.status != IntentStatus.PROPOSED:
                held.discard(intent.intent_id)

    def _on_heard(self, robot: str, data: bytes) -> None:
        head = read_head(data)
        if self._rules[head.kind].is_reliable:
            with self.lock:
                self.overheard.hear(robot, head.identity)

    def _on_diagnostics(self, array: Any) -> None:
        for status in array.status:
            if status.name.endswith(": planner"):
                values = {pair.key: pair.value for pair in status.values}
                names = [name for name in values.get("teammates", "").split(", ") if name]
                with self.lock:
                    self.teammates[status.hardware_id] = names


def _answer(node: Eavesdropper, request: dict[str, Any]) -> dict[str, Any]:
    with node.lock:
        if request["do"] == "look":
            return {
                "holding": {robot: sorted(held) for robot, held in node.holding.items()},
                "teammates": node.teammates,
            }
        return overheard_to_json(node.overheard)


def main() -> int:
    """Answer requests until standard input ends."""
    context = rclpy.Context()
    rclpy.init(context=context)
    node = Eavesdropper(sys.argv[1:], context)
    return serve_spinning(node, context, lambda request: _answer(node, request))


if __name__ == "__main__":
    sys.exit(main())
