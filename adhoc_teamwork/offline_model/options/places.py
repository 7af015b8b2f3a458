# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a thing could be put: the known receptacles that fit it and that the arm reaches."""

import math
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from adhoc_teamwork.offline_model.knowledge.common_sense import (
    NEXT_GRADE,
    Grade,
    Home,
    homes_among,
    misjudged_home,
    usual_homes,
)
from adhoc_teamwork.offline_model.knowledge.words import ONE_IN_A_HOUSE, receptacle_kind, room_kind
from adhoc_teamwork.offline_model.options.reasons import ATTEMPTS, failures, within_reach
from adhoc_teamwork.offline_model.reading.facts import Attempt, Facts, RoomFact, Thing
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

_SEEN_WELL = 0.9
"""From this share of a room's floor on, furniture in it has shown."""
_LAST_RESORTS = ("dining table", "counter", "coffee table", "side table", "desk", "shelf")
_WHERE_TABLES_ARE = ("LivingRoom", "Bedroom", "Office")
_AS_HIGH = 0.03
"""Metres between the tops of two pieces of furniture that are as high."""
_WILL_NOT_CHANGE = frozenset(
    (
        Cause.NO_SPACE,
        Cause.TOO_HIGH,
        Cause.TOO_LOW,
        Cause.NOT_RECEPTACLE,
        Cause.UNREACHABLE,
        Cause.UNKNOWN_RECEPTACLE,
    )
)


@dataclass(frozen=True)
class Target:
    """Name types of receptacle and room for a thing.

    `away` is how far the nearest is from the thing, metres, 0 where that is not known.
    """

    receptacle: str
    room: str
    known: bool
    away: float = 0.0


def targets_for(facts: Facts, thing: Thing) -> list[Target]:
    """Return where `thing` could go, best first; none where nothing suits it.

    Where the prompt says that it is kept goes before all that common sense names, as far as it is
    known there.
    """
    usable = [
        r
        for r in facts.receptacles()
        if r.id != thing.id and usable_for_putting(facts, r, thing.id) and not _is_there(thing, r)
    ]
    found = _by_common_sense(facts, thing, usable)
    told = _as_told(facts, thing, _ways(thing, usable))
    return [*told, *(t for t in found if (t.receptacle, t.room) not in thing.kept)]


def _as_told(facts: Facts, thing: Thing, ways: Mapping[tuple[str, str], float]) -> list[Target]:
    """Return where the prompt says that a thing is kept, the nearest first.

    Where none of that is known, teammates may know of some in rooms that only they have explored.
    """
    told = [Target(*p, known=True, away=ways[p]) for p in thing.kept if p in ways]
    if not told and not searched_with(facts, thing):
        kinds = {room_kind(room.type) for room in facts.rooms if "you" not in room.explored_by}
        may_be = (p for p in thing.kept if "" in kinds or room_kind(p[1]) in kinds)
        return [Target(*p, known=False) for p in may_be][:1]
    return sorted(told, key=lambda target: target.away)


def _by_common_sense(facts: Facts, thing: Thing, usable: list[Thing]) -> list[Target]:
    """Return which of the `usable` receptacles suit a thing, best first.

    A more usual place goes before one that is nearer by less than the usualness is worth, and one
    where others of its kind are kept before one where none is. Where a room that nobody has
    explored may have a more usual place than those that are known, that is named first, of what is
    in the hand too, until it was carried through enough of them or to be put down in vain. That has
    to go somewhere: at the last, any table will do, as it will for what lies elsewhere in a house
    that has none of its homes.
    """
    there = {room_kind(room.type) for room in facts.rooms}
    usual = [
        h
        for h in usual_homes(thing.category, facts.reader)
        if not _lies_on(thing, h.receptacle, h.room)
    ]
    usual.sort(key=lambda home: (home.grade, room_kind(home.room) not in there))
    if not usual:
        return _last_resorts(usable, there)
    ways = _ways(thing, usable)
    homes = homes_among(thing.category, ways, facts.reader)
    shared = _where_others_are_kept(facts, thing)
    homes.sort(
        key=lambda h: (
            not h.usual,
            h.handicap
            + ways[(h.receptacle, h.room)]
            - NEXT_GRADE * ((plain_name(h.receptacle), plain_name(h.room)) in shared),
        )
    )
    found = [
        Target(
            h.receptacle,
            h.room or _what_it_may_be((home.room for home in usual), there),
            True,
            ways[(h.receptacle, h.room)],
        )
        for h in homes
    ]
    is_held = facts.me.held == thing.id
    best = min((home.grade for home in homes), default=len(Grade))
    settles = is_held and bool(found) and tried_with_what_it_holds(facts)
    if best > Grade.KEPT and not settles:
        unseen = _that_unexplored_rooms_may_have(facts, usual)
        if unseen is not None and unseen.grade < best and not searched_with(facts, thing):
            found.insert(0, Target(unseen.receptacle, unseen.room, False))
    if not found and (is_held or all(room.explored_by for room in facts.rooms)):
        found = _last_resorts(usable, there)
    with_room = (place for place in ways if place[1])
    here = (thing.on_type, thing.room_type)
    wrong = misjudged_home(thing.category, here, with_room, facts.reader, facts.errors)
    return [Target(*wrong, True, ways[wrong]), *found] if wrong else found


