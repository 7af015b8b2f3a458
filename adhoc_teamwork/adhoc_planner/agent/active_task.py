# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A sub-task taken up, the sub-skill that runs for it, and what was given up before."""

from collections import Counter
from dataclasses import dataclass, field

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.same_object import same_place
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

FIRST_REST = 60.0
LONGEST_REST = 600.0
"""Seconds for which a sub-task that failed is left alone: doubled each time, up to the longest."""

_SEARCHING = (SubSkillKind.EXPLORE, SubSkillKind.GO_TO_ROOM, SubSkillKind.GO_TO_POINT)


@dataclass
class ActiveTask:
    """Hold the sub-task under way; `target` is its object as it was at the start."""

    subtask: SubTask
    intent_id: int
    target: Detection | None
    by_rule: bool = False
    steps: int = 0
    failures: Counter[tuple[str, Cause | None]] = field(default_factory=Counter)
    left_because: str = ""
    """Why it is given up once the sub-skill that runs has ended; empty where it goes on."""

    @property
    def can_wait(self) -> bool:
        """Tell whether it may be left for something more useful: not while it moves an object."""
        return not self.subtask.moves_object

    @property
    def is_fresh(self) -> bool:
        """Tell whether nothing has been tried for it yet."""
        return self.steps == 0 and not self.failures

    def is_last(self, subskill: SubSkill) -> bool:
        """Tell whether the sub-task is done once `subskill` succeeds."""
        return self.subtask.is_last(subskill)

    def is_searching(self, subskill: SubSkill) -> bool:
        """Tell whether `subskill` looks for where the object is to go."""
        return self.subtask.moves_object and subskill.kind in _SEARCHING


@dataclass
class Running:
    """Hold the sub-skill that runs; `is_filler` where it serves no sub-task that is decided."""

    goal: int
    subskill: SubSkill
    is_filler: bool
    since: float


@dataclass(frozen=True)
class _GivenUp:
    subtask: SubTask
    place: Point | None
    reason: str
    until: float
    times: int


class GivenUp:
    """Remember what failed, so that it is not tried again at once."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, ...], _GivenUp] = {}

    def add(
        self, subtask: SubTask, held: bool, place: Point | None, reason: str, now: float
    ) -> None:
        """Leave `subtask` alone for a while; while its object is held, only its target."""
        key = _key(subtask, held)
        times = self._items[key].times + 1 if key in self._items else 1
        rest = min(LONGEST_REST, FIRST_REST * 2.0 ** (times - 1))
        self._items[key] = _GivenUp(subtask, place, reason, now + rest, times)

    def objection(self, view: PlannerView, subtask: SubTask) -> str | None:
        """Return why `subtask` is better left alone now, or None."""
        if subtask.kind is SubTaskKind.STOP:
            return None
        held = view.state.held_object == subtask.object_id != ""
        item = self._items.get(_key(subtask, held))
        if item is None or view.now >= item.until or _has_moved(view, item):
            return None
        return f"it failed a short while ago: {item.reason}"

    def recent(self, now: float) -> tuple[tuple[SubTask, str], ...]:
        """Return what is left alone at `now` (s), with the reasons."""
        return tuple((i.subtask, i.reason) for i in self._items.values() if now < i.until)

    def clear(self) -> None:
        """Forget all."""
        self._items.clear()


def _key(subtask: SubTask, held: bool) -> tuple[str, ...]:
    if subtask.moves_object and held:
        return (subtask.object_id, subtask.receptacle_type.casefold(), subtask.room_type.casefold())
    return (subtask.kind, subtask.topic or str(subtask))


def _has_moved(view: PlannerView, item: _GivenUp) -> bool:
    if item.place is None or not item.subtask.object_id:
        return False
    now = next((o for o in view.known_objects if o.object_id == item.subtask.object_id), None)
    return now is not None and not same_place(now.position, item.place)
