# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot with two hands does for a goal: take things along, load a container, look on, bring.

Only where the prompt says that it has two hands and names a sub-task for taking. Costs are metres:
what is nearer than the way to the goal comes before bringing what is held.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adhoc_teamwork.offline_model.options.aims import (
    goal_distance,
    movings,
    tried,
)
from adhoc_teamwork.offline_model.options.new_actions import options_by_hints
from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.options.reasons import (
    DETOUR,
    failures,
    lasts,
    why_not_carry,
    why_not_fetch,
)
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_ASIDE = 5.0
"""How much longer, in metres, the way to the goal may be for what the other hand takes along."""
_AT_GOAL = 2.0
"""Metres from the middle of the goal's receptacle within which all that is held is put down."""
_LOADING, _LOOKING_ON = 2000.0, 1000.0
"""Metres by which loading a container in hand, and looking for more for it, go before all else."""
_DOOR = 5.0
"""How much longer than the straight line a way into another room is, in metres."""
_LOOK, _GLANCE = 10.0, 2.0
"""How much way a look through a room is worth, and one into something closed, in metres."""
_RESERVE = 15.0
"""Metres of battery that are kept for what is not foreseen."""
_WORTH_A_CONTAINER = 2
"""Things or unexplored rooms that have to be known for a container to save ways."""


def uses_both_hands(facts: Facts) -> bool:
    """Tell whether the prompt lets the robot hold one thing while it sees to another."""
    listed = bool(facts.goal) and not facts.goal.text
    return listed and facts.me.arm and facts.me.hands > 1 and SubTaskKind.TAKE in facts.offered


def with_empty_hands(facts: Facts) -> Iterator[Option]:
    """Yield the taking of things and containers, each instead of bringing it by itself."""
    wanted = _wanted(facts)
    for thing in wanted:
        why = f"The goal wants {thing.id} elsewhere; my other hand stays free for more."
        urgency = Urgency.ONCE_FAILED if tried(facts, thing) else Urgency.FETCH
        yield Option(_take(thing), why, urgency, thing.distance)
    yield from options_by_hints(facts)
    for container in _containers(facts, len(wanted)):
        why = f"{container.id} takes several things along in one go."
        yield Option(_take(container), why, Urgency.FETCH, container.distance - _ASIDE)


def with_something_held(facts: Facts, searching: Sequence[Option]) -> list[Option]:
    """Return what could be done with what is held, best first by cost.

    Args:
        facts: What the prompt says; at least one hand holds something.
        searching: Where more could be found.
    """
    held = _held(facts)
    vessel = next((thing for thing in held if thing.room_left > 0), None)
    loose = [thing for thing in held if not thing.capacity]
    if vessel is not None and loose and not _refuses(facts, vessel):
        why = f"I hold {loose[0].id} and {vessel.id}, which takes it."
        return [Option(_load(loose[0], vessel), why, Urgency.FINISH), *_bringing(facts, held)]
    found = list(_bringing(facts, held))
    if not math.isfinite(_way_to_goal(facts, facts.me.x, facts.me.y)):
        found += _looking_for_goal(searching)
    if facts.me.has_free_hand and not _is_at_goal(facts):
        if vessel is not None:
            found += _loading(facts, vessel)
        else:
            found += _taking_along(facts, loose)
        found += _looking_on(facts, vessel, searching)
    return sorted(found, key=lambda option: option.order)


def through_doors(facts: Facts, found: Iterable[Option]) -> Iterator[Option]:
    """Yield the options; those that lead into another room cost more than the straight line."""
    for option in found:
        room_id = _room_of(facts, option.subtask)
        is_elsewhere = bool(room_id and facts.me.room) and room_id != facts.me.room
        yield replace(option, cost=option.cost + _DOOR) if is_elsewhere else option


def _room_of(facts: Facts, subtask: SubTask) -> str:
    """Return the room that a sub-task leads to; with what is held that is the goal's."""
    if subtask.room_id:
        return subtask.room_id
    thing = facts.thing(subtask.object_id)
    if subtask.object_id in facts.me.all_held:
        wanted = {wish.receptacle.casefold() for wish in facts.goal.wishes}
        places = [one for one in facts.receptacles() if one.category.casefold() in wanted]
        thing = min(places, key=lambda one: one.distance, default=None)
    return thing.room if thing is not None else ""


def _bringing(facts: Facts, held: Sequence[Thing]) -> Iterator[Option]:
    """Yield the ways to put down what is held: loose things first, an empty container last."""
    ordered = sorted(held, key=lambda thing: (bool(thing.capacity), not thing.load))
    for rank, thing in enumerate(ordered):
        is_empty = bool(thing.capacity) and not thing.load
        why = f"I hold {thing.id}, so I bring it where the goal wants it."
        away = min(_way_to_goal(facts, facts.me.x, facts.me.y), 1000.0)
        for number, subtask in enumerate(movings(facts, thing)):
            urgency = Urgency.ONCE_FAILED if is_empty else Urgency.FINISH
            yield Option(subtask, why, urgency, away + 0.01 * (rank + number))


