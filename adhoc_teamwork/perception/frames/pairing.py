# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bring together what belongs to one image by its exact stamp, in a bounded buffer."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class ExactPairing(Generic[T]):
    """Collect one item of each stream per stamp; the oldest incomplete stamps are dropped.

    The default capacity spans a second of a camera at 30 Hz, for masks that take time to make.
    """

    def __init__(self, streams: Sequence[str], capacity: int = 30) -> None:
        self._streams = tuple(streams)
        self._capacity = capacity
        self._waiting: OrderedDict[int, dict[str, T]] = OrderedDict()
        self._complete = -1
        self.passed_over = 0
        """Stamps that never became complete, though a later one did: a stream has a lower rate."""
        self.dropped = 0
        """Other stamps that never became complete."""
        self.last_dropped = ""
        """The last of those, in words."""

    def add(self, stream: str, stamp: int, item: T) -> dict[str, T] | None:
        """Store an item (stamp in nanoseconds); return the items by stream once all are there."""
        items = self._waiting.setdefault(stamp, {})
        items[stream] = item
        if len(items) == len(self._streams):
            del self._waiting[stamp]
            self._complete = stamp
            return items
        while len(self._waiting) > self._capacity:
            self._drop(*self._waiting.popitem(last=False))
        return None

    def _drop(self, stamp: int, items: dict[str, T]) -> None:
        if stamp < self._complete:
            self.passed_over += 1
            return
        missing = [stream for stream in self._streams if stream not in items]
        self.dropped += 1
        self.last_dropped = (
            f"{' and '.join(items)} came with stamp {stamp * 1e-9:.3f}, "
            f"{' and '.join(missing)} did not; one picture's messages have one stamp"
        )

    def clear(self) -> None:
        """Forget what is waiting."""
        self._waiting.clear()
        self._complete = -1
