# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a predicted type of sub-skill becomes a sub-task: by rule (appendix F.2)."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import any_surface
from adhoc_teamwork.adhoc_planner.policies.assignment import unclaimed
from adhoc_teamwork.adhoc_planner.policies.heuristic import can_take, explore_next, put_away
from adhoc_teamwork.adhoc_planner.policies.learned.features import SKILLS, allowed
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, Network
from adhoc_teamwork.adhoc_planner.policies.learned.placement import LearnedPlacement
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


def likeliest_skill(network: Network, features: Floats, view: PlannerView) -> SubSkillKind:
    """Return the likeliest of the types that the robot's body permits."""
    shares = network.distribution(features)
    return max(allowed(view), key=lambda kind: (shares.get(kind.value, 0.0), -SKILLS.index(kind)))


def as_subtask(kind: SubSkillKind, view: PlannerView, placement: LearnedPlacement) -> SubTask:
    """Return the sub-task that carries out a type of sub-skill.

    PickupObject takes the nearest thing judged out of place that is nobody's, and explores where
    there is none. PutObject puts what is held where the predictor says.
    """
    if kind is SubSkillKind.STOP:
        return SubTask(SubTaskKind.STOP)
    if kind is SubSkillKind.PUT_OBJECT:
        return _put_away(view, view.state.held_object, view.state.held_category, placement)
    thing = _nearest(view) if kind is SubSkillKind.PICKUP_OBJECT else None
    if thing is None:
        return explore_next(view)
    return _put_away(view, thing.object_id, thing.category, placement)


def _nearest(view: PlannerView) -> Detection | None:
    refused = {subtask.object_id for subtask, _ in view.rejected}
    here = view.state.pose.point
    things = [thing for thing in unclaimed(view) if thing.object_id not in refused]
    return min(
        things,
        key=lambda thing: (here.planar_distance_to(thing.position), thing.object_id),
        default=None,
    )


def _put_away(
    view: PlannerView, object_id: str, category: str, placement: LearnedPlacement
) -> SubTask:
    if view.task.goal.says_all:
        return put_away(view, object_id, category)
    refused = view.refused_places(object_id)
    known = [
        (r.category, r.room_type)
        for r in view.known_objects
        if r.object_id != object_id and can_take(view, r)
    ]
    place = placement.best(category, known, refused) or any_surface(view, refused)
    return SubTask(
        SubTaskKind.REPLACE, room_type=place[1], object_id=object_id, receptacle_type=place[0]
    )
