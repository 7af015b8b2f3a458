# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What keeps a robot from sub-tasks that cannot be taken up as things are."""

from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.belief.claims import describe
from adhoc_teamwork.adhoc_planner.belief.team import rival
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask


class TaskGuard:
    """Object to what breaks a rule, failed a short while ago, or is a teammate's already."""

    def __init__(self, given_up: GivenUp, clock: Callable[[], float]) -> None:
        """Store what was given up; `clock` returns seconds of the ROS clock."""
        self._given_up = given_up
        self._clock = clock

    def __call__(self, view: PlannerView, subtask: SubTask) -> str | None:
        """Return why `subtask` cannot be taken up as things are, or None."""
        # What failed since the question was asked is no reason to refuse to stop.
        recent = self._given_up.recent(self._clock())
        known = view.with_rejected([item for item in recent if item not in view.rejected])
        objection = check_subtask(known, subtask) or self._given_up.objection(view, subtask)
        if objection or view.state.held_object == subtask.object_id != "":
            return objection
        target = next((o for o in view.known_objects if o.object_id == subtask.object_id), None)
        found = rival(view.teammates, describe(subtask, target))
        return f"{found[0].name} has taken it up already" if found else None
