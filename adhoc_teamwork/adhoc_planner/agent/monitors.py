# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot notices by itself: finds, silence, rivals (paper sections IV-B and IV-G)."""

import logging
from collections.abc import Callable, Collection, Sequence

from adhoc_teamwork.adhoc_planner.agent.events import (
    Emit,
    HomeFound,
    MisplacedFound,
    ObjectGone,
    PlaceFound,
    RestedLong,
    RivalAhead,
    RoomRuledOut,
    TargetFound,
    TeamChanged,
    ThingFound,
)
from adhoc_teamwork.adhoc_planner.agent.execution import Doing
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.news import News
from adhoc_teamwork.adhoc_planner.belief.team import Bystanders, rival
from adhoc_teamwork.adhoc_planner.decisions.reflection import outranks
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.adhoc_planner.validity.re_placing import may_have, target_of
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_object
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.goal import Place
from adhoc_teamwork.teamwork.team.memory import TeamMemory

NEWS_PERIOD = 1.0
"""Key detections are told at most this often, in seconds, several at once."""

SECOND_LOOK = 20.0
"""How often, in seconds, a robot that rests asks itself whether there is work after all."""

_log = logging.getLogger(__name__)


class FindMonitor:
    """Compare what is known of objects with what was known; tell finds to team and executive."""

    def __init__(
        self,
        belief: Belief,
        views: ViewBuilder,
        doing: Doing,
        sender: MessageSender,
        task: TaskConfig,
        judge: Judge,
        emit: Emit,
    ) -> None:
        self._belief, self._views, self._doing = belief, views, doing
        self._sender, self._task, self._judge, self._emit = sender, task, judge, emit
        self._news = News(belief.robot, is_any_wanted=bool(task.goal.text))
        self._known: set[str] = set()
        self._misplaced: set[str] = set()
        self._receptacles: set[str] = set()
        self._gone: set[str] = set()
        self._objects: tuple[Detection, ...] | None = None
        self._by_id: dict[str, Detection] = {}
        self._told_at = float("-inf")
        self._searched = (0, False)
        """The goal that searches a room for a place, and whether one might have been there."""

    def look(self, now: float) -> None:
        """Look at all objects once."""
        objects = self._belief.lasting_objects()
        if now - self._told_at >= NEWS_PERIOD:
            self._told_at = now
            if fresh := self._news.fresh(objects):
                # What is carried is told where it is by now.
                self._sender.detections(tuple(self._belief.object(o.object_id) or o for o in fresh))
        if objects is not self._objects:
            self._objects = objects
            changed = self._changes(objects)
            self._notice_misplaced(changed)
            self._notice_receptacles(changed)
            self._notice_gone(changed)
            self._notice_anything(changed)
        self._notice_room()

    def _changes(self, objects: tuple[Detection, ...]) -> list[Detection]:
        """Return what is not as it was when last looked at; forget what is known no more."""
        before = self._by_id
        changed = [o for o in objects if before.get(o.object_id) is not o]
        before.update((o.object_id, o) for o in changed)
        if len(before) > len(objects):
            self._by_id = {o.object_id: o for o in objects}
            for ids in (self._known, self._misplaced, self._receptacles, self._gone):
                ids.intersection_update(self._by_id)
        return changed

    def clock_set_back(self) -> None:
        """Forget what hangs on the clock."""
        self._told_at = float("-inf")

    def _notice_misplaced(self, changed: Sequence[Detection]) -> None:
        fresh = _newly(
            self._misplaced,
            changed,
            lambda o: o.misplaced is Misplaced.YES and o.status is Presence.PRESENT,
        )
        if self._can_take_one_of(fresh):
            self._emit(MisplacedFound())

    def _can_take_one_of(self, ids: set[str]) -> bool:
        if not ids or not self._belief.capability.can_manipulate:
            return False
        # What a hand holds now it holds for a while only: the find stays one afterwards.
        view = self._views.without_words().with_empty_hands()
        return any(check_object(view, object_id) is None for object_id in ids)

    def _notice_receptacles(self, changed: Sequence[Detection]) -> None:
        fresh = _newly(self._receptacles, changed, lambda o: o.is_receptacle)
        types = {self._by_id[object_id].category.casefold() for object_id in fresh}
        if not types:
            return
        sought = self._sought()
        if sought is not None and sought.receptacle.casefold() in types:
            self._emit(TargetFound())
        if self._belief.held and self._are_of_goal(types):
            self._emit(PlaceFound())
        misplaced = (self._by_id[object_id] for object_id in self._misplaced)
        waiting = {o.object_id for o in misplaced if self._home_of(o).casefold() in types}
        if self._can_take_one_of(waiting):
            self._emit(HomeFound())

    def _notice_room(self) -> None:
        """Notice that what is looked for cannot be in the room that is searched, as is seen now.

        A search may begin where it cannot be: with a reason where it can be nowhere else, else as
        that was not known yet when it was decided on, such as before the thing was taken up.
        """
        running, sought = self._doing.search, self._sought()
        if running is None or sought is None:
            return
        here = (r for r in self._belief.rooms() if r.room_id == running.subskill.room_id)
        may_be_here = all(may_have(room, sought) for room in here)
        goal, might_have_been = self._searched
        if goal != running.goal and not may_be_here:
            others = unexplored_rooms(self._views.without_words())
            might_have_been = any(may_have(room, sought) for room in others)
        if might_have_been and not may_be_here:
            self._emit(RoomRuledOut())
        self._searched = (running.goal, may_be_here)

    def _sought(self) -> Place | None:
        """Return what the robot looks for right now, by types of receptacle and room."""
        active = self._doing.active_task
        if active is None or self._doing.search is None:
            return None
        return target_of(self._task, active.subtask)

    def _are_of_goal(self, types: Collection[str]) -> bool:
        """Tell whether the goal wants things on or in receptacles of one of some types."""
        return any(wish.receptacle.casefold() in types for wish in self._task.goal.wishes)

    def _home_of(self, thing: Detection) -> str:
        home = self._judge.home(thing.category)
        return home[0] if home else ""

    def _notice_gone(self, changed: Sequence[Detection]) -> None:
        if _newly(self._gone, changed, lambda o: o.status is Presence.GONE):
            self._emit(ObjectGone())

    def _notice_anything(self, changed: Sequence[Detection]) -> None:
        if not self._task.goal.text:
            return
        fresh = _newly(self._known, changed, lambda o: o.pickupable or o.is_receptacle)
        if fresh and self._belief.capability.can_manipulate:
            self._emit(ThingFound())


