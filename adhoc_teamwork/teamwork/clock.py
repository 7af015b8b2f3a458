# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Clocks that are set back, as by a recording that begins again, and clocks that stand.

All in seconds.
"""

from collections.abc import Callable

SET_BACK = 0.5
"""Seconds. What falls by less is no clock that was set back: messages overtake each other."""


def was_set_back(before: float, now: float) -> bool:
    """Tell whether a clock that showed `before` and now shows `now` was set back between."""
    return now < before - SET_BACK


def lately(at: float, now: float, seconds: float) -> bool:
    """Tell whether less than `seconds` have gone since `at`; not where the clock was set back."""
    return now - at < seconds and not was_set_back(at, now)


class SlowerClock:
    """Count seconds that pass on two clocks, of each stretch between two calls the fewer.

    So neither simulated time that stands, nor real time in which nobody could work, makes somebody
    wait in vain. Use one from one thread at a time.
    """

    def __init__(self, one: Callable[[], float], other: Callable[[], float]) -> None:
        self._clocks = (one, other)
        self._last = (one(), other())
        self._seconds = 0.0

    def __call__(self) -> float:
        """Return the seconds counted so far; one that is set back takes none of them away."""
        now = (self._clocks[0](), self._clocks[1]())
        passed = min(new - old for new, old in zip(now, self._last, strict=True))
        self._last = now
        self._seconds += max(0.0, passed)
        return self._seconds
