# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent notices by itself: finds, silence, rivals (paper sections IV-B and IV-G)."""

import logging

from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.belief.news import News
from adhoc_teamwork.adhoc_planner.belief.team import Bystanders, rival
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.reflection import outranks
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.adhoc_planner.validity.re_placing import target_of
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

NEWS_PERIOD = 1.0
"""Key detections are told at most this often, in seconds, several at once."""

SECOND_LOOK = 20.0
"""How often, in seconds, a robot that rests asks itself whether there is work after all."""

_log = logging.getLogger(__name__)


class Monitors:
    """Compare what is known with what was known, tell the team, and rouse the planner."""

    def __init__(self, mind: AgentContext, task: TaskConfig) -> None:
        self._mind, self._task = mind, task
        self._news = News(mind.robot, is_any_wanted=bool(task.goal.text))
        self._known: set[str] = set()
        self._bystanders = Bystanders()
        self._misplaced: set[str] = set()
        self._receptacles: set[str] = set()
        self._gone: set[str] = set()
        self._objects: tuple[Detection, ...] | None = None
        self._adopted_at: dict[tuple[str, int], float] = {}
        self._told_at = float("-inf")
        self._looked_at = float("-inf")

    def note_adoption(self, name: str, intent_id: int, stamp: float) -> None:
        """Note when (s) a teammate took up an intent."""
        self._adopted_at[(name, intent_id)] = stamp

    def look(self, now: float) -> None:
        """Look at everything once."""
        objects = self._mind.belief.objects()
        self._tell(objects, now)
        if objects is not self._objects:
            self._objects = objects
            self._notice_misplaced(objects)
            self._notice_receptacles(objects)
            self._notice_gone(objects)
            self._notice_anything(objects)
        self._notice_silence(now)
        self._yield_to_rival()
        self._look_again(now)

    def clock_set_back(self) -> None:
        """Forget what hangs on the clock."""
        self._told_at = self._looked_at = float("-inf")
        self._adopted_at.clear()

    def _tell(self, objects: tuple[Detection, ...], now: float) -> None:
        if now - self._told_at < NEWS_PERIOD:
            return
        self._told_at = now
        fresh = self._news.fresh(objects)
        if fresh:
            self._mind.voice.detections(fresh)

    def _notice_misplaced(self, objects: tuple[Detection, ...]) -> None:
        mind = self._mind
        found = {
            o.object_id
            for o in objects
            if o.misplaced is Misplaced.YES and o.status is Presence.PRESENT
        }
        fresh, self._misplaced = found - self._misplaced, found
        if not fresh or not mind.belief.capability.can_manipulate:
            return
        view = mind.view()
        if any(mind.could_replace(view, object_id) for object_id in fresh):
            mind.wants_switch = True
            mind.rouse()

    def _notice_receptacles(self, objects: tuple[Detection, ...]) -> None:
        mind, errand, running = self._mind, self._mind.course.errand, self._mind.course.own_running
        found = {o.object_id for o in objects if o.is_receptacle}
        fresh, self._receptacles = found - self._receptacles, found
        if not fresh or errand is None or running is None:
            return
        wanted = target_of(self._task, errand.subtask).receptacle.casefold()
        fits = any(o.object_id in fresh and o.category.casefold() == wanted for o in objects)
        if fits and errand.is_searching(running.subskill):
            mind.needs_new_step = True

    def _notice_gone(self, objects: tuple[Detection, ...]) -> None:
        gone = {o.object_id for o in objects if o.status is Presence.GONE}
        if gone - self._gone:
            self._mind.rouse()
        self._gone = gone

    def _notice_anything(self, objects: tuple[Detection, ...]) -> None:
        """End a rest where something new is known that a goal in words may be about."""
        if not self._task.goal.text:
            return
        found = {o.object_id for o in objects if o.pickupable or o.is_receptacle}
        fresh, self._known = found - self._known, found
        if fresh and self._mind.belief.capability.can_manipulate:
            self._mind.rouse()

    def _notice_silence(self, now: float) -> None:
        mind = self._mind
        lost, back = self._bystanders.changes(mind.memory, now)
        for name in lost:
            _log.warning("%s: %s has fallen silent", mind.robot, name)
            mind.reconsider()
        for name in back:
            _log.info("%s: %s is heard again", mind.robot, name)

    def _yield_to_rival(self) -> None:
        """Leave an object to a teammate that took it up first, unless this hand holds it."""
        mind, errand = self._mind, self._mind.course.errand
        if errand is None or errand.can_wait or not mind.is_guarded:
            return
        own = mind.claims.get(errand.intent_id)
        if own is None or mind.holds(errand.subtask.object_id):
            return
        found = rival(mind.teammates(), own.intent)
        if found is None:
            return
        teammate, intent = found
        stamp = self._adopted_at.get((teammate.name, intent.intent_id), float("-inf"))
        holds_it = bool(teammate.state and teammate.state.held_category == intent.object_category)
        if holds_it or outranks(stamp, teammate.name, own.stamp, mind.robot):
            reason = f"{teammate.name} took it up before I did."
            mind.course.end(IntentStatus.ABANDONED, reason)

    def _look_again(self, now: float) -> None:
        mind = self._mind
        if not mind.course.is_resting:
            self._looked_at = now
        elif not lately(self._looked_at, now, SECOND_LOOK):
            self._looked_at = now
            if not mind.health.is_alive or self._has_work(mind.view()):
                mind.rouse()

    def _has_work(self, view: PlannerView) -> bool:
        mind = self._mind
        rooms = [SubTask(SubTaskKind.EXPLORE, room_id=r.room_id) for r in unexplored_rooms(view)]
        if any(mind.guard(view, subtask) is None for subtask in rooms):
            return True
        recent = {subtask.object_id for subtask, _ in view.rejected}
        return any(
            mind.could_replace(view, o.object_id)
            for o in view.known_objects
            if o.misplaced is Misplaced.YES and o.object_id not in recent
        )