def _newly(
    ids: set[str], changed: Sequence[Detection], is_such: Callable[[Detection], bool]
) -> set[str]:
    """Bring the ids of all that is such up to date; return those that were not before."""
    such = {o.object_id for o in changed if is_such(o)}
    fresh = such - ids
    ids.difference_update(o.object_id for o in changed)
    ids |= such
    return fresh


class TeamMonitor:
    """Notice who falls silent, and who has the better claim on what this robot is about."""

    def __init__(
        self,
        memory: TeamMemory,
        views: ViewBuilder,
        doing: Doing,
        claims: Claims,
        emit: Emit,
        is_guarded: bool,
    ) -> None:
        """Store what to watch; who `is_guarded` leaves an object to whom it is promised."""
        self._memory, self._views, self._doing = memory, views, doing
        self._claims, self._emit, self._is_guarded = claims, emit, is_guarded
        self._bystanders = Bystanders()

    def look(self, now: float) -> None:
        """Look at all teammates once."""
        lost, back = self._bystanders.changes(self._memory, now)
        for name in lost:
            _log.warning("%s: %s has fallen silent", self._memory.own_name, name)
            self._emit(TeamChanged())
        for name in back:
            _log.info("%s: %s is heard again", self._memory.own_name, name)
        self._notice_rival()

    def _notice_rival(self) -> None:
        """Notice a teammate that took up the same object first, unless this hand holds it."""
        active = self._doing.active_task
        if active is None or active.can_wait or not self._is_guarded:
            return
        own = self._claims.get(active.intent_id)
        if own is None or self._views.holds(active.subtask.object_id):
            return
        found = rival(self._views.teammates(), own.intent)
        if found is None:
            return
        teammate, intent = found
        stamp = teammate.adopted_at.get(intent.intent_id, float("-inf"))
        holds_it = bool(teammate.state and teammate.state.holds_a(intent.object_category))
        robot = self._memory.own_name
        if holds_it or outranks(stamp, teammate.name, own.stamp, robot):
            self._emit(RivalAhead(f"{teammate.name} took it up before I did."))


class RestMonitor:
    """Notice when a robot has rested for long."""

    def __init__(self, doing: Doing, emit: Emit) -> None:
        self._doing, self._emit = doing, emit
        self._looked_at = float("-inf")

    def look(self, now: float) -> None:
        """Look at the rest once."""
        if not self._doing.is_resting:
            self._looked_at = now
        elif not lately(self._looked_at, now, SECOND_LOOK):
            self._looked_at = now
            self._emit(RestedLong())

    def clock_set_back(self) -> None:
        """Forget what hangs on the clock."""
        self._looked_at = float("-inf")
