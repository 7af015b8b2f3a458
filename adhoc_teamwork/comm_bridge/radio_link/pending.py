# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is on its way to one neighbour: kept, and sent again, until its receipt comes."""

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity, Stream
from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard, HeardNumbers
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.team.message import MessageKind

FIRST_WAIT = 1.0
"""Seconds after which an unacknowledged frame is sent again for the first time."""
LONGEST_WAIT = 5.0
"""Seconds between two attempts at most; the wait doubles until then."""
BYTES_KEPT = 32 * 2**20
"""Bytes that wait for one neighbour at most."""
HOLE_WAIT = 0.4
"""Seconds after which a frame is sent again where later ones of its stream have arrived."""

_SWEPT_FROM = 100
"""Queue entries below which sweeping is not worth it."""


@dataclass(slots=True)
class _Waiting:
    """Hold one frame that waits for a receipt; times in seconds."""

    frame: Frame
    size: int
    expires: float
    sent: float
    due: float
    wait: float = FIRST_WAIT
    is_settled: bool = False


@dataclass(slots=True)
class _Stream:
    """Hold what waits of one sender's session, by sequence, oldest first."""

    waiting: dict[int, _Waiting] = field(default_factory=dict)
    of_kind: dict[MessageKind, int] = field(default_factory=dict)


