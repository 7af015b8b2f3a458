# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The teams that PLASTIC knows: it learns how each behaves, and how to play with it."""

import random
from collections.abc import Callable, Mapping

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.policies.assignment import unclaimed
from adhoc_teamwork.adhoc_planner.policies.heuristic import HeuristicPolicy, put_away
from adhoc_teamwork.adhoc_planner.policies.learned.learning import LearningPolicy
from adhoc_teamwork.adhoc_planner.policies.learned.plastic import TEAMS
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Weights
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


class GreedyPolicy(Rule):
    """Take the nearest thing out of place without regard to who is nearer; explore anywhere.

    Rooms are drawn by lot, also those that teammates explore.
    """

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self._chance = random.Random(seed)

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        if view.state.held_object:
            return put_away(view, view.state.held_object, view.state.held_category)
        refused = {(s.object_id, s.room_id or s.room_type) for s, _ in view.rejected}
        ids = {object_id for object_id, _ in refused if object_id}
        here = view.state.pose.point
        things = [t for t in unclaimed(view) if t.object_id not in ids]
        if view.capability.can_manipulate and things:
            nearest = min(things, key=lambda t: (here.planar_distance_to(t.position), t.object_id))
            return put_away(view, nearest.object_id, nearest.category)
        rooms = [r.room_id for r in unexplored_rooms(view) if ("", r.room_id) not in refused]
        if not rooms:
            return SubTask(SubTaskKind.STOP)
        return SubTask(SubTaskKind.EXPLORE, room_id=self._chance.choice(sorted(rooms)))


def known_teams(learning: Weights) -> Mapping[str, Callable[[str], Rule]]:
    """Return what makes, from a seed, the rule of each known team's robots."""
    makers: dict[str, Callable[[str], Rule]] = {
        "heuristic": HeuristicPolicy,
        "greedy": GreedyPolicy,
        "learning": lambda seed: LearningPolicy(seed, learning),
    }
    return {team: makers[team] for team in TEAMS}
