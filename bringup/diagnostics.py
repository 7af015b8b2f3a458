# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Find in the stream of diagnostics what changed for better or worse, and stayed so."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bringup.events import Event, Source

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
