# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Radios and a broker in a world of seconds, where frames get lost, late and double."""

import heapq
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from frames import decode, encode
from frames import frame as frame_of

from adhoc_teamwork.comm_bridge.broker.log import MessageLog
from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.comm_bridge.radio_link.radio import Channel, Radio
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER, Receipt
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.team.message import TeamMessage

STEP = 0.05


@dataclass
class Link:
    """Say how frames travel; `cut` holds who cannot be reached by whom."""

    loss: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    doubling: float = 0.0
    cut: Callable[[str, str], bool] = lambda _sender, _receiver: False


@dataclass
class Robot:
    """Hold a robot's radio, whom it listens to directly, and what it heard how often."""

    radio: Radio
    sequence: int = 0
    clock_ahead: float = 0.0
    direct: frozenset[str] = frozenset()
    heard: Counter[Identity] = field(default_factory=Counter)
    live: Counter[Identity] = field(default_factory=Counter)


class World:
    """Let time pass for robots and a broker that may be killed and started again."""

    def __init__(self, robots: tuple[str, ...], log: Path | None, seed: int, rules=None) -> None:
        self.now = 100.0
        self.link = Link()
        self.random = random.Random(seed)
        self.rules = rules or KindRules()
        self.robots = {name: Robot(Radio(name, 1, self.rules)) for name in robots}
        self.log_path = log
        self.relay: Relay | None = None
        self.digest: LogWriter | None = None
        self._generation = 0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    # --- the broker -----------------------------------------------------------------------------

    def start_broker(self) -> None:
        self._generation += 1
        log = MessageLog(self.log_path, wall=lambda: self.now) if self.log_path else None
        logged = log.open() if log else None
        self.relay = Relay(self, decode, self.rules, logged.session if logged else self._generation)
        self.digest = LogWriter(decode, self.rules, log)
        if logged:
            self.relay.restore(logged.had, logged.robots, self.now)
            for entry in logged.frames:
                self.relay.restore_frame(entry.frame, entry.receivers, entry.age, self.now)
            self.digest.recall(logged)

    def kill_broker(self) -> None:
        """Take the broker away at once: what is not on disk is lost with it."""
        self.relay = self.digest = None

    def tell_all(self, frame: Frame) -> None:
        for name in self.robots:
            self._from_broker(name, frame)

    def tell(self, robot: str, frame: Frame) -> None:
        self._from_broker(robot, frame)

    def _from_broker(self, name: str, frame: Frame) -> None:
        if name in self.robots:
            self._send(BROKER, name, lambda: self._hear(name, frame, False))

    # --- the robots -----------------------------------------------------------------------------

    def say(self, robot: str, kind: Any, recipient: str = "", **parts: Any) -> TeamMessage:
        speaker = self.robots[robot]
        speaker.sequence += 1
        message = TeamMessage(
            robot, speaker.radio.session, speaker.sequence, self.now, kind, recipient, **parts
        )
        frame = frame_of(message)
        speaker.radio.say(frame, self.now)
        self._emit(robot, frame, Channel.OUT)
        return message

    def _emit(self, robot: str, frame: Frame, channel: Channel) -> None:
        passed_on = channel is Channel.PASSED_ON
        self._to_broker(robot, lambda relay: relay.take(robot, frame.data, self.now, passed_on))
        for name, other in self.robots.items():
            if robot in other.direct:
                self._send(robot, name, lambda name=name: self._hear(name, frame, passed_on))

    def _to_broker(self, robot: str, act: Callable[[Relay], None]) -> None:
        def arrive() -> None:
            if self.relay is not None:
                act(self.relay)

        self._send(robot, BROKER, arrive)

    def _hear(self, name: str, frame: Frame, passed_on: bool) -> None:
        robot = self.robots.get(name)
        if robot is not None and robot.radio.hear(frame, self.now, passed_on):
            robot.heard[frame.head.identity] += 1
            robot.live[frame.head.identity] += not frame.head.remembered

    def _receipt(self, name: str, receipt: Receipt) -> None:
        if name in self.robots:
            robot = self.robots[name]
            robot.radio.take_receipt(receipt, self.now, self.now + robot.clock_ahead)

    # --- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """Let time pass; return whether `until` holds, which ends it early."""
        end = self.now + seconds
        while self.now < end:
            self.step()
            if until is not None and until():
                return True
        return until is not None and until()

    def step(self) -> None:
        self.now += STEP
        while self._queue and self._queue[0][0] <= self.now:
            heapq.heappop(self._queue)[2]()
        for name, robot in list(self.robots.items()):
            self._step_robot(name, robot)
        if self.relay is not None:
            self._step_broker(self.relay)

    def _step_robot(self, name: str, robot: Robot) -> None:
        for emission in robot.radio.tick(self.now):
            self._emit(name, emission.frame, emission.channel)
        receipt = robot.radio.receipt(self.now, self.now + robot.clock_ahead)
        if receipt is not None:
            self._to_broker(
                name, lambda relay: relay.take_receipt(name, receipt, self.now, self.now)
            )
            for other_name, other in self.robots.items():
                if name in other.direct:
                    self._send(
                        name, other_name, lambda other=other_name: self._receipt(other, receipt)
                    )
        robot.direct = robot.radio.listens_to(self.robots, self.now)

    def _step_broker(self, relay: Relay) -> None:
        relay.tick(self.now)
        receipt = relay.receipt(self.now, self.now)
        if receipt is not None:
            for name in self.robots:
                self._send(BROKER, name, lambda name=name: self._receipt(name, receipt))
        if self.random.random() < 0.5:
            self.digest_all()
        if self.random.random() < 0.02:
            relay.keep()

    def digest_all(self) -> None:
        if self.relay is None or self.digest is None:
            return
        items = list(self.relay.handed)
        self.relay.handed.clear()
        outcome = self.digest.process(items)
        self.relay.commit(outcome.committed, self.now)
        for robot, messages in outcome.told:
            self.relay.tell_later(robot, [frame_of(message) for message in messages])

    def _send(self, sender: str, receiver: str, arrive: Callable[[], None]) -> None:
        link = self.link
        if link.cut(sender, receiver):
            return
        for _ in range(1 + (self.random.random() < link.doubling)):
            if self.random.random() < link.loss:
                continue
            late = link.delay + self.random.uniform(0.0, link.jitter)
            self._count += 1
            heapq.heappush(self._queue, (self.now + late, self._count, arrive))


__all__ = ["Link", "World", "encode"]
