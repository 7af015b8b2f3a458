# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer the negotiation: object to teammates' plans that the facts speak against, and plan."""

import math
from collections.abc import Iterable, Sequence

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.options.options import Option, options
from adhoc_teamwork.offline_model.options.reasons import DETOUR
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate
from adhoc_teamwork.offline_model.reading.plans import Plan, read_objected, read_plans
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.considering import consider, refused_subtasks
from adhoc_teamwork.teamwork.bodies.capability import HEIGHT_TOLERANCE
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

MUCH_NEARER = 0.5
"""Share of a teammate's way that this robot's may be for it to be much nearer."""

WORTH_IT = 3.0
"""Metres that have to be saved for a plan to be handed over."""

_AGREEMENT, _RESULT = _PARTS = ("agreement", "result")


def negotiate(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return objections to the plans made so far, and the best option given the others."""
    plans = [p for p in read_plans(prompt) if not facts.errors.overlooks(_said(facts, p))]
    objections = [(plan, why) for plan in plans if (why := objection_to_plan(facts, plan, plans))]
    if chance.slips_in(_AGREEMENT, _PARTS):
        objections = _turned_around(objections, plans, chance)
    left = _without(facts, [plan for plan, _ in objections if not plan.adopted])
    chosen = _choose(prompt, left, chance)
    agreement = [f"no: {plan.teammate}: {why}" for plan, why in objections] or ["yes"]
    reasons = " ".join(f"{plan.teammate}: {why}." for plan, why in objections)
    analysis = " ".join([reasons or "I agree with the plans made so far.", chosen.reason])
    return "\n".join(
        [f"[analysis] {analysis}", "[agreement]", *agreement, "[result]", str(chosen.subtask)]
    )


def _said(facts: Facts, plan: Plan) -> str:
    return f"{plan.teammate} intends {facts.meaning(plan.subtask)}"


def objection_to_plan(facts: Facts, plan: Plan, plans: Sequence[Plan]) -> str:
    """Return why a teammate had better plan something else; empty where its plan is sound."""
    mate = facts.mate(plan.teammate)
    if mate is None or mate.left or plan.objected or plan.in_hand:
        return ""
    return (
        _fine_there(facts, plan)
        or _beyond_it(facts, plan, mate)
        or _does_not_last(plan)
        or _doubled(facts, plan, plans)
        or _better_mine(facts, plan, mate)
    )


def _turned_around(
    objections: list[tuple[Plan, str]], plans: Sequence[Plan], chance: Chance
) -> list[tuple[Plan, str]]:
    """Return no objection where there were some, and one without a reason where there was none."""
    open_ones = [plan for plan in plans if not (plan.objected or plan.in_hand)]
    if objections or not open_ones:
        return []
    plan = chance.pick("objection", open_ones)
    return [(plan, f"I will see to {plan.subtask.topic} sooner than you")]


def _choose(prompt: Prompt, facts: Facts, chance: Chance) -> Option:
    """Return the best option; the present sub-task unless something more urgent has come up."""
    slips = chance.slips_in(_RESULT, _PARTS)
    found = consider(prompt, facts, chance, slips)
    if slips:
        return found[0]
    refused = [subtask.kind for subtask in refused_subtasks(prompt)]
    if len(refused) > 1:
        # What was wrong with two of a kind is likely wrong with the next.
        found = [o for o in found if o.subtask.kind not in refused] or found
    objected = [s for s in read_objected(prompt) if not facts.errors.overlooks(f"no {s}")]
    found = [o for o in found if not _is_among(o.subtask, objected)] or found
    current = next((o for o in found if o.subtask == facts.me.doing), None)
    return current if current and current.urgency <= found[0].urgency else found[0]


def _is_among(subtask: SubTask, others: Iterable[SubTask]) -> bool:
    """Tell whether one of `others` is about the same object or room, wherever it is to go."""
    return any(subtask.kind is other.kind and subtask.topic == other.topic for other in others)


def _without(facts: Facts, plans: Iterable[Plan]) -> Facts:
    """Return the facts as they are once the teammates have dropped these plans."""
    dropped = {(plan.teammate, plan.subtask) for plan in plans}

    def kept(mate: Mate, subtasks: tuple[SubTask, ...]) -> tuple[SubTask, ...]:
        return tuple(s for s in subtasks if (mate.name, s) not in dropped)

    mates = tuple(
        changed(m, taken_up=kept(m, m.taken_up), proposes=kept(m, m.proposes)) for m in facts.mates
    )
    return changed(facts, mates=mates)


def _fine_there(facts: Facts, plan: Plan) -> str:
    """Return that the object belongs where it lies, as this robot judged it.

    Most things in a house are in place, so of two opinions that one is the likelier.
    """
    if plan.subtask.kind is not SubTaskKind.REPLACE:
        return ""
    thing = facts.thing(plan.subtask.object_id)
    return f"I found {thing.id} in place where it lies" if thing and thing.in_place else ""


def _beyond_it(facts: Facts, plan: Plan, mate: Mate) -> str:
    """Return why the teammate's body cannot do it."""
    if plan.subtask.kind is not SubTaskKind.REPLACE:
        return ""
    thing = facts.thing(plan.subtask.object_id)
    name = plan.subtask.object_id
    if mate.armless:
        return f"you have no arm to lift {name} with"
    if thing is None or math.isnan(thing.height):
        return ""
    too_high = thing.height > mate.highest + HEIGHT_TOLERANCE
    too_low = thing.height < mate.lowest - HEIGHT_TOLERANCE
    fact = f"{mate.name} reaches {thing.category} on {thing.on_type} in {thing.room}"
    if facts.errors.misjudges(fact):
        too_high, too_low = not (too_high or too_low), False
    if too_high:
        return f"{name} is at {thing.height:g} m, too high for you"
    return f"{name} is at {thing.height:g} m, too low for you" if too_low else ""


def _does_not_last(plan: Plan) -> str:
    way = plan.away + plan.carry
    if math.isnan(way) or DETOUR * way <= plan.range:
        return ""
    about = plan.subtask.topic
    return f"your battery lasts for {plan.range:g} m, and {about} takes {way:g} m and more"


def _doubled(facts: Facts, plan: Plan, plans: Sequence[Plan]) -> str:
    """Return who else plans the same and goes before this one; empty where nobody does."""
    busy = {p.teammate for p in plans if p.adopted}

    def precedence(one: Plan) -> tuple[bool, bool, bool, float, str]:
        """Return what plans are sorted by: begun, about to begin, planned ahead; then the older."""
        ahead = not one.adopted and one.teammate in busy
        return (not one.in_hand, not one.adopted, ahead, -one.age, one.teammate)

    for other in plans:
        if other.teammate == plan.teammate or not _is_among(plan.subtask, (other.subtask,)):
            continue
        if precedence(other) < precedence(plan) and not _sees_more(facts, plan, other):
            verb = "does" if other.adopted else "plans"
            return f"{other.teammate} {verb} {other.subtask} as well, and goes before you"
    return ""


def _sees_more(facts: Facts, plan: Plan, other: Plan) -> bool:
    """Tell whether the one that explores finds what the other's camera does not."""
    if plan.subtask.kind is not SubTaskKind.EXPLORE:
        return False
    one, two = facts.mate(plan.teammate), facts.mate(other.teammate)
    return one is not None and two is not None and bool(one.sees - two.sees)


def _better_mine(facts: Facts, plan: Plan, mate: Mate) -> str:
    """Return why this robot should rather see to the object: free, as able and much nearer."""
    if plan.subtask.kind is not SubTaskKind.REPLACE or not facts.me.arm or facts.me.held:
        return ""
    saved = plan.away - plan.own_away
    near = saved >= WORTH_IT and plan.own_away <= MUCH_NEARER * plan.away
    if not (near or plan.failed) or not facts.me.payload >= mate.payload:
        return ""
    best = options(_without(facts, [plan]))[0]
    if best.subtask.object_id != plan.subtask.object_id:
        return ""
    if plan.failed:
        return f"you have failed at {plan.subtask.object_id} before; I am free and can lift as much"
    return (
        f"{plan.subtask.object_id} is {plan.away:g} m from you and {plan.own_away:g} m from me, "
        "and I am free and can lift as much"
    )