def _where_others_are_kept(facts: Facts, thing: Thing) -> set[tuple[str, str]]:
    """Return the plain types of receptacle and room on which others of its kind are in place."""
    return {
        (plain_name(other.on_type), plain_name(other.room_type))
        for other in facts.things
        if other.id != thing.id
        and plain_name(other.category) == plain_name(thing.category)
        and other.on_type
        and not (other.out_of_place or other.holder or other.gone)
    }


def usable_for_putting(facts: Facts, receptacle: Thing, thing_id: str) -> bool:
    """Tell whether the arm can serve a receptacle with a thing and nothing has spoken against it.

    What opens is served at its door, whatever the height of its top. That something else could not
    be put down there says nothing of this thing.
    """
    opens = receptacle.closed is not None
    if receptacle.gone or not (opens or within_reach(facts, receptacle.surface, receptacle)):
        return False
    for attempt in facts.history:
        if _aim(attempt) == receptacle.id and attempt.cause in _WILL_NOT_CHANGE:
            return False
    got_nowhere = [
        _aim(attempt)
        for attempt in _with_what_it_holds(facts)
        if attempt.cause is Cause.NO_BASE_POSE
    ]
    if receptacle.id in got_nowhere:
        return False
    alike = (tried for name in got_nowhere if (tried := facts.thing(name)) is not None)
    if sum(_is_like(receptacle, tried) for tried in alike) >= ATTEMPTS:
        return False
    went = failures(facts, SubSkillKind.GO_TO_OBJECT, receptacle.id)
    put = failures(facts, SubSkillKind.PUT_OBJECT, receptacle.id, thing_id)
    return max(went, put) < ATTEMPTS


def _is_like(receptacle: Thing, other: Thing) -> bool:
    """Tell whether two receptacles are of the same kind and about as high."""
    same_kind = plain_name(receptacle.category) == plain_name(other.category)
    return same_kind and abs(receptacle.surface - other.surface) < _AS_HIGH


def searched_with(facts: Facts, thing: Thing) -> bool:
    """Tell whether a thing was carried through enough rooms in search of a place for it."""
    if facts.me.held != thing.id:
        return False
    since = _with_what_it_holds(facts)
    return sum(a.subskill.kind is SubSkillKind.EXPLORE for a in since) >= ATTEMPTS


def tried_with_what_it_holds(facts: Facts) -> bool:
    """Tell whether what is in the hand was to be put down somewhere, in vain."""
    putting = (SubSkillKind.GO_TO_OBJECT, SubSkillKind.PUT_OBJECT)
    return any(a.subskill.kind in putting and not a.succeeded for a in _with_what_it_holds(facts))


def _aim(attempt: Attempt) -> str:
    return attempt.subskill.receptacle_id or attempt.subskill.object_id


def _with_what_it_holds(facts: Facts) -> tuple[Attempt, ...]:
    """Return what was tried since the hand took what it holds; nothing where it is empty."""
    if not facts.me.held:
        return ()
    taken = [
        number
        for number, attempt in enumerate(facts.history)
        if attempt.subskill.kind is SubSkillKind.PICKUP_OBJECT and attempt.succeeded
    ]
    return tuple(facts.history[taken[-1] + 1 if taken else 0 :])


