# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team that has talked for a while, and robots that join it one by one (executable).

Each robot is a participant of its own in the ROS graph, as a robot's planner is. Requests come as
lines of JSON on standard input; each is answered by a line.
"""

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import rclpy
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.measuring.broker.ros.executors import Spinner
from adhoc_teamwork.measuring.broker.ros.samples import sample_message
from adhoc_teamwork.measuring.broker.ros.serving import serve
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.topics import BROKER_HEARD, TEAM_TOLD

SAYS = (
    MessageKind.JOIN,
    *[MessageKind.DETECTION] * 10,
    *[MessageKind.CHAT] * 5,
    MessageKind.INTENT,
)
OBJECTS = 4
"""Objects in each message that tells of any."""
_POLL = 0.01

Fact = tuple[str, str]
"""What is known, and of which robot or object."""


class Robot:
    """Hold a robot that only speaks and hears."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.session = int(time.time())
        self.knows: set[Fact] = set()
        self._sequence = 0
        self._context = rclpy.Context()
        rclpy.init(context=self._context)
        self._node = Node("planner", namespace=name, context=self._context)
        self.radio = RobotRadio(self._node, self._hear, session=self.session)
        self._mouth: deque[TeamMessage] = deque()
        self._wake = self._node.create_guard_condition(self._speak_up)
        self._spinner = Spinner(self._context, quick=False)
        self._spinner.add(self._node)

    def connect(self) -> None:
        """Connect the radio and begin to hear."""
        self.radio.setup()
        self._spinner.start()

    def is_connected(self) -> bool:
        """Tell whether this robot and the broker hear each other."""
        return self.radio.is_heard() and self.radio.radio.hears_broker(time.monotonic())

    def is_found(self) -> bool:
        """Tell whether DDS has found for this robot all by which the broker speaks and hears."""
        told = f"/{self.name}/{TEAM_TOLD}"
        speaks = all(self._node.count_publishers(topic) for topic in (told, BROKER_HEARD))
        return speaks and self.radio.is_heard()

    def tell_all(self) -> int:
        """Say what a robot says in a while; return how many objects it told of."""
        for turn, kind in enumerate(SAYS):
            self._sequence += 1
            message = sample_message(self.name, self.session, kind)
            if kind is MessageKind.DETECTION:
                message = replace(message, detections=self._objects(turn))
            self._mouth.append(replace(message, sequence=self._sequence, stamp=time.time()))
        self._wake.trigger()
        return SAYS.count(MessageKind.DETECTION) * OBJECTS

    def end(self) -> None:
        """End the node."""
        self.radio.shutdown()
        self._spinner.end()
        self._node.destroy_node()
        rclpy.try_shutdown(context=self._context)

    def _objects(self, turn: int) -> tuple[Detection, ...]:
        # Far apart from one another: the broker takes what is near to be one thing.
        row = float(int(self.name[-2:]) * 100 + turn)
        return tuple(
            Detection(f"Mug_{row:.0f}_{n}", "Mug", Point(3.0 * n, 3.0 * row), seen=time.time())
            for n in range(OBJECTS)
        )

    def _speak_up(self) -> None:
        """Say what waits, on the executor's thread."""
        while self._mouth:
            self.radio.say(self._mouth.popleft())

    def _hear(self, message: TeamMessage) -> None:
        # A new set each time: others read it meanwhile.
        self.knows = self.knows | facts_of(message)


def facts_of(message: TeamMessage) -> set[Fact]:
    """Return what a message lets its hearer know."""
    said = {
        "capability": message.capability,
        "state": message.state,
        "intent": message.intent,
        "words": message.text,
    }
    facts = {(what, message.sender) for what, part in said.items() if part}
    return facts | {("object", detection.object_id) for detection in message.detections}


class Company:
    """Answer the requests of the measurement."""

    def __init__(self) -> None:
        self._residents: list[Robot] = []
        self._newcomers: list[Robot] = []
        self._facts: set[Fact] = set()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked and return the answer."""
        if request["do"] == "settle":
            return self._settle(request["robots"], request["within"])
        return self._join(request["number"], request["within"])

    def close(self) -> None:
        """End every robot."""
        for robot in (*self._residents, *self._newcomers):
            robot.end()

    def _settle(self, count: int, within: float) -> dict[str, Any]:
        """Have robots meet the broker and say what they have to say."""
        self._residents = [Robot(f"resident_{number:02d}") for number in range(count)]
        for robot in self._residents:
            robot.connect()
        if not _until(lambda: all(r.is_connected() for r in self._residents), within):
            return {"error": "the broker was not found"}
        objects = sum(robot.tell_all() for robot in self._residents)
        # What one of them knows of the others, and another of that one, is what there is to know.
        wanted = objects + 4 * count
        if not _until(lambda: len(self._all_facts()) == wanted and self._is_settled(), within):
            return {"error": f"{len(self._all_facts())} of {wanted} facts arrived"}
        self._facts = self._all_facts()
        return {"objects": objects}

    def _join(self, number: int, within: float) -> dict[str, Any]:
        """Have one more robot join; answer when it was found and when it knew all, in seconds."""
        robot = Robot(f"newcomer_{number:02d}")
        self._newcomers.append(robot)
        began = time.monotonic()
        robot.connect()
        _until(lambda: robot.is_found() or self._facts <= robot.knows, within)
        found = time.monotonic() - began
        _until(lambda: self._facts <= robot.knows, within)
        knows = time.monotonic() - began
        return {"found": found, "knows": knows, "unknown": len(self._facts - robot.knows)}

    def _all_facts(self) -> set[Fact]:
        return set().union(*(robot.knows for robot in self._residents))

    def _is_settled(self) -> bool:
        return all(robot.radio.radio.waiting == 0 for robot in self._residents)


def _until(holds: Callable[[], bool], within: float) -> bool:
    until = time.monotonic() + within
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(_POLL)
    return True


def main() -> int:
    """Answer requests until standard input ends."""
    company = Company()
    return serve(company.answer, company.close)


if __name__ == "__main__":
    sys.exit(main())
