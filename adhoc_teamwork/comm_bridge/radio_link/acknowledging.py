# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decide when to say a receipt, and what it lists."""

from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.radio_link.envelope import Identity, Stream
from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard, HeardNumbers, Member, Receipt

WHOLE_PERIOD = 10.0
"""Seconds between receipts that list every stream."""
RANGES_TOLD = 16
"""Newest ranges of a stream that a receipt lists."""
ASKED_AGAIN = 1000
"""Repeated messages that one receipt acknowledges anew at most."""


@dataclass(frozen=True)
class Pace:
    """Say how often receipts are said: every `period` s, and `delay` s after there is news."""

    period: float
    delay: float


class Acknowledger:
    """Keep what somebody has, and make its receipts.

    Args:
        holder: Whose receipts they are; empty: the broker's.
        session: Of the holder.
        pace: How often they are said.
    """

    def __init__(self, holder: str, session: int, pace: Pace) -> None:
        self.had = HeardNumbers()
        self.session = session
        self._holder, self._pace = holder, pace
        self._changed: set[Stream] = set()
        self._again: set[Identity] = set()
        self._changed_at: float | None = None
        self._said_at = self._whole_at = float("-inf")
        self._number = 0

    def note(self, identity: Identity, now: float) -> bool:
        """Acknowledge a message with the next receipt; return False where it was had before."""
        is_new = self.had.add(identity)
        if is_new:
            self._changed.add(identity[:2])
        elif len(self._again) < ASKED_AGAIN:
            self._again.add(identity)
        self._hurry(now)
        return is_new

    def greet(self, now: float) -> None:
        """Say all that is had with the next receipt: somebody was met who may not know it."""
        self._whole_at = float("-inf")
        self._hurry(now)

    def receipt(self, now: float, clock: float, members: Iterable[Member]) -> Receipt | None:
        """Return the receipt to be said now, or None where it is too early.

        Args:
            now: The time, s.
            clock: The time on the own ROS clock, s.
            members: Whom the holder hears.
        """
        has_news = self._changed_at is not None and now >= self._changed_at + self._pace.delay
        if not has_news and now < self._said_at + self._pace.period:
            return None
        streams: Iterable[Stream] = self._changed
        if now >= self._whole_at + WHOLE_PERIOD:
            self._whole_at, streams = now, self.had.streams
        heard = _list_heard(self.had, streams, self._again)
        self._changed.clear()
        self._again.clear()
        self._changed_at, self._said_at = None, now
        self._number += 1
        return Receipt(self._holder, self.session, self._number, clock, heard, tuple(members))

    def _hurry(self, now: float) -> None:
        if self._changed_at is None:
            self._changed_at = now


def _list_heard(
    ledger: HeardNumbers, streams: Iterable[Stream], again: Iterable[Identity]
) -> tuple[Heard, ...]:
    """Return the newest ranges of some streams, and those that hold what came once more."""
    told = {stream: set(ledger.ranges(stream).newest(RANGES_TOLD)) for stream in streams}
    for sender, session, sequence in again:
        stream = (sender, session)
        around = ledger.ranges(stream).around(sequence)
        if around is not None:
            told.setdefault(stream, set()).add(around)
    return tuple(Heard(stream, tuple(sorted(ranges))) for stream, ranges in told.items())
