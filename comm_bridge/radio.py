"""The endpoint through which a robot speaks to its team: nothing lost, nothing twice.

A `Radio` never waits and does no I/O: it is told what came in and what time it is, and says what
must go out. `comm_bridge.ros.radio` connects one to topics. Times called `now` are seconds of a
clock that never jumps; stamps are seconds of the ROS clock.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from comm_bridge.envelope import Frame, Identity, Stream
from comm_bridge.neighbours import Neighbours
from comm_bridge.receipt import BROKER, Heard, Ledger, Member, Receipt
from comm_bridge.rules import KindRules
from comm_bridge.store import FrameStore
from teamwork.enums import StrEnum

RECEIPT_PERIOD = 1.0
"""Seconds between two receipts at most: they are a sign of life."""
RECEIPT_DELAY = 0.2
"""Seconds after which what was heard is receipted."""
WHOLE_PERIOD = 10.0
"""Seconds between receipts that list every stream."""
RANGES_TOLD = 16
"""Newest ranges of a stream that a receipt lists."""
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
        self.heard = Ledger()
        self.store = FrameStore(self.rules)
        self.neighbours = Neighbours(robot, self.rules)
        self._number = 0
        self._changed: set[Stream] = set()
        self._asked_again: set[Identity] = set()
        self._receipt_at = float("-inf")
        self._whole_at = float("-inf")
        self._changed_at: float | None = None

    def say(self, frame: Frame, now: float) -> None:
        """Note what this robot says on `team/out`: it is sent again until it is acknowledged."""
        self.counts["said"] += 1
        self.heard.add(frame.head.identity)
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
        if not self.heard.add(head.identity):
            self.counts["repeated"] += 1
            if is_reliable:
                self._asked_again.add(head.identity)
                self._note_change(now)
            return False
        if head.sender == self.robot:
            return head.session != self.session
        if is_reliable:
            self._changed.add(head.stream)
            self._note_change(now)
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
        if self._whole_at < self.neighbours.met_at:
            self._note_change(now)

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
        is_asked = self._changed_at is not None and now >= self._changed_at + RECEIPT_DELAY
        if not is_asked and now < self._receipt_at + RECEIPT_PERIOD:
            return None
        streams: Iterable[Stream] = self._changed
        if now >= self._whole_at + WHOLE_PERIOD or self._whole_at < self.neighbours.met_at:
            self._whole_at, streams = now, self.heard.streams
        heard = list_heard(self.heard, streams, self._asked_again)
        self._changed.clear()
        self._asked_again.clear()
        self._changed_at, self._receipt_at = None, now
        self._number += 1
        members = self.neighbours.members(now)
        return Receipt(self.robot, self.session, self._number, clock, heard, members)

    def listens_to(self, robots: Iterable[str], now: float) -> frozenset[str]:
        """Return whom of `robots` to hear directly, as the broker does not speak for them."""
        return self.neighbours.direct(robots, now)

    def gone(self, now: float) -> frozenset[str]:
        """Return the teammates that fell silent or left, as far as this robot can know."""
        return self.neighbours.gone(now)

    def hears_broker(self, now: float) -> bool:
        """Tell whether the broker was heard lately."""
        return self.neighbours.hears(BROKER, now)

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

    def _note_change(self, now: float) -> None:
        if self._changed_at is None:
            self._changed_at = now


def list_heard(
    ledger: Ledger, streams: Iterable[Stream], asked_again: Iterable[Identity] = ()
) -> tuple[Heard, ...]:
    """Return the newest ranges of some streams, and those that hold what came once more."""
    told = {stream: set(ledger.ranges(stream).newest(RANGES_TOLD)) for stream in streams}
    for sender, session, sequence in asked_again:
        stream = (sender, session)
        around = ledger.ranges(stream).around(sequence)
        if around is not None:
            told.setdefault(stream, set()).add(around)
    return tuple(Heard(stream, tuple(sorted(ranges))) for stream, ranges in told.items())
