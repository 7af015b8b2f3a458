# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask who has not said how it moves, where that decides who gets where."""

from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.teamwork.bodies.embodiment import ASSUMED
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.text.quoting import clean_name

INTRODUCTION = 10.0
"""Seconds that a teammate has, from when it is first heard, to say by itself what it is."""


class Strangers:
    """Ask each teammate once that has not told how it moves; one robot asks for all."""

    def __init__(self, memory: TeamMemory, belief: Belief, sender: MessageSender) -> None:
        self._memory, self._belief, self._sender = memory, belief, sender
        self._since: dict[str, float] = {}
        self._asked: set[str] = set()
        self._ground: tuple[tuple[Room, ...], bool] = ((), False)
        """Rooms, and whether there are steps or ramps between them."""

    def look(self, now: float) -> None:
        """Look at all teammates once; times in seconds of the ROS clock."""
        if not self._sender.has_joined or not self._is_uneven():
            return
        present = self._memory.present()
        silent = [t for t in present if not _tells(t) and t.name not in self._asked]
        told = [t.name for t in present if _tells(t)]
        for teammate in silent:
            since = self._since.setdefault(teammate.name, now)
            if now - since >= INTRODUCTION:
                self._asked.add(teammate.name)
                if self._memory.own_name <= min(told, default=self._memory.own_name):
                    self._sender.chat(question(teammate.name))

    def clock_set_back(self) -> None:
        """Forget what hangs on the clock."""
        self._since.clear()

    def _is_uneven(self) -> bool:
        """Tell whether there are steps or ramps between rooms."""
        rooms = self._belief.rooms()
        if self._ground[0] is not rooms:
            passages = [passage for room in rooms for passage in room.passages]
            self._ground = rooms, any(p.step > LOWEST_STEP or p.slope > 0.0 for p in passages)
        return self._ground[1]


def question(name: str) -> str:
    """Return what a teammate is asked, with what it is taken for until it says."""
    return (
        f"{clean_name(name)}, how do you move, and over steps and ramps of what size? There are "
        f"some on the way here. Until you say, I take you for {ASSUMED}, over steps of at most "
        f"{LOWEST_STEP:.2f} m."
    )


def _tells(teammate: Teammate) -> bool:
    body = teammate.capability
    return body is not None and (body.mobility is not None or not body.can_navigate)
