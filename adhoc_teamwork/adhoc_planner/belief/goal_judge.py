# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is out of place where the goal itself says it: no model need judge it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.progress import (
    Tally,
    carrier_of,
    contents,
    is_there,
    tally,
)
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence


class GoalJudge(Judge):
    """Hold to be out of place what the goal asks to be moved, as things are known to be."""

    def __init__(self, task: TaskConfig) -> None:
        """Store the task."""
        super().__init__(None)
        self._task = task

    def apply_all(self, detections: Sequence[Detection]) -> tuple[Detection, ...]:
        """Return all that is known, each with whether the goal asks to move it."""
        if not self._task.goal.wishes:
            return tuple(detections)
        by_id = {o.object_id: o for o in detections}
        tallies = tally(self._task, detections)
        found = tuple(self._by_goal(thing, tallies, by_id) for thing in detections)
        return tuple(self._as_container(thing, found) for thing in found)

    def target(self, category: str) -> Placement | None:
        """Return where the goal wants things of `category`, or None."""
        for wish in self._task.goal.wishes:
            if wish.concerns(category) and not wish.state:
                return Placement("", True, wish.receptacle, wish.room, "the goal asks for it")
        return None

    def settle(self, thing: Detection, receptacle: Detection) -> None:
        """Note only that something changed: the goal tells by where the thing lies."""
        del thing, receptacle
        self.version += 1

    def _by_goal(
        self, thing: Detection, tallies: Sequence[Tally], by_id: Mapping[str, Detection]
    ) -> Detection:
        if not thing.pickupable:
            return thing
        wishes = [t for t in tallies if t.wish.concerns(thing.category) and not t.wish.state]
        if any(is_there(self._task, t.wish, thing, by_id) for t in wishes):
            return replace(thing, misplaced=Misplaced.NO, reason="it is where the goal wants it")
        if carrier_of(self._task, thing, by_id) is not None:
            return replace(thing, misplaced=Misplaced.NO, reason="it goes with its container")
        wanted = [t for t in wishes if t.missing or thing.status is Presence.HELD]
        if not wanted:
            return replace(thing, misplaced=Misplaced.NO, reason="the goal does not ask for it")
        wish = wanted[0].wish
        reason = f"the goal wants it {(wish.relation or 'ON').lower()} a {wish.place}"
        return replace(thing, misplaced=Misplaced.YES, reason=reason)

    def _as_container(self, thing: Detection, objects: Sequence[Detection]) -> Detection:
        """Return a container marked as out of place where it has to bring what is in it."""
        place = self._task.goal.place
        if place is None or not thing.pickupable or not self._task.capacity(thing.category):
            return thing
        there = place.fits(thing.receptacle_category, thing.room_type)
        if there or not contents(objects, thing):
            return thing
        reason = f"what is in it is to be on a {place}"
        return replace(thing, misplaced=Misplaced.YES, reason=reason)
