# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What went wrong with the input: counted by kind, and told in words while it lasts."""

import threading
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """Hold what is to be told; `is_losing` while more input is lost than taken in."""

    is_losing: bool
    message: str
    counts: dict[str, int]


class Problems:
    """Count what could not be used; for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._events: Counter[str] = Counter()
        self._recent: dict[str, str] = {}
        self._last = ""
        self._frames = 0
        self._lost = 0

    def note(self, kind: str, text: str, times: int = 1) -> None:
        """Count input that is lost, under a short key, and remember what to say of it."""
        with self._lock:
            self._counts[kind] += times
            self._recent[kind] = self._last = text

    def count(self, kind: str, times: int = 1) -> None:
        """Count what happened as it should, such as pictures left out by rate."""
        with self._lock:
            self._events[kind] += times

    def report(self, frames: int) -> Report:
        """Return what happened since the last report; `frames` were taken in altogether."""
        with self._lock:
            lost = sum(self._counts.values())
            is_losing = lost - self._lost > frames - self._frames
            self._lost, self._frames = lost, frames
            recent, self._recent = self._recent, {}
            counts = dict(self._counts + self._events)
            last = self._last
        if recent:
            message = "; ".join(recent[kind] for kind in sorted(recent))
        elif last:
            message = f"{frames} frames taken in; last problem: {last}"
        else:
            message = f"{frames} frames taken in"
        return Report(is_losing, message, counts)
