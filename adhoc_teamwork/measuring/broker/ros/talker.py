# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot that talks through its radio as a planner does, and counts what it hears (executable).

It says reliable messages of every kind in turn, every fifth of them to one teammate alone.
Requests come as lines of JSON on standard input; each is answered by a line.
"""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import rclpy
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.ros.link_emulation import SimulatedAir
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.measuring.broker.expected import EVERYONE, Spoken, spoken_to_json
from adhoc_teamwork.measuring.broker.ros.executors import Spinner
from adhoc_teamwork.measuring.broker.ros.samples import sample_message
from adhoc_teamwork.measuring.broker.ros.serving import serve
from adhoc_teamwork.measuring.broker.ros.wrong_clock import WrongClock
from adhoc_teamwork.measuring.broker.tally import Tally, tally_to_json
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

KINDS = (
    MessageKind.INTENT,
    MessageKind.CHAT,
    MessageKind.REFLECTION,
    MessageKind.CHAT,
    MessageKind.DETECTION,
)
_POLL = 0.05


class Talker:
    """Hold one robot: its node and radio, what it said, what it heard, who is gone."""

    def __init__(self, name: str, clock_ahead: float = 0.0) -> None:
        self.name = name
        self._context = rclpy.Context()
        rclpy.init(context=self._context)
        self._node = Node("planner", namespace=name, context=self._context)
        self._clock = WrongClock(self._node, clock_ahead)
        self._session = int(time.time())
        self._spoken = Spoken(name, self._session)
        self._tally = Tally()
        self._gone: dict[str, float] = {}
        self._sequence = 0
        self._teammates: list[str] = []
        self._stop = threading.Event()
        self._voice: threading.Thread | None = None
        self._air = SimulatedAir(self._node, name)
        self._mouth: deque[TeamMessage] = deque()
        self._wake = self._node.create_guard_condition(self._speak_up)
        self._radio = RobotRadio(
            self._node,
            self._hear,
            session=self._session,
            told_gone=self._note_gone,
            air=self._air,
        )
        self._spinner = Spinner(self._context, quick=False)

    def setup(self) -> None:
        """Connect and join the team."""
        self._radio.setup()
        self._spinner.add(self._node)
        self._spinner.start()
        self._say(MessageKind.JOIN, EVERYONE)

    def close(self) -> None:
        """End the node."""
        self._stop_talking({})
        self._radio.shutdown()
        self._spinner.end()
        self._node.destroy_node()
        rclpy.try_shutdown(context=self._context)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what is asked and return the answer."""
        requests: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "meet": self._meet,
            "talk": self._talk,
            "stop": self._stop_talking,
            "report": self._report,
        }
        return requests[request["do"]](request)

    def _meet(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Wait until every teammate was heard."""
        self._teammates = [name for name in request["teammates"] if name != self.name]
        until = time.monotonic() + request["within"]
        while self._missing:
            time.sleep(_POLL)
            if time.monotonic() > until:
                return {"error": f"{self.name} has not heard {' '.join(self._missing)}"}
        return {}

    @property
    def _missing(self) -> list[str]:
        heard = {sender for sender, _ in list(self._tally.heard)}
        return [name for name in self._teammates if name not in heard]

    def _talk(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Begin to say so many messages a second, until it is told to stop."""
        self._stop.clear()
        self._voice = threading.Thread(
            target=self._keep_talking, args=(1.0 / request["rate"],), name="voice", daemon=True
        )
        self._voice.start()
        return {}

    def _stop_talking(self, _request: Mapping[str, Any]) -> dict[str, Any]:
        self._stop.set()
        if self._voice is not None:
            self._voice.join(timeout=5.0)
        return {}

    def _report(self, _request: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "spoken": spoken_to_json(self._spoken),
            "tally": tally_to_json(self._tally),
            "gone": self._gone,
            "waiting": self._radio.radio.waiting,
            "hears_broker": self._radio.radio.hears_broker(time.monotonic()),
            "counts": dict(self._radio.radio.counts),
        }

    def _keep_talking(self, period: float) -> None:
        began, turn = time.monotonic(), 0
        while not self._stop.wait(max(0.0, began + turn * period - time.monotonic())):
            alone = self._teammates[turn % len(self._teammates)] if turn % 5 == 3 else EVERYONE
            self._say(KINDS[turn % len(KINDS)], alone)
            turn += 1

    def _say(self, kind: MessageKind, recipient: str) -> None:
        self._sequence += 1
        self._spoken.add(self._sequence, recipient)
        message = replace(
            sample_message(self.name, self._session, kind),
            sequence=self._sequence,
            recipient=recipient,
            stamp=self._clock.now(),
        )
        self._mouth.append(message)
        self._wake.trigger()

    def _speak_up(self) -> None:
        """Say what waits, on the executor's thread."""
        while self._mouth:
            self._radio.say(self._mouth.popleft())

    def _hear(self, message: TeamMessage) -> None:
        self._tally.hear(message.sender, message.session, message.sequence)

    def _note_gone(self, gone: frozenset[str]) -> None:
        self._gone = {name: self._gone.get(name, time.time()) for name in gone}


def main() -> int:
    """Run the robot whose name, and how far its clock is ahead, are the words."""
    talker = Talker(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)
    return serve(talker.answer, talker.close, talker.setup)


if __name__ == "__main__":
    sys.exit(main())
