# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A sub-task taken up, how it stands (paper section IV-G), and what was given up before."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.causes import NOT_ITS_FAULT, NOT_THERE, OWN_LIMITS, Cause
from adhoc_teamwork.teamwork.team.same_object import same_place
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
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
    last_failure: "Assessment | None" = None
    """What would be said of it if the sub-skill that failed last had ended it."""
    left_because: str = ""
    """Why it is given up once the sub-skill that runs has ended; empty where it goes on."""
    weighed: set[SubTask] = field(default_factory=set)
    """What was decided ahead of its end and has been weighed against it, once."""

    def note_failure(self, subskill: SubSkill, result: SkillResult) -> int:
        """Count that `subskill` failed; return how often it has failed so."""
        self.last_failure = _failed(subskill, result)
        failure = (str(subskill), result.cause)
        self.failures[failure] += 1
        return self.failures[failure]

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
    rest: float


class GivenUp:
    """Remember what failed, so that it is not tried again at once."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, ...], _GivenUp] = {}

    def add(
        self, subtask: SubTask, held: bool, place: Point | None, reason: str, now: float
    ) -> None:
        """Leave `subtask` alone for a while; while its object is held, only its target."""
        key = _key(subtask, held)
        rest = min(LONGEST_REST, 2.0 * self._items[key].rest) if key in self._items else FIRST_REST
        self._items[key] = _GivenUp(subtask, place, reason, now + rest, rest)

    def objection(self, view: PlannerView, subtask: SubTask) -> str | None:
        """Return why `subtask` is better left alone now, or None."""
        if subtask.kind is SubTaskKind.STOP:
            return None
        held = view.state.holds(subtask.object_id)
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
    now = view.object(item.subtask.object_id)
    return now is not None and not same_place(now.position, item.place)


SAME_FAILURES = 2
ALL_FAILURES = 4
MOST_STEPS = 14
"""Equal failures, failures and sub-skills after which a sub-task is given up."""

_CANNOT = OWN_LIMITS | {Cause.KEEP_OUT}


class Standing(Enum):
    """Say how a sub-task stands."""

    GOES_ON = 1
    DONE = 2
    FAILED = 3


@dataclass(frozen=True)
class Assessment:
    """Hold the standing of a sub-task, one sentence why, and the cause where it has failed."""

    standing: Standing
    reason: str = ""
    cause: Cause | None = None


GOES_ON = Assessment(Standing.GOES_ON)


def assess(active: ActiveTask, subskill: SubSkill, result: SkillResult) -> Assessment:
    """Return how `active` stands after `subskill`, and count it."""
    if result.success:
        active.steps += 1
        if active.is_last(subskill):
            return Assessment(Standing.DONE, f"{subskill} succeeded")
        if active.steps >= MOST_STEPS:
            return Assessment(Standing.FAILED, f"not done after {active.steps} sub-skills")
        return GOES_ON
    if result.cause in NOT_ITS_FAULT:
        return GOES_ON
    failed = _failed(subskill, result)
    picking = subskill.takes
    about_object = subskill.object_id == active.subtask.object_id
    if picking and result.cause in _CANNOT:
        return failed
    if about_object and not subskill.lets_go and result.cause in NOT_THERE:
        return failed
    too_often = active.note_failure(subskill, result) >= SAME_FAILURES
    if too_often or sum(active.failures.values()) >= ALL_FAILURES:
        return failed
    return GOES_ON


def _failed(subskill: SubSkill, result: SkillResult) -> Assessment:
    why = f"{subskill}: {result.message or result.cause or 'failed'}"
    return Assessment(Standing.FAILED, why, result.cause)


def lost_sense(
    active: ActiveTask,
    target: Detection | None,
    holds_it: bool,
    explored: tuple[str, ...],
    by_goal: bool = False,
) -> Assessment:
    """Return how `active` stands as the world has changed around it.

    Args:
        active: The sub-task under way.
        target: What is known now of its object.
        holds_it: Whether this robot holds that object.
        explored: Ids of the rooms that this robot has explored.
        by_goal: Whether the goal says what is to be moved, and nobody's judgement.
    """
    subtask = active.subtask
    if subtask.kind is SubTaskKind.EXPLORE and subtask.room_id in explored:
        return Assessment(Standing.DONE, f"{subtask.room_id} is explored")
    if subtask.kind is SubTaskKind.CHECK and target is not None and target.closed is False:
        return Assessment(Standing.DONE, f"{subtask.object_id} is open")
    if not subtask.is_about_object or holds_it:
        return GOES_ON
    if target is None:
        why = f"{subtask.object_id} is not known any more"
        return Assessment(Standing.FAILED, why, Cause.UNKNOWN_OBJECT)
    if target.status is Presence.GONE:
        why = f"{subtask.object_id} is not where it was"
        return Assessment(Standing.FAILED, why, Cause.LOST_OBJECT)
    if target.status is Presence.HELD:
        why = f"a teammate holds {subtask.object_id}"
        return Assessment(Standing.FAILED, why, Cause.HELD_BY_OTHER)
    was_asked_for = active.target is not None and active.target.misplaced is Misplaced.YES
    if by_goal and was_asked_for and target.misplaced is Misplaced.NO:
        return Assessment(Standing.FAILED, f"{subtask.object_id}: {target.reason}")
    return GOES_ON
