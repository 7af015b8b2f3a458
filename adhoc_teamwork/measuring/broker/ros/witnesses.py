# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An honest robot, a witness, an attacker, and a robot that joins late (executable).

They share a process; requests come as lines of JSON on standard input, each is answered by a line.
"""

import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import rclpy
from adhoc_interfaces.msg import SceneGraph as RosSceneGraph
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import TeamReceipt
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.measuring.broker.hostile.attacks import Attacker
from adhoc_teamwork.measuring.broker.hostile.verdict import Heard, judge
from adhoc_teamwork.measuring.broker.ros.executors import Spinner
from adhoc_teamwork.measuring.broker.ros.hostile_samples import hostile_receipt, hostile_samples
from adhoc_teamwork.measuring.broker.ros.serving import serve
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.scene import Detection, Room, SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

HONEST, WITNESS, ATTACKER, LATE, PLANNER = "tall", "wren", "evil", "late", "small"
"""The honest robot's name is as long as the attacker's, which tries to speak in it."""
CHAT_PERIOD = 0.2
RECEIPT_EVERY = 5
"""Hostile messages for each hostile receipt that goes with them."""
_POLL = 0.05
_SPEAK_PERIOD = 0.02
_QUIET = 2.0
_OUTLINE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
MUG = Detection(
    "Mug_0", "Mug", Point(2.0, 1.0, 0.8), room="room_0", pickupable=True, seen_by=HONEST
)


class Member:
    """Speak and hear as one robot, and keep all of it."""

    def __init__(self, name: str, context: Any) -> None:
        self.name = name
        self.node = Node("planner", namespace=name, context=context)
        self.said: list[TeamMessage] = []
        self.heard: list[TeamMessage] = []
        self.heard_at = time.monotonic()
        self._to_say: list[dict[str, Any]] = []
        self.told_gone: set[str] = set()
        self.radio = RobotRadio(self.node, self._hear, told_gone=self.told_gone.update)
        # The quick executor has no guard conditions.
        self.node.create_timer(_SPEAK_PERIOD, self._speak)

    def say(self, kind: MessageKind, **parts: Any) -> None:
        """Have something said on the executor's thread."""
        self._to_say.append({"kind": kind, **parts})

    def _speak(self) -> None:
        while self._to_say:
            parts = self._to_say.pop(0)
            stamp = seconds_now(self.node)
            number = len(self.said) + 1
            message = TeamMessage(self.name, self.radio.session, number, stamp, **parts)
            self.said.append(message)
            self.radio.say(message)

    def _hear(self, message: TeamMessage) -> None:
        self.heard_at = time.monotonic()
        self.heard.append(message)


