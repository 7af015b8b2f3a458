# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The endpoint through which a robot speaks to its team: nothing lost, nothing twice.

A `Radio` never waits and does no I/O: it is told what came in and what time it is, and says what
must go out. `comm_bridge.ros.radio` connects one to topics. Times called `now` are seconds of a
clock that never jumps; stamps are seconds of the ROS clock.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.radio_link.acknowledging import Acknowledger, Pace
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.radio_link.neighbours import Neighbours
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER, Member, Receipt
from adhoc_teamwork.comm_bridge.radio_link.store import FrameStore
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.enums import StrEnum

PACE = Pace(period=0.5, delay=0.2)
"""How often a robot says receipts: they are a sign of life."""
RESENT_AT_ONCE = 40
"""Frames sent again to one neighbour in one step at most."""


class Channel(StrEnum):
    """Say on which of a robot's topics a frame goes out."""

    OUT = "out"
    PASSED_ON = "passed_on"


@dataclass(frozen=True)
class Emission:
    """Say what to send where."""

    frame: Frame
    channel: Channel


class Radio:
    """Send what a robot says until it is acknowledged, and hear each message once.

    Args:
        robot: The robot's name.
        session: Of its planner, as in `TeamMessage`.
        rules: What each kind of message is owed.
    """

    def __init__(self, robot: str, session: int, rules: KindRules | None = None) -> None:
        self.robot = robot
        self.session = session
        self.rules = rules or KindRules()
        self.counts: Counter[str] = Counter()
        self.store = FrameStore(self.rules)
        self.neighbours = Neighbours(robot, self.rules)
        self._acknowledger = Acknowledger(robot, session, PACE)
        self._met_at = float("-inf")

    def say(self, frame: Frame, now: float) -> None:
        """Note what this robot says on `team/out`: it is sent again until it is acknowledged."""
        self.counts["said"] += 1
        if frame.head.session > self.session:
            # Receipts of an older session than what is said would count for nothing.
            self.session = self._acknowledger.session = frame.head.session
        self._acknowledger.had.add(frame.head.identity)
        self.store.add(frame, now)
        if self.rules[frame.head.kind].is_reliable:
            self.neighbours.expect(frame, now)

    def hear(self, frame: Frame, now: float, passed_on: bool = False) -> bool:
        """Take in a frame; tell whether the robot has to hear it, which is so once.

        Args:
            frame: What came.
            now: When it came.
            passed_on: Not from its sender nor from the broker, but from a teammate that heard it:
                believed only of a sender that is not heard itself.
        """
        head = frame.head
        if passed_on and (head.sender == self.robot or self.neighbours.hears(head.sender, now)):
            self.counts["not_needed"] += 1
            return False
        is_reliable = self.rules[head.kind].is_reliable
        if is_reliable:
            is_new = self._acknowledger.note(head.identity, now)
        else:
            is_new = self._acknowledger.had.add(head.identity)
        if not is_new:
            self.counts["repeated"] += 1
            return False
        if head.sender == self.robot:
            return head.session != self.session
        if is_reliable and not head.remembered:
            self.store.add(frame, now)
            self.neighbours.pass_on(frame, now)
        if head.recipient not in ("", self.robot):
            return False
        self.counts["heard"] += 1
        return True

    def take_receipt(self, receipt: Receipt, now: float, clock: float) -> None:
        """Take in a receipt of the broker or of a teammate that is heard directly.

        Args:
            receipt: What came.
            now: When it came.
            clock: The same on the own ROS clock.
        """
        if receipt.holder == self.robot:
            return
        self.neighbours.take(receipt, self.store.frames(now), now, clock)
        if self._met_at < self.neighbours.met_at:
            self._met_at = self.neighbours.met_at
            self._acknowledger.greet(now)

    def tick(self, now: float) -> list[Emission]:
        """Return what must be sent again now; call it ten times a second or so."""
        self.store.expire(now)
        frames = self.neighbours.due(now, RESENT_AT_ONCE)
        own = {True: Channel.OUT, False: Channel.PASSED_ON}
        return [Emission(frame, own[frame.head.sender == self.robot]) for frame in frames]

    def receipt(self, now: float, clock: float) -> Receipt | None:
        """Return the receipt to be said now, or None where it is too early.

        Args:
            now: The time.
            clock: The time on the own ROS clock, s.
        """
        return self._acknowledger.receipt(now, clock, self.neighbours.members(now))

    def listens_to(self, robots: Iterable[str], now: float) -> frozenset[str]:
        """Return whom of `robots` to hear directly, as the broker does not speak for them."""
        return self.neighbours.direct(robots, now)

    def gone(self, now: float) -> frozenset[str]:
        """Return the teammates that fell silent or left, as far as this robot can know."""
        return self.neighbours.gone(now)

    def hears_broker(self, now: float) -> bool:
        """Tell whether the broker was heard lately."""
        return self.neighbours.hears(BROKER, now)

    @property
    def later_session(self) -> int:
        """Return the later session in which others heard this robot, or 0 where there is none.

        Its clock was set back since. Whatever it says in this session counts for nothing.
        """
        told = self.neighbours.own_session
        return told if told > self.session else 0

    def clock_ahead(self, robot: str) -> float:
        """Return the seconds by which a teammate's ROS clock is ahead of the own one."""
        return self.neighbours.clock_ahead(robot)

    @property
    def waiting(self) -> int:
        """Return how many reliable messages of this robot the broker has not acknowledged."""
        return self.neighbours.waiting

    @property
    def members(self) -> tuple[Member, ...]:
        """Return the team as the broker last told it."""
        return self.neighbours.told_members
