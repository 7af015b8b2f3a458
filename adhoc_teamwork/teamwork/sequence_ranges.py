# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which numbers of a growing sequence were had: a few closed ranges in place of a growing set."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class SequenceRanges:
    """Hold a set of positive numbers as ranges; the holes of the oldest close beyond a limit.

    Args:
        limit: Ranges kept at most. Where more would be needed, the hole between the two lowest is
            taken for had, and counted in `closed`: what comes so late is not waited for any more.
    """

    def __init__(self, ranges: Iterable[tuple[int, int]] = (), limit: int = 4096) -> None:
        self._first: list[int] = []
        self._last: list[int] = []
        self._limit = limit
        self.closed = 0
        for first, last in ranges:
            self.add_range(first, last)

    def __contains__(self, number: int) -> bool:
        index = bisect_right(self._first, number) - 1
        return index >= 0 and number <= self._last[index]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(list(zip(self._first, self._last, strict=True)))

    def __len__(self) -> int:
        return len(self._first)

    @property
    def highest(self) -> int:
        """Return the highest number had, 0 before the first."""
        return self._last[-1] if self._last else 0

    @property
    def lowest(self) -> int:
        """Return the lowest number had, 0 before the first."""
        return self._first[0] if self._first else 0

    def add(self, number: int) -> bool:
        """Take in one number; return False where it was had."""
        if self._last and number == self._last[-1] + 1:
            self._last[-1] = number
            return True
        if number in self:
            return False
        self.add_range(number, number)
        return True

    def add_range(self, first: int, last: int) -> None:
        """Take in every number from `first` to `last`, both included."""
        if last < first:
            return
        begin = bisect_right(self._last, first - 2)
        end = bisect_right(self._first, last + 1)
        if begin < end:
            first, last = min(first, self._first[begin]), max(last, self._last[end - 1])
        self._first[begin:end] = [first]
        self._last[begin:end] = [last]
        while len(self._first) > self._limit:
            self.closed += self._first[1] - self._last[0] - 1
            self._last[0:2] = [self._last[1]]
            del self._first[1]

    def newest(self, count: int) -> list[tuple[int, int]]:
        """Return the `count` highest ranges, lowest first."""
        return list(zip(self._first[-count:], self._last[-count:], strict=True))

    def around(self, number: int) -> tuple[int, int] | None:
        """Return the range that holds `number`, or None."""
        index = bisect_right(self._first, number) - 1
        if index < 0 or number > self._last[index]:
            return None
        return self._first[index], self._last[index]
