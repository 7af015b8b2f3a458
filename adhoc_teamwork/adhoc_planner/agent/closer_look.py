# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A closer look at a thing that is about to be taken: what does it really lie on?

From afar a statue on a table may seem to stand on the chair before it. What was judged there is
judged again before the hand moves, where what is seen from near is something else.
"""

from enum import Enum

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.validity.subskills import check_near
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

PICTURE_TIME = 1.0
"""How long, in seconds, a robot that has arrived waits for what it sees from there."""

JUDGEMENT_TIME = 10.0
"""How long, in seconds, it waits for the judgement of what it sees."""


class Found(Enum):
    """Say what came of the look."""

    NOTHING = "nothing speaks against taking it"
    PICTURE_TO_COME = "what is seen from here is not taken in yet"
    NOT_JUDGED = "it lies where it was not judged yet"
    IN_PLACE = "it is in place"


class CloserLook:
    """Look at the object of a task once the robot stands by it; times in seconds."""

    def __init__(self, belief: Belief, judge: Judge, views: ViewBuilder) -> None:
        """Store what to read."""
        self._belief, self._judge, self._views = belief, judge, views
        self._arrived = float("-inf")

    def arrive(self, now: float) -> None:
        """Note that a sub-skill ended: from here the robot may see otherwise."""
        self._arrived = now

    def clock_set_back(self) -> None:
        """Forget what hangs on the clock."""
        self._arrived = float("-inf")

    def look(self, active: ActiveTask, asks: bool, now: float) -> Found:
        """Return what is found of the object of `active`; nothing while the robot is not near.

        Args:
            active: The task under way.
            asks: Whether there is somebody to ask for a judgement.
            now: The time, seconds of the ROS clock.
        """
        thing = self.target(active)
        found = Found.NOTHING if thing is None else self._found(thing, asks, now)
        if thing is None or found is Found.NOTHING:
            return Found.NOTHING
        return Found.NOTHING if check_near(self._views.view(), thing) else found

    def target(self, active: ActiveTask) -> Detection | None:
        """Return what is known of the object that `active` is still to take, or None."""
        object_id = active.subtask.object_id
        subtask = active.subtask
        # What is only taken along may be a container, which is of use wherever it was in place.
        if not subtask.moves_object or subtask.kind is SubTaskKind.TAKE:
            return None
        if self._views.holds(object_id):
            return None
        thing = self._belief.object(object_id)
        return thing if thing is not None and thing.status is Presence.PRESENT else None

    def _found(self, thing: Detection, asks: bool, now: float) -> Found:
        """Return what is found of a thing, taken to be near."""
        graph = self._belief.graph
        is_old = graph is not None and graph.stamp < self._arrived
        if is_old and lately(self._arrived, now, PICTURE_TIME):
            return Found.PICTURE_TO_COME
        if asks and self._judge.is_open(thing) and lately(self._arrived, now, JUDGEMENT_TIME):
            return Found.NOT_JUDGED
        return Found.IN_PLACE if thing.misplaced is Misplaced.NO else Found.NOTHING
