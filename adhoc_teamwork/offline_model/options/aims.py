# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot could do for a goal that a prompt states: fetch, load, carry, look into, in order.

The stand-in's rules for tasks other than tidying up; it knows nothing but the prompt's text.
"""

import math
from collections.abc import Iterator

from adhoc_teamwork.offline_model.options.new_actions import (
    is_new,
    objection_by_hints,
    options_by_hints,
)
from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.options.places import instances
from adhoc_teamwork.offline_model.options.reasons import (
    failures,
    proposer,
    why_not_carry,
    why_not_fetch,
)
from adhoc_teamwork.offline_model.options.words_of_goal import (
    ways_to_put_away,
    why_not_visit,
    word_options,
)
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing, Wish
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_WORTH = 0.6
"""Loading is worth it where a container is nearer than this part of the way to the goal."""


def finishing(facts: Facts, item: Thing) -> list[Option]:
    """Return where what the hand holds could go, best first."""
    if not facts.me.arm:
        return []
    why = f"I hold {item.id}, so I bring it where the goal wants it before anything else."
    return [
        Option(subtask, why, Urgency.FINISH, float(rank))
        for rank, subtask in enumerate(movings(facts, item))
    ]


def aims(facts: Facts) -> list[Option]:
    """Return what could be done for the goal with an empty hand, in no order."""
    if facts.goal.text:
        return word_options(facts)
    return [*options_by_hints(facts), *_fetching(facts), *_loading(facts), *checking(facts)]


def objection_to_aim(facts: Facts, subtask: SubTask) -> str:
    """Return why a sub-task for the goal is not reasonable as things are; empty where it is."""
    if subtask.kind is SubTaskKind.DO:
        return ""
    if is_new(subtask):
        return objection_by_hints(facts, subtask)
    thing = facts.thing(subtask.object_id)
    if subtask.kind is SubTaskKind.CHECK:
        return why_not_check(facts, thing) if thing else f"I know of no {subtask.object_id}."
    if thing is None:
        known = subtask.object_id in facts.me.all_held
        return "" if known else f"I know of no object {subtask.object_id}."
    if subtask.kind is SubTaskKind.VISIT:
        return why_not_visit(facts, thing)
    if facts.goal.text:
        return why_not_carry(facts, thing)
    if subtask.kind is SubTaskKind.LOAD:
        container = facts.thing(subtask.receptacle_id)
        if container is None or not _takes_more(facts, container):
            return f"{subtask.receptacle_id} takes nothing more."
    if subtask.kind is SubTaskKind.TAKE and thing.capacity and not thing.load:
        return why_not_carry(facts, thing)
    return why_not_fetch(facts, thing)


def why_not_check(facts: Facts, thing: Thing) -> str:
    """Return why looking into a receptacle is not reasonable; empty where it is."""
    if not facts.me.arm:
        return "I have no arm to open anything with."
    if not thing.closed:
        return f"{thing.id} is not closed."
    if any(SubTask(SubTaskKind.CHECK, object_id=thing.id) in m.taken_up for m in facts.mates):
        return f"A teammate looks into {thing.id} already."
    kinds = (SubSkillKind.GO_TO_OBJECT, SubSkillKind.OPEN_OBJECT)
    if any(failures(facts, kind, thing.id) for kind in kinds):
        return f"I have tried {thing.id} in vain."
    return ""


def wish_for(facts: Facts, category: str) -> Wish | None:
    """Return the wish that a thing of a category helps with most, or None."""
    found = [w for w in facts.goal.wishes if w.category.casefold() == category.casefold()]
    return min(found, key=lambda wish: wish.there >= wish.wanted, default=None)


def movings(facts: Facts, item: Thing) -> Iterator[SubTask]:
    """Yield the sub-tasks that bring an object where the goal wants it."""
    if facts.goal.text:
        yield from ways_to_put_away(facts, item)
        return
    if SubTaskKind.TRANSPORT in facts.offered:
        yield SubTask(SubTaskKind.TRANSPORT, object_id=item.id)
        return
    wish = wish_for(facts, item.category) or next(iter(facts.goal.wishes), None)
    if wish is None:
        return
    kind = SubTaskKind.PLACE_IN if wish.inside else SubTaskKind.PLACE_ON
    found = instances(facts, wish.receptacle, wish.room, item.id)
    rooms = [t.room_type for t in found if t.room_type]
    room = wish.room or next(iter(rooms), "any")
    yield SubTask(kind, room_type=room, object_id=item.id, receptacle_type=wish.receptacle)


def _wanted(facts: Facts) -> list[Thing]:
    return [t for t in facts.things if t.out_of_place and not why_not_fetch(facts, t)]


def _fetching(facts: Facts) -> Iterator[Option]:
    wanted = _wanted(facts)
    loose = [thing for thing in wanted if not thing.load]
    for thing in wanted:
        rival, known = proposer(facts, thing), goal_distance(facts, thing) < math.inf
        for subtask in movings(facts, thing):
            why = f"The goal wants {thing.id} elsewhere, and I can bring it there."
            urgency = Urgency.FETCH if known and rival is None else Urgency.FETCH_LATER
            if thing.load and thing.room_left and loose:
                why = f"{thing.id} has room left, so it waits for more to be put in."
                urgency = Urgency.FETCH_LATER
            if tried(facts, thing):
                urgency = Urgency.ONCE_FAILED
            yield Option(subtask, why, urgency, thing.distance)


def _loading(facts: Facts) -> Iterator[Option]:
    """Yield the putting of things into containers, where that saves ways."""
    if SubTaskKind.LOAD not in facts.offered:
        return
    loose = [t for t in _wanted(facts) if not t.load]
    for thing in loose:
        for container in facts.things:
            company = container.load + len(loose)
            near = apart(thing, container) <= _WORTH * goal_distance(facts, thing)
            if (
                not _takes_more(facts, container)
                or company < 2
                or not near
                or container.id == thing.id
            ):
                continue
            if tried(facts, thing) or failures(facts, SubSkillKind.PUT_IN, container.id):
                continue
            subtask = SubTask(SubTaskKind.LOAD, object_id=thing.id, receptacle_id=container.id)
            why = f"{container.id} is near {thing.id} and takes both along in one go."
            yield Option(subtask, why, Urgency.FETCH, max(0.0, thing.distance - 1.0))


def checking(facts: Facts) -> Iterator[Option]:
    """Yield the opening of what is closed, while not everything wanted is known."""
    if SubTaskKind.CHECK not in facts.offered or not _is_something_missing(facts):
        return
    for thing in facts.things:
        if thing.closed and not why_not_check(facts, thing):
            why = f"{thing.id} is closed, and what is still to be found may be in it."
            subtask = SubTask(SubTaskKind.CHECK, object_id=thing.id)
            yield Option(subtask, why, Urgency.EXPLORE, thing.distance)


def _is_something_missing(facts: Facts) -> bool:
    for wish in facts.goal.wishes:
        same = [t for t in facts.things if t.category.casefold() == wish.category.casefold()]
        coming = sum(t.out_of_place or bool(t.holder) for t in same)
        if wish.there + coming < wish.wanted:
            return True
    return False


def _takes_more(facts: Facts, container: Thing) -> bool:
    mine = container.id in facts.me.all_held
    return container.room_left > 0 and (mine or not (container.holder or container.gone))


def tried(facts: Facts, thing: Thing) -> int:
    """Return how often getting at a thing has failed lately."""
    kinds = (SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT, SubSkillKind.TAKE_FROM)
    return sum(failures(facts, kind, thing.id) for kind in kinds)


def apart(one: Thing, other: Thing) -> float:
    """Return how far two things are from each other, metres."""
    return math.hypot(one.x - other.x, one.y - other.y)


def goal_distance(facts: Facts, thing: Thing) -> float:
    """Return how far a thing is from the nearest place that the goal wants it at, metres."""
    wish = wish_for(facts, thing.category) or next(iter(facts.goal.wishes), None)
    if wish is None:
        return math.inf
    found = instances(facts, wish.receptacle, wish.room, thing.id)
    return min((apart(thing, r) for r in found), default=math.inf)
