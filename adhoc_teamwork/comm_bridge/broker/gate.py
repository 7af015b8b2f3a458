# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let sound messages in, once each, from whom they say they are, and no more than is fair."""

from collections import Counter
from collections.abc import Callable

from adhoc_teamwork.comm_bridge.broker.validation import Drop, find_fault
from adhoc_teamwork.comm_bridge.radio_link.envelope import EnvelopeError, Frame, read_frame
from adhoc_teamwork.comm_bridge.radio_link.receipt import HeardNumbers
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

Decode = Callable[[bytes], TeamMessage]
"""Return what a frame's bytes say; raises ValueError where they cannot be understood."""


class Gate:
    """Check what comes from the topic of one robot, and count what does not pass."""

    def __init__(self, rules: KindRules, decode: Decode) -> None:
        self.had = HeardNumbers()
        self.dropped: Counter[Drop] = Counter()
        self.dropped_of: Counter[str] = Counter()
        self._rules = rules
        self._decode = decode
        self._limits: dict[tuple[str, MessageKind], RateLimit] = {}

    def read(self, owner: str, data: bytes) -> Frame | None:
        """Return the frame that bytes are, or None."""
        try:
            return read_frame(data)
        except EnvelopeError:
            self.drop(Drop.UNREADABLE, owner)
            return None

    def admit(self, owner: str, frame: Frame, now: float, passed_on: bool) -> bool:
        """Tell whether a frame passes, going by its head alone; it passes once.

        Args:
            owner: From whose topic it comes.
            frame: What came.
            now: When, in seconds.
            passed_on: Whether the owner may pass it on for another robot.
        """
        fault = self._find_fault(owner, frame, now, passed_on)
        if fault is None and self.had.add(frame.head.identity):
            return True
        self.drop(fault or Drop.DUPLICATE, owner)
        return False

    def decode(self, owner: str, frame: Frame) -> TeamMessage | None:
        """Return what a frame says, or None where it is malformed."""
        try:
            message = self._decode(frame.data)
        except ValueError:
            self.drop(Drop.UNREADABLE, owner)
            return None
        fault = find_fault(frame.head.sender, message)
        if fault is not None:
            self.drop(fault, owner)
            return None
        return message

    def drop(self, reason: Drop, owner: str) -> None:
        """Count what does not pass."""
        self.dropped[reason] += 1
        if reason is not Drop.DUPLICATE:
            self.dropped_of[owner] += 1

    def _find_fault(self, owner: str, frame: Frame, now: float, passed_on: bool) -> Drop | None:
        head = frame.head
        rule = self._rules[head.kind]
        if not head.sender:
            return Drop.NO_SENDER
        if head.sender != owner and not passed_on:
            return Drop.WRONG_SENDER
        if head.remembered:
            return Drop.SAYS_REMEMBERED
        if len(frame.data) > rule.size:
            return Drop.OVERSIZED
        if head.identity in self.had:
            return Drop.DUPLICATE
        limit = self._limits.get((owner, head.kind))
        if limit is None or limit.rate != rule.rate:
            limit = self._limits[(owner, head.kind)] = RateLimit(rule.rate, rule.burst)
        return None if limit.take(now) else Drop.FLOOD
