# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A policy of one's own: fetch the nearest thing that is out of place, explore otherwise."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.heuristic import put_away
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.scene import Misplaced, Presence
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


class NearestFirst(Rule):
    """Ask nobody and think of nobody, but do nothing that breaks a rule."""

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        held = view.state.held_object
        if held:
            return put_away(view, held, view.state.held_category)
        refused = {subtask for subtask, _ in view.rejected}
        for subtask in (*self._fetching(view), *self._exploring(view)):
            if subtask not in refused and check_subtask(view, subtask) is None:
                return subtask
        return SubTask(SubTaskKind.STOP)

    def _fetching(self, view: PlannerView) -> list[SubTask]:
        here = view.state.pose.point
        things = [
            thing
            for thing in view.known_objects
            if thing.misplaced is Misplaced.YES and thing.status is Presence.PRESENT
        ]
        things.sort(key=lambda t: (here.planar_distance_to(t.position), t.object_id))
        return [put_away(view, thing.object_id, thing.category) for thing in things]

    def _exploring(self, view: PlannerView) -> list[SubTask]:
        return [SubTask(SubTaskKind.EXPLORE, room_id=room.room_id) for room in view.rooms]
