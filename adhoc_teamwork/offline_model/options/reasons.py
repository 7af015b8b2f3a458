# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why the robot that is planned for should not do something: one sentence, empty where it may."""

import math

from adhoc_teamwork.offline_model.knowledge.common_sense import may_stay
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate, RoomFact, Thing
from adhoc_teamwork.teamwork.bodies.capability import HEIGHT_TOLERANCE
from adhoc_teamwork.teamwork.team.causes import NOT_THERE, OWN_LIMITS, Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

SILENCE = 120.0
"""Seconds without a word after which a teammate's sub-task is up for grabs."""

HOPELESS = OWN_LIMITS | NOT_THERE | {Cause.UNREACHABLE}
"""Causes after which a thing is not tried again."""

ATTEMPTS = 2
"""Failures after which something is not tried again."""

FETCHING = (SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT)
"""What it takes to have a thing in the hand."""


DETOUR = 1.5
"""How much longer ways usually are than the straight line, turns included."""


def lasts(facts: Facts, metres: float) -> bool:
    """Tell whether the battery lasts for a way of so many metres in a straight line."""
    return not DETOUR * metres > facts.me.range


def why_not_explore(facts: Facts, room: RoomFact) -> str:
    """Return why exploring `room` is not reasonable."""
    others = [name for name in room.explored_by if name != "you"]
    if not facts.me.drives:
        return "I cannot drive."
    if steps := why_not_there(facts, room):
        return steps
    if "you" in room.explored_by:
        return f"I have explored {room.id} already."
    if others and not second_look(facts, room):
        return f"{' and '.join(others)} explored {room.id} and saw there what I would see."
    if room.exploring and not sees_more(facts, room.exploring):
        return f"{' and '.join(room.exploring)} is exploring {room.id}."
    failed = failures(facts, SubSkillKind.EXPLORE, room.id)
    if max(failed, failures(facts, SubSkillKind.GO_TO_ROOM, room.id)) >= ATTEMPTS:
        return f"I have tried {room.id} in vain."
    return ""


def second_look(facts: Facts, room: RoomFact) -> bool:
    """Tell whether others explored `room` and this robot's camera finds what theirs do not."""
    others = tuple(name for name in room.explored_by if name != "you")
    return bool(others) and sees_more(facts, others)


def sees_more(facts: Facts, others: tuple[str, ...]) -> bool:
    """Tell whether this robot's camera finds what those of `others` together do not."""
    mates = [facts.mate(name) for name in others]
    seen: frozenset[str] = frozenset().union(*(mate.sees for mate in mates if mate))
    return bool(facts.me.sees - seen)


def why_not_fetch(facts: Facts, thing: Thing) -> str:
    """Return why fetching `thing` is not reasonable."""
    me = facts.me
    if not me.arm:
        return "I have no arm."
    if thing.id in me.all_held:
        return ""
    if not me.has_free_hand:
        return f"I hold {me.held} and must put that away first."
    return (
        _why_not_available(thing)
        or _why_rather_fine(facts, thing)
        or _why_in_place(facts, thing)
        or _why_not_able(facts, thing)
        or _why_not_ours(facts, thing)
    )


def why_not_carry(facts: Facts, container: Thing) -> str:
    """Return why taking a container along, which need not be out of place, is not reasonable."""
    return why_not_fetch(facts, container._replace(out_of_place=True))


def within_reach(facts: Facts, height: float, what: Thing) -> bool:
    """Tell whether the arm reaches `height`, in metres, of a thing.

    NaN, not said, counts as within reach.
    """
    if math.isnan(height):
        return True
    low, high = facts.me.lowest - HEIGHT_TOLERANCE, facts.me.highest + HEIGHT_TOLERANCE
    reached = low <= height <= high
    if not facts.errors.rates.misjudge:
        return reached
    fact = f"{facts.me.name} reaches {what.category} on {what.on_type} in {what.room}"
    return reached is not facts.errors.misjudges(fact)


