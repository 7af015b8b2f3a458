# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A rule that operates everything whose power it finds off."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.rule import Rule, by_rule
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask
from press_button.power import OFF


class PressAll(Rule):
    """Operate what is off, the nearest first; explore where nothing is."""

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        here = view.state.pose.point
        off = [thing for thing in view.known_objects if OFF in thing.states]
        off.sort(key=lambda t: (here.planar_distance_to(t.position), t.object_id))
        found = [SubTask("Operate", object_id=thing.object_id) for thing in off]
        found += [SubTask("Explore", room_id=room.room_id) for room in view.rooms]
        refused = {subtask for subtask, _ in view.rejected}
        good = (s for s in found if s not in refused and check_subtask(view, s) is None)
        return next(good, SubTask("Stop"))


def make_press_all(kit: PolicyKit) -> Policy:
    """Return the rule as a policy of the one agent."""
    return by_rule(PressAll(kit.seed))
