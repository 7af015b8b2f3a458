# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the page is told: values of named tracks over time, in the order in which they came."""

import json
import math
import threading
from typing import Any


class EntryLog:
    """Keep entries as lines of JSON, ``[track, time, value]``; any thread may add and read.

    A track named in `LISTS` is a list: each entry is one more item of it. Every other track holds
    one value from its time on. `run` counts how often all was begun anew.
    """

    LISTS = ("said", "step", "answer")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: list[str] = []
        self._last: dict[str, str] = {}
        self.run = 0
        self.newest = 0.0

    def add(self, track: str, time: float, value: Any) -> bool:
        """Add an entry and return True, unless the track has had that value last.

        Args:
            track: Its name, such as ``pose/tall``.
            time: Seconds of the ROS clock.
            value: Plain values; numbers that are not finite become null.
        """
        # In ASCII: half a character in a robot's words must not end every page's stream.
        text = json.dumps(finite(value), separators=(",", ":"))
        with self._lock:
            if self._last.get(track) == text and track not in self.LISTS:
                return False
            self._last[track] = text
            self.newest = max(self.newest, time)
            self._lines.append(f"[{json.dumps(track)},{round(time, 2)},{text}]")
        return True

    def __contains__(self, track: str) -> bool:
        with self._lock:
            return track in self._last

    def clear(self) -> None:
        """Forget everything: the run begins anew."""
        with self._lock:
            self._lines, self._last = [], {}
            self.run += 1
            self.newest = 0.0

    def since(self, run: int, count: int) -> tuple[int, int, list[str]]:
        """Return the run, how many entries it has, and those that a reader has not had.

        Args:
            run: The run of which the reader has had entries, or -1.
            count: How many of them.
        """
        with self._lock:
            begin = count if run == self.run else 0
            return self.run, len(self._lines), self._lines[begin:]


def finite(value: Any) -> Any:
    """Return plain values with null for every number that JSON does not know."""
    if isinstance(value, float):
        return round(value, 3) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value