class Witnesses:
    """Answer the requests of the measurement."""

    def __init__(self) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context)
        self._spinner = Spinner(self._context)
        self._members = {name: Member(name, self._context) for name in (HONEST, WITNESS)}
        self._attacker = Node("planner", namespace=ATTACKER, context=self._context)
        self._late: Member | None = None
        self._values: dict[str, dict[str, str]] = {}
        self._attacks: Attacker | None = None
        self._draw = random.Random()
        self._session = int(time.time()) - 100_000
        self._requests: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "start": self._start,
            "attack": self._attack,
            "join": self._join,
            "report": self._report,
        }

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what is asked and return the answer."""
        return self._requests[request["do"]](request)

    def close(self) -> None:
        """End the nodes."""
        self._spinner.end()
        rclpy.try_shutdown(context=self._context)

    def _start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Connect, wait for the broker, and say what must still be true in the end."""
        node = self._attacker
        self._out = node.create_publisher(RosTeamMessage, topics.TEAM_OUT, qos.TEAM)
        node.create_subscription(DiagnosticArray, topics.DIAGNOSTICS, self._note, qos.RELIABLE)
        self._receipts = node.create_publisher(TeamReceipt, topics.TEAM_HEARD, qos.RECEIPTS)
        self._show_planner_its_world(node)
        for member in self._members.values():
            member.radio.setup()
            self._spinner.add(member.node)
        self._spinner.add(node)
        self._spinner.start()
        wanted = [member.radio.is_heard for member in self._members.values()]
        if not self._until(lambda: all(heard() for heard in wanted), request["within"]):
            return {"error": "no broker"}
        for member in self._members.values():
            member.say(MessageKind.JOIN, capability=Capability(member.name))
        honest = self._members[HONEST]
        honest.say(MessageKind.INTENT, intent=_exploring(IntentStatus.ADOPTED, 1))
        honest.say(MessageKind.DETECTION, detections=(MUG,))
        heard = self._members[WITNESS].heard
        sees = lambda: any(m.detections for m in heard)  # noqa: E731
        return {} if self._until(sees, request["within"]) else {"error": "nothing is relayed"}

    def _attack(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send so many hostile messages at a rate, while the honest robot goes on talking."""
        if self._attacks is None:
            samples = hostile_samples(ATTACKER, self._session)
            self._attacks = Attacker(samples, (HONEST,), request["seed"])
            self._draw = random.Random(request["seed"])
        honest = self._members[HONEST]
        began, spoke_at = time.monotonic(), 0.0
        for number, (_, frame) in enumerate(self._attacks.frames(request["count"])):
            delay = began + number / request["rate"] - time.monotonic()
            if delay > 0.0:
                time.sleep(delay)
            if time.monotonic() - spoke_at > CHAT_PERIOD:
                spoke_at = time.monotonic()
                honest.say(MessageKind.CHAT, text=f"still here, {number}")
            self._out.publish(frame)
            if number % RECEIPT_EVERY == 0:
                self._session += 1
                self._receipts.publish(
                    hostile_receipt(ATTACKER, (HONEST, WITNESS, PLANNER), self._session, self._draw)
                )
        return {"took": time.monotonic() - began}

    def _join(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Let a robot join late, and have the honest one propose something to the planner."""
        self._settle(request["within"])
        late = Member(LATE, self._context)
        late.radio.setup()
        self._spinner.add(late.node)
        late.say(MessageKind.JOIN, capability=Capability(LATE))
        self._late = late
        honest = self._members[HONEST]
        honest.say(MessageKind.INTENT, intent=_exploring(IntentStatus.PROPOSED, 2))
        answered = lambda: any(m.sender == PLANNER and m.reflection for m in honest.heard)  # noqa: E731
        has_answered = self._until(answered, request["within"])
        self._settle(request["within"])
        return {"planner_answered": has_answered}

    def _report(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Say what was heard that should not have been, and what was not that should."""
        del request
        honest = self._members[HONEST]
        members = {HONEST, WITNESS, ATTACKER, LATE, PLANNER}
        heard = [
            *(Heard(WITNESS, message) for message in self._members[WITNESS].heard),
            *(Heard(LATE, message) for message in (self._late.heard if self._late else [])),
        ]
        verdict = judge(heard, honest.said, members, WITNESS)
        told = [m for m in (self._late.heard if self._late else []) if m.sender == HONEST]
        return {
            **vars(verdict),
            "told_gone": sorted(self._members[WITNESS].told_gone & {HONEST, PLANNER}),
            "late_knows": {
                "capability": any(m.capability for m in told),
                "intent": any(m.intent and m.intent.intent_id == 1 for m in told),
                "mug": any(d.category == MUG.category for m in told for d in m.detections),
            },
            "broker": self._values.get("broker", {}),
            "planner": self._values.get(f"{PLANNER}: planner", {}),
        }

    def _note(self, array: Any) -> None:
        for status in array.status:
            self._values[status.name] = {item.key: item.value for item in status.values}

    def _settle(self, within: float) -> None:
        """Wait until nobody hears anything more."""
        members = list(self._members.values())
        self._until(lambda: time.monotonic() - max(m.heard_at for m in members) > _QUIET, within)

    @staticmethod
    def _until(holds: Callable[[], bool], within: float) -> bool:
        until = time.monotonic() + within
        while not holds() and time.monotonic() < until:
            time.sleep(_POLL)
        return holds()

    def _show_planner_its_world(self, node: Any) -> None:
        """Publish where the planner's robot is, and two rooms."""
        rooms = (Room("room_0", _OUTLINE), Room("room_1", tuple((x + 4.0, y) for x, y in _OUTLINE)))
        graph = node.create_publisher(
            RosSceneGraph, f"/{PLANNER}/{topics.SCENE_GRAPH}", qos.LATCHED
        )
        graph.publish(scene_graph_to_ros(SceneGraph(1.0, rooms)))
        odometry = node.create_publisher(Odometry, f"/{PLANNER}/{topics.ODOM}", qos.SENSOR)
        transforms = node.create_publisher(TFMessage, "/tf", qos.TF)

        def show() -> None:
            now = node.get_clock().now().to_msg()
            place = Odometry()
            place.header.stamp, place.header.frame_id = now, topics.frame(PLANNER, "odom")
            place.child_frame_id = topics.frame(PLANNER, "base_link")
            place.pose.pose.position.x = place.pose.pose.position.y = 1.0
            place.pose.pose.orientation.w = 1.0
            odometry.publish(place)
            origin = TransformStamped()
            origin.header.stamp, origin.header.frame_id = now, topics.MAP_FRAME
            origin.child_frame_id = topics.frame(PLANNER, "odom")
            origin.transform.rotation.w = 1.0
            base = TransformStamped()
            base.header.stamp, base.header.frame_id = now, topics.frame(PLANNER, "odom")
            base.child_frame_id = topics.frame(PLANNER, "base_link")
            base.transform.translation.x = base.transform.translation.y = 1.0
            base.transform.rotation.w = 1.0
            transforms.publish(TFMessage(transforms=[origin, base]))

        node.create_timer(0.1, show)


def _exploring(status: IntentStatus, number: int) -> Intent:
    subtask = SubTask(SubTaskKind.EXPLORE, room_id=f"room_{number - 1}")
    return replace(Intent(number, status, subtask), reason="to look")


def main() -> int:
    """Answer requests until standard input ends."""
    witnesses = Witnesses()
    return serve(witnesses.answer, witnesses.close)


if __name__ == "__main__":
    sys.exit(main())
