# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robots have planned so far, and what speaks for and against it (appendix F.3)."""

from collections.abc import Container
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import Intention, intentions_of
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import distance_to_point
from adhoc_teamwork.adhoc_planner.prompt_context.team import MOST_INTENTS, intention_text
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import clean_name, number

Plan = tuple[str, str]
"""A teammate's name and its sub-task in its own names: what tells one plan from another."""


@dataclass(frozen=True)
class PlanFacts:
    """Describe a teammate's plan for a prompt: clean texts, lengths in metres, empty if not known.

    `away` and `own_away` are how far the teammate and this robot are from where it begins, `carry`
    how far the object is from the nearest receptacle that is meant, `range` how far the teammate's
    battery takes it. `age` says how many seconds ago the plan was first told.
    """

    teammate: str
    adopted: bool
    subtask: str
    in_hand: bool
    away: str
    own_away: str
    carry: str
    range: str
    age: str
    failed: bool
    objected: bool


def identify(name: str, intent: Intent) -> Plan:
    """Return what tells a teammate's plan from others, announced once or again."""
    return (name, str(intent.subtask))


def plans_of(view: PlannerView) -> tuple[tuple[Teammate, Intention], ...]:
    """Return the teammates' open plans: those taken up first, then by name."""
    found = [
        (mate, intention)
        for mate in view.teammates
        if not mate.left
        for intention in intentions_of(view, mate)[:MOST_INTENTS]
        if intention.subtask.kind is not SubTaskKind.STOP
    ]
    return tuple(sorted(found, key=lambda p: (not p[1].adopted, p[0].name, p[1].intent.intent_id)))


def plan_facts(view: PlannerView, objected: Container[Plan] = ()) -> tuple[PlanFacts, ...]:
    """Return the facts of every open plan; `objected` are those that were objected to before."""
    return tuple(_facts(view, mate, plan, objected) for mate, plan in plans_of(view))


def in_hand(teammate: Teammate, intention: Intention) -> bool:
    """Tell whether a teammate holds the object of its plan."""
    state, own = teammate.state, intention.own_object
    if state is None or not state.held_object:
        return False
    same_id = state.holds(intention.intent.subtask.object_id)
    return same_id or (own is not None and own.status is Presence.HELD)


def _facts(
    view: PlannerView, mate: Teammate, plan: Intention, objected: Container[Plan]
) -> PlanFacts:
    state, capability = mate.state, mate.capability
    begins_at = _begins_at(plan)
    room = view.room(plan.subtask.room_id)
    exploring = plan.subtask.kind is SubTaskKind.EXPLORE

    def away_from(point: Point) -> str:
        if exploring:
            return number(distance_to_point(room, point)) if room else ""
        return number(point.planar_distance_to(begins_at)) if begins_at else ""

    lasts = state.battery * capability.max_speed if state and capability else None
    return PlanFacts(
        teammate=clean_name(mate.name),
        adopted=plan.adopted,
        subtask=intention_text(plan),
        in_hand=in_hand(mate, plan),
        away=away_from(state.pose.point) if state else "",
        own_away=away_from(view.state.pose.point),
        carry=_carry(view, plan),
        range=number(lasts, 0) if lasts is not None else "",
        age=_age(view, mate, plan.intent),
        failed=_has_failed(mate, plan.intent),
        objected=identify(mate.name, plan.intent) in objected,
    )


def _begins_at(plan: Intention) -> Point | None:
    return plan.own_object.position if plan.own_object else plan.intent.object_position


def _carry(view: PlannerView, plan: Intention) -> str:
    """Return how far the object is from the nearest receptacle of the wanted types, or nothing."""
    begins_at = _begins_at(plan)
    if plan.subtask.kind is not SubTaskKind.REPLACE or begins_at is None:
        return ""
    wanted = (plan.subtask.receptacle_type.casefold(), plan.subtask.room_type.casefold())
    ways = [
        o.position.planar_distance_to(begins_at)
        for o in view.known_objects
        if o.is_receptacle and (o.category.casefold(), o.room_type.casefold()) == wanted
    ]
    return number(min(ways)) if ways else ""


def _age(view: PlannerView, mate: Teammate, plan: Intent) -> str:
    """Return how long ago a plan was first told, as far as the messages go back."""
    told = [
        m.stamp
        for m in view.messages
        if m.sender == mate.name and m.intent is not None and m.intent.intent_id == plan.intent_id
    ]
    return number(max(0.0, view.now - min(told))) if told else ""


def _has_failed(mate: Teammate, plan: Intent) -> bool:
    """Tell whether the teammate failed at the same sub-task before."""
    return any(
        intent.subtask == plan.subtask for intent in mate.intents_that_are(IntentStatus.FAILED)
    )