def instances(
    facts: Facts, receptacle_type: str, room_type: str, thing_id: str = ""
) -> list[Thing]:
    """Return the usable receptacles of a type in rooms of the wanted type, the nearest first.

    Usable for a thing, where one is named: those where it could not be put down are left out.
    Those in other rooms, or in such of which nobody knows what they are for, serve only where no
    known room is of that type. A name of a type may be written with other case or spaces.
    """
    found = [
        r
        for r in facts.receptacles()
        if plain_name(r.category) == plain_name(receptacle_type)
        and usable_for_putting(facts, r, thing_id)
    ]
    wanted = plain_name(room_type)
    if wanted and any(plain_name(room.type) == wanted for room in facts.rooms):
        found = [r for r in found if plain_name(r.room_type) == wanted]
    return sorted(found, key=lambda r: (plain_name(r.room_type) != wanted, r.distance, r.id))


def instances_for(facts: Facts, thing: Thing, receptacle_type: str, room_type: str) -> list[Thing]:
    """Return `instances`; in other rooms than the wanted one, those where such a thing is kept.

    What is to go on a desk in an office does not go on one in a bathroom where there is no office.
    """
    found = instances(facts, receptacle_type, room_type, thing.id)
    places = [(r.category, r.room_type) for r in found]
    kept = {
        (h.receptacle, h.room) for h in homes_among(thing.category, places, facts.reader) if h.usual
    }
    wanted = ("", plain_name(room_type))
    return [
        r
        for r, place in zip(found, places, strict=True)
        if not room_type or plain_name(r.room_type) in wanted or place in kept
    ]


def who_may_find(facts: Facts, target: Target) -> list[str]:
    """Return who explores rooms, which nobody has explored yet, that may have such a place."""
    rooms = unexplored_rooms_for(facts, target.room)
    return sorted({name for room in rooms for name in room.exploring if name != "you"})


def unexplored_rooms_for(facts: Facts, room_type: str) -> list[RoomFact]:
    """Return the rooms that nobody has explored and that `may_have` furniture."""
    return [
        room for room in facts.rooms if not room.explored_by and may_have(facts, room, room_type)
    ]


def may_have(facts: Facts, room: RoomFact, room_type: str) -> bool:
    """Tell whether a room may have furniture that the robot does not know, in a type of room.

    More than a corner of it is unseen; and it is of the type, where one is given, or may be, as
    nobody knows what it is, and is no second one of which a house has one, such as a kitchen.
    """
    if room.seen >= _SEEN_WELL:
        return False
    kind, own = room_kind(room_type), room_kind(room.type)
    if not room_type or own == kind:
        return True
    known = kind in ONE_IN_A_HOUSE and any(room_kind(r.type) == kind for r in facts.rooms)
    return not own and not known


def _that_unexplored_rooms_may_have(facts: Facts, homes: Iterable[Home]) -> Home | None:
    """Return the first of the homes that may be in a room that nobody has explored."""
    return next((home for home in homes if unexplored_rooms_for(facts, home.room)), None)


def _ways(thing: Thing, usable: Iterable[Thing]) -> dict[tuple[str, str], float]:
    """Return how far each type of receptacle in each type of room is from a thing, metres.

    Where the prompt does not say where they are, all are equally far.
    """
    ways: dict[tuple[str, str], float] = {}
    for receptacle in usable:
        away = math.hypot(receptacle.x - thing.x, receptacle.y - thing.y)
        place = (receptacle.category, receptacle.room_type)
        ways[place] = min(ways.get(place, math.inf), 0.0 if math.isnan(away) else away)
    return ways


def _what_it_may_be(likely: Iterable[str], there: Container[str]) -> str:
    """Return for a room of which nobody knows what it is the first type that no other room has.

    A name of one that is there would mean that one; where all are, it is the likeliest.
    """
    names = list(likely)
    return next((name for name in names if room_kind(name) not in there), names[0])


def _last_resorts(usable: list[Thing], there: Container[str]) -> list[Target]:
    """Return tables and shelves for a thing that has no better place; `there` are rooms' kinds."""
    ranked = sorted(
        (_LAST_RESORTS.index(kind), r.distance, r.category, r.room_type)
        for r in usable
        if (kind := receptacle_kind(r.category)) in _LAST_RESORTS
    )
    unknown = _what_it_may_be(_WHERE_TABLES_ARE, there)
    return [Target(category, room or unknown, True) for _, _, category, room in ranked]


def _is_there(thing: Thing, receptacle: Thing) -> bool:
    return _lies_on(thing, receptacle.category, receptacle.room_type)


def _lies_on(thing: Thing, receptacle_type: str, room_type: str) -> bool:
    """Tell whether `thing` lies on that type of receptacle in that type of room already."""
    same = plain_name(thing.on_type) == plain_name(receptacle_type)
    return same and plain_name(thing.room_type) == plain_name(room_type)
