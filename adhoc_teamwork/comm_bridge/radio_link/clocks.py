# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""By how much teammates' clocks are ahead of one's own, from the stamps of their receipts."""

from collections import deque
from dataclasses import replace

from adhoc_teamwork.teamwork.team.message import TeamMessage

SAMPLES = 12
"""Receipts looked back on: of their delays the least counts."""
APART = 0.25
"""Seconds from which on clocks are apart; less is delay and noise."""


class ClockOffsets:
    """Estimate offsets of clocks; receipts are never kept or repeated, so a stamp is its sending.

    What arrives was sent `ahead` before or after by the own clock, less its delay: the largest of
    the last few samples has the least delay in it.
    """

    def __init__(self) -> None:
        self._samples: dict[str, deque[float]] = {}

    def note(self, name: str, stamp: float, now: float) -> None:
        """Take in a receipt's stamp on its speaker's clock and on one's own at arrival, seconds."""
        if stamp > 0.0 and now > 0.0:
            self._samples.setdefault(name, deque(maxlen=SAMPLES)).append(stamp - now)

    def ahead(self, name: str) -> float:
        """Return the seconds by which a clock is ahead of one's own; 0 where nothing is known."""
        return max(self._samples.get(name, ()), default=0.0)


def correction(ahead: float) -> float:
    """Return what to take off a stamp of a clock that is `ahead` seconds; 0 where that is noise."""
    return ahead if abs(ahead) >= APART else 0.0


def correct(message: TeamMessage, ahead: float) -> TeamMessage:
    """Return a message with its times on the own clock; `ahead` as in `ClockOffsets.ahead`."""
    off = correction(ahead)
    if off == 0.0:
        return message
    seen = tuple(replace(d, seen=max(0.0, d.seen - off)) for d in message.detections)
    return replace(message, stamp=max(0.0, message.stamp - off), detections=seen)