def failures(facts: Facts, kind: SubSkillKind, *names: str) -> int:
    """Return how often a sub-skill with that object, receptacle or room failed lately.

    With all of them, where several are named. What the robot itself was not ready for does not
    count: that passes.
    """
    return sum(
        1
        for attempt in facts.history
        if attempt.subskill.kind is kind
        and attempt.in_vain
        and {attempt.subskill.object_id, attempt.subskill.receptacle_id, attempt.subskill.room_id}
        >= set(names)
    )


def taker(facts: Facts, thing: Thing) -> Mate | None:
    """Return the teammate that has taken up re-placing `thing`, or None."""
    return next((m for m in heard(facts) if _is_about(m.taken_up, thing)), None)


def proposer(facts: Facts, thing: Thing) -> Mate | None:
    """Return a teammate that proposes to re-place `thing`, or None."""
    return next((m for m in heard(facts) if _is_about(m.proposes, thing)), None)


def heard(facts: Facts) -> list[Mate]:
    """Return the teammates that count: those that were heard of lately and have not left."""
    return [m for m in facts.mates if not m.left and m.heard <= SILENCE]


def _is_about(subtasks: tuple[SubTask, ...], thing: Thing) -> bool:
    return any(s.moves_object and s.object_id == thing.id for s in subtasks)


def _why_not_available(thing: Thing) -> str:
    if thing.gone:
        return f"{thing.id} is no longer where it was."
    if thing.holder:
        return f"{thing.id} is held by {thing.holder}."
    if not thing.pickupable:
        return f"{thing.id} cannot be picked up."
    if not thing.out_of_place:
        return f"{thing.id} is not out of place."
    return ""


def _why_rather_fine(facts: Facts, thing: Thing) -> str:
    """Return that common sense finds nothing wrong with where a thing lies, on second thoughts.

    Whoever does not give reasons takes the prompt's word for it; where there is a goal, that
    says what is to be moved.
    """
    place = thing.on_type, thing.room_type
    if not facts.deliberate or facts.goal or not all(place) or thing.kept:
        return ""
    if not may_stay(thing.category, *place, facts.reader, facts.errors):
        return ""
    return f"{thing.id} may well be kept on a {place[0]} in a {place[1]}."


def _why_in_place(facts: Facts, thing: Thing) -> str:
    """Return who holds a thing to be in place, where fewer teammates hold that it is not.

    Most things in a house are in place, so of two opinions that one is the likelier; where more
    than opinions says where such things are kept, none of them counts.
    """
    if thing.kept:
        return ""
    content = {answer.sender for answer in facts.answers if thing.id in answer.in_place}
    others = {answer.sender for answer in facts.answers if thing.id in answer.out_of_place}
    if len(content) <= len(others - content):
        return ""
    return f"{' and '.join(sorted(content))} saw {thing.id}, too, and found it in place."


def why_not_there(facts: Facts, room: RoomFact | None) -> str:
    """Return which way to a room is nothing for this body."""
    if room is None:
        return ""
    if room.ramp > facts.me.ramp:
        return (
            f"A ramp of {room.ramp:g} degrees leads to {room.id}, and I get up ramps of at most "
            f"{facts.me.ramp:g}."
        )
    if room.step <= facts.me.step:
        return ""
    return (
        f"Steps of {room.step:g} m lead to {room.id}, and I get up steps of at most "
        f"{facts.me.step:g} m."
    )


def _why_not_able(facts: Facts, thing: Thing) -> str:
    if not within_reach(facts, thing.height, thing):
        return f"{thing.id} lies out of my arm's range of heights."
    if steps := why_not_there(facts, facts.room(thing.room)):
        return steps
    for attempt in facts.history:
        fetching = attempt.subskill.kind in FETCHING
        if fetching and attempt.subskill.object_id == thing.id and attempt.cause in OWN_LIMITS:
            return f"{thing.id} is beyond my abilities ({attempt.cause})."
    return ""


def _why_not_ours(facts: Facts, thing: Thing) -> str:
    mate = taker(facts, thing)
    if mate is not None:
        return f"{mate.name} has taken up {thing.id}."
    if any(failures(facts, kind, thing.id) >= ATTEMPTS for kind in FETCHING):
        return f"I have tried {thing.id} in vain."
    return ""