def _loading(facts: Facts, vessel: Thing) -> Iterator[Option]:
    if SubTaskKind.LOAD not in facts.offered or _refuses(facts, vessel):
        return
    for thing in _wanted(facts):
        if not thing.capacity and not tried(facts, thing) and _lasts(facts, thing):
            why = f"{thing.id} goes into {vessel.id}, which I hold."
            yield Option(_load(thing, vessel), why, Urgency.FINISH, thing.distance - _LOADING)


def _taking_along(facts: Facts, loose: Sequence[Thing]) -> Iterator[Option]:
    """Yield what the other hand could take on the way, or a container for both."""
    straight = _way_to_goal(facts, facts.me.x, facts.me.y)
    for thing in _wanted(facts):
        further = thing.distance
        if math.isfinite(straight):
            further += _way_to_goal(facts, thing.x, thing.y) - straight
        if not further > _ASIDE and not tried(facts, thing) and _lasts(facts, thing):
            why = f"{thing.id} lies on my way, and I have a hand free for it."
            yield Option(_take(thing), why, Urgency.FINISH, thing.distance)
    for container in _containers(facts, len(loose)) if loose else ():
        if container.distance <= _ASIDE:
            why = f"{container.id} is near and takes more than my hand."
            yield Option(_take(container), why, Urgency.FINISH, container.distance)


def _looking_on(
    facts: Facts, vessel: Thing | None, searching: Sequence[Option]
) -> Iterator[Option]:
    """Yield the search for more, where the battery lasts for bringing what is held after it."""
    home = _way_to_goal(facts, facts.me.x, facts.me.y)
    for option in searching:
        way = option.cost + (option.cost + home if math.isfinite(home) else 0.0)
        if option.urgency is not Urgency.EXPLORE or DETOUR * way + _RESERVE > facts.me.range:
            continue
        look = _LOOK if option.subtask.kind is SubTaskKind.EXPLORE else _GLANCE
        cost = option.cost + look - (_LOOKING_ON if vessel is not None else 0.0)
        why = f"{option.reason} What I hold waits: I have a hand free for more."
        yield Option(option.subtask, why, Urgency.FINISH, cost)


def _looking_for_goal(searching: Sequence[Option]) -> Iterator[Option]:
    """Yield the search for a place where the goal wants what is held: none is known."""
    for option in searching:
        why = f"{option.reason} I know of no place yet for what I hold."
        yield Option(option.subtask, why, Urgency.FINISH, option.cost)


def _containers(facts: Facts, things: int) -> Iterator[Thing]:
    """Yield the empty containers that would be worth taking along with so many things to bring."""
    unseen = sum(not room.explored_by for room in facts.rooms)
    if SubTaskKind.LOAD not in facts.offered or max(things, unseen) < _WORTH_A_CONTAINER:
        return
    for thing in facts.things:
        is_free = thing.capacity and not thing.load and thing.id not in facts.me.all_held
        if is_free and not why_not_carry(facts, thing) and not tried(facts, thing):
            way = thing.distance + _way_to_goal(facts, thing.x, thing.y)
            if not DETOUR * (way if math.isfinite(way) else thing.distance) * 2 > facts.me.range:
                yield thing


def _held(facts: Facts) -> list[Thing]:
    told = ((facts.me.held, facts.me.held_category), (facts.me.other_held, facts.me.other_category))
    return [
        facts.thing(name) or Thing(name, category, pickupable=True)
        for name, category in told
        if name
    ]


def _wanted(facts: Facts) -> list[Thing]:
    held = facts.me.all_held
    return [
        t
        for t in facts.things
        if t.out_of_place and t.id not in held and not why_not_fetch(facts, t)
    ]


def _lasts(facts: Facts, thing: Thing) -> bool:
    home = _way_to_goal(facts, thing.x, thing.y)
    way = thing.distance + (home if math.isfinite(home) else 0.0)
    return lasts(facts, way)


def _refuses(facts: Facts, vessel: Thing) -> bool:
    return failures(facts, SubSkillKind.PUT_IN, vessel.id) > 0


def _way_to_goal(facts: Facts, x: float, y: float) -> float:
    """Return how far a point is from the nearest place of the goal that is known, metres."""
    here = Thing("", "", x=x, y=y)
    ways = (goal_distance(facts, here._replace(category=w.category)) for w in facts.goal.wishes)
    return min(ways, default=math.inf)


def _is_at_goal(facts: Facts) -> bool:
    return _way_to_goal(facts, facts.me.x, facts.me.y) <= _AT_GOAL


def _take(thing: Thing) -> SubTask:
    return SubTask(SubTaskKind.TAKE, object_id=thing.id)


def _load(thing: Thing, container: Thing) -> SubTask:
    return SubTask(SubTaskKind.LOAD, object_id=thing.id, receptacle_id=container.id)