class Pending:
    """Keep what one neighbour has not acknowledged; times in seconds of a clock that never jumps.

    Args:
        limit: Frames kept at most; beyond it, and beyond its kind's history, the oldest is given
            up and counted in `lost`.
    """

    def __init__(self, rules: KindRules, limit: int = 5000) -> None:
        self._rules = rules
        self._limit = limit
        self._streams: dict[Stream, _Stream] = {}
        self._queue: list[tuple[float, int, _Waiting]] = []
        self._count = self._size = 0
        self._pushed = 0
        self.had = HeardNumbers()
        self.lost: Counter[MessageKind] = Counter()
        self.resent = 0
        self._expire_at = float("-inf")

    def __len__(self) -> int:
        return self._count

    def __contains__(self, identity: Identity) -> bool:
        stream = self._streams.get((identity[0], identity[1]))
        return stream is not None and identity[2] in stream.waiting

    @property
    def identities(self) -> list[Identity]:
        """Return what waits."""
        return [
            (sender, session, sequence)
            for (sender, session), stream in self._streams.items()
            for sequence in stream.waiting
        ]

    def add(self, frame: Frame, now: float, wait: float = FIRST_WAIT) -> bool:
        """Keep a frame, to be sent (again) after `wait` seconds; return False where it is had."""
        head = frame.head
        stream = self._streams.get(head.stream)
        if stream is not None and head.sequence in stream.waiting:
            return False
        if head.identity in self.had:
            return False
        rule = self._rules[head.kind]
        of_kind = stream.of_kind.get(head.kind, 0) if stream is not None else 0
        if of_kind >= rule.history:
            self._give_up_oldest(head.stream, head.kind)
        while self._count and (self._count >= self._limit or self._size > BYTES_KEPT):
            self._give_up_oldest()
        # What was given up may have been the last of its stream.
        stream = self._streams.get(head.stream)
        if stream is None:
            stream = self._streams[head.stream] = _Stream()
        size = len(frame.data)
        waiting = _Waiting(frame, size, now + rule.expiry, now, now + wait)
        stream.waiting[head.sequence] = waiting
        stream.of_kind[head.kind] = stream.of_kind.get(head.kind, 0) + 1
        self._count += 1
        self._size += size
        self._push(waiting)
        return True

    def settle(self, heard: Iterable[Heard], now: float) -> list[Identity]:
        """Take in what the neighbour says to have; return what need not be kept for it any more."""
        settled: list[Identity] = []
        for entry in heard:
            self.had.add_ranges(entry.stream, entry.ranges)
            stream = self._streams.get(entry.stream)
            if stream is None:
                continue
            ranges = self.had.ranges(entry.stream)
            for sequence, waiting in list(stream.waiting.items()):
                if sequence in ranges:
                    self._forget(waiting)
                    settled.append(waiting.frame.head.identity)
                elif sequence < ranges.highest and waiting.wait == FIRST_WAIT:
                    self._hasten(waiting, max(now, waiting.sent + HOLE_WAIT))
        return settled

    def wake(self, now: float) -> None:
        """Send all that waits soon: the neighbour can be reached again."""
        for stream in self._streams.values():
            for waiting in stream.waiting.values():
                waiting.wait = FIRST_WAIT
                self._hasten(waiting, now)

    def due(self, now: float, limit: int) -> list[Frame]:
        """Return what must be sent now, at most `limit` frames, the most urgent first."""
        ready: list[_Waiting] = []
        while self._queue and self._queue[0][0] <= now:
            due, _, waiting = heapq.heappop(self._queue)
            if waiting.is_settled or due != waiting.due:
                continue
            if waiting.expires <= now:
                self._give_up(waiting)
                continue
            ready.append(waiting)
        ready.sort(key=self._urgency)
        for waiting in ready[limit:]:
            self._push(waiting)
        for waiting in ready[:limit]:
            waiting.sent, waiting.due = now, now + waiting.wait
            waiting.wait = min(2.0 * waiting.wait, LONGEST_WAIT)
            self._push(waiting)
            self.resent += 1
        return [waiting.frame for waiting in ready[:limit]]

    def expire(self, now: float) -> None:
        """Give up what is too old; looks once a second, however often it is called."""
        if now < self._expire_at:
            return
        self._expire_at = now + 1.0
        for stream in list(self._streams.values()):
            for waiting in [w for w in stream.waiting.values() if w.expires <= now]:
                self._give_up(waiting)
        self._sweep()

    def drop(self, identity: Identity) -> None:
        """Keep a frame no longer."""
        stream = self._streams.get((identity[0], identity[1]))
        if stream is not None and identity[2] in stream.waiting:
            self._forget(stream.waiting[identity[2]])

    def clear(self) -> None:
        """Forget what waits and what the neighbour had: it has started anew."""
        self._streams.clear()
        self._queue.clear()
        self._count = self._size = 0
        self.had = HeardNumbers()

    def _urgency(self, waiting: _Waiting) -> tuple[int, str, int, int]:
        head = waiting.frame.head
        return (self._rules[head.kind].priority, *head.identity)

    def _push(self, waiting: _Waiting) -> None:
        self._pushed += 1
        heapq.heappush(self._queue, (waiting.due, self._pushed, waiting))

    def _sweep(self) -> None:
        """Take out of the queue what is settled: nobody asks for what is due to who is away."""
        if len(self._queue) > 2 * self._count + _SWEPT_FROM:
            self._queue = [e for e in self._queue if not e[2].is_settled and e[0] == e[2].due]
            heapq.heapify(self._queue)

    def _hasten(self, waiting: _Waiting, due: float) -> None:
        if due < waiting.due:
            waiting.due = due
            self._push(waiting)

    def _give_up_oldest(self, of: Stream | None = None, kind: MessageKind | None = None) -> None:
        """Give up the oldest of all, or of a kind of one stream."""
        streams = self._streams.values() if of is None else (self._streams[of],)
        # A stream's frames lie in the order in which they were added.
        firsts = (
            next((w for w in s.waiting.values() if kind in (None, w.frame.head.kind)), None)
            for s in streams
        )
        oldest = min(filter(None, firsts), key=lambda waiting: waiting.expires, default=None)
        if oldest is not None:
            self._give_up(oldest)

    def _give_up(self, waiting: _Waiting) -> None:
        self.lost[waiting.frame.head.kind] += 1
        self._forget(waiting)

    def _forget(self, waiting: _Waiting) -> None:
        waiting.is_settled = True
        head = waiting.frame.head
        stream = self._streams[head.stream]
        del stream.waiting[head.sequence]
        stream.of_kind[head.kind] -= 1
        self._count -= 1
        self._size -= waiting.size
        if not stream.waiting:
            del self._streams[head.stream]
