# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How much of a stranger is read, and what is kept of what nobody understood."""

import math
from collections import deque
from dataclasses import dataclass

from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.text.plain_text import one_line

KEPT = 20
SHOWN = 160
_BURST_SECONDS = 2.0
_LEAST_BURST = 5.0


def allowance(rate: float) -> RateLimit:
    """Return what lets `rate` publications a second through, and two seconds' worth at once."""
    return RateLimit(rate, math.ceil(max(_LEAST_BURST, _BURST_SECONDS * rate)))


@dataclass
class StrangerCounts:
    """Count what came of a stranger's publications and of what it was to be told."""

    heard: int = 0
    said: int = 0
    told: int = 0
    not_understood: int = 0
    too_many: int = 0


class NotUnderstood:
    """Keep the last things that nobody understood, each a line with the reason."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=KEPT)

    def add(self, why: str) -> str:
        """Keep a reason; return it as the line that is shown."""
        line = one_line(why)[:SHOWN]
        self._kept.append(line)
        return line

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what is kept, the newest first."""
        return tuple(reversed(self._kept))
