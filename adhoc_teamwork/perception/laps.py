# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long the steps of taking in a frame take."""

import time
from collections.abc import Callable


class Laps:
    """Measure steps that follow each other: each lasts from the end of the one before.

    The clock is this thread's processor time unless another one is given; nothing that perception
    believes depends on it.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._last = clock()
        self.spent: dict[str, float] = {}
        """Seconds by step, since the last `begin`."""

    def begin(self) -> None:
        """Forget what was measured; the first step begins."""
        self.spent = {}
        self._last = self._clock()

    def end(self, step: str) -> None:
        """End a step; the next one begins."""
        now = self._clock()
        self.spent[step] = self.spent.get(step, 0.0) + now - self._last
        self._last = now
