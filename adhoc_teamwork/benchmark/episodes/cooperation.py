# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How well an episode's robots share the work: sub-goals that two of them are at, idle time.

A sub-goal is duplicated where a teammate is at the same thing or place when a robot begins it, or
has looked there before: one of the two need not have gone.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from adhoc_teamwork.simulation.lattice.terms import Timing
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

_ABOUT = re.compile(r"^([\w-]+) <([^<>]+)>")
_LOOKS = (SubTaskKind.EXPLORE, SubTaskKind.CHECK)


@dataclass
class CooperationCount:
    """Follow who is at what: tell what each robot does when it acts, and who lets time pass."""

    timing: Timing
    subgoals: int = 0
    duplicated: int = 0
    _words: dict[str, str] = field(default_factory=dict)
    """What each robot did last, as it was told."""
    _at: dict[str, tuple[str, str]] = field(default_factory=dict)
    _looked: dict[str, set[str]] = field(default_factory=dict)
    _idle_ticks: int = 0

    @property
    def idle(self) -> int:
        """Return the steps that all robots together let pass."""
        return self._idle_ticks // self.timing.ticks

    def doing(self, name: str, words: str) -> None:
        """Take in what a robot does, in the notation of sub-tasks."""
        if self._words.get(name) == words:
            return
        self._words[name] = words
        found = _ABOUT.match(words)
        about = (found.group(1), found.group(2)) if found else ("", "")
        before = self._at.get(name, ("", ""))
        if about == before:
            return
        if before[0] in _LOOKS:
            self._looked.setdefault(before[1], set()).add(name)
        self._at[name] = about
        if not about[1]:
            return
        # A thing that is loaded, taken and brought is one sub-goal.
        if about[1] == before[1]:
            return
        self.subgoals += 1
        others = {one: what for one, what in self._at.items() if one != name}
        is_at = any(target == about[1] for _, target in others.values())
        was_there = about[0] in _LOOKS and bool(self._looked.get(about[1], set()) - {name})
        self.duplicated += is_at or was_there

    def passes(self, names: Collection[str]) -> None:
        """Note that robots let a beat pass."""
        self._idle_ticks += self.timing.beat * len(names)
