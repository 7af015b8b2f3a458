# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find in the stream of diagnostics what changed for better or worse, and stayed so."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.bringup.run_record.events import Event, Source

LEVELS = ("ok", "warning", "error", "stale")
HOLD = 5.0
"""Seconds of simulated time that a level must last before it is told."""


def robot_of(name: str, robots: Iterable[str]) -> str:
    """Return which of the robots the name of a status names; empty where none."""
    words = re.split(r"\W+", name)
    return next((robot for robot in robots if robot in words), "")


@dataclass
class _Level:
    told: int = 0
    now: int = 0
    since: float = 0.0


class DiagnosticChanges:
    """Make an event when the level of a diagnostic changes; names begin as ok."""

    def __init__(self, hold: float = HOLD) -> None:
        self._hold = hold
        self._levels: dict[str, _Level] = {}

    def update(self, name: str, level: int, message: str, robot: str, now: float) -> Event | None:
        """Take in one status; `now` in seconds of the ROS clock."""
        known = self._levels.setdefault(name, _Level())
        if level != known.now:
            known.now, known.since = level, now
        if level == known.told or now - known.since < self._hold:
            return None
        known.told = level
        word = LEVELS[level] if 0 <= level < len(LEVELS) else str(level)
        what = name.removeprefix(f"{robot}:").strip(" /")
        return Event(
            now, Source.DIAGNOSTICS, word, robot, f"{word}: {what}: {message}", {"name": name}
        )
