# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How often something may happen: a bucket of turns that fills with time."""


class RateLimit:
    """Count turns that are left: they come at `rate` a second, up to `burst`."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self._burst = rate, float(burst)
        self._left, self._at = float(burst), float("-inf")

    def take(self, now: float, count: int = 1) -> bool:
        """Tell whether `count` turns are left at `now` (s), and take them; otherwise take none."""
        if now > self._at:
            self._left = min(self._burst, self._left + (now - self._at) * self.rate)
            self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True
