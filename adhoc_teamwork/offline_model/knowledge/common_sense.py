# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Judge where things belong, from the kinds in `affordances`; what is unknown is left alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from adhoc_teamwork.offline_model.knowledge.affordances import AFFORDANCES, THING_WORDS, Affordance
from adhoc_teamwork.offline_model.knowledge.words import (
    RECEPTACLE_WORDS,
    look_up,
    receptacle_kind,
    room_kind,
    split_words,
)
from adhoc_teamwork.offline_model.settings import Variant

VAGUE_SHARE = 0.4
"""Share of the names of things of which the weak variant knows only the rooms they belong in."""

_SURFACES = ("dining table", "counter", "coffee table", "side table", "desk", "shelf")
_USED_UP = frozenset({"empty", "used", "crumpled", "crushed", "rotten", "broken"})
_UNUSED = frozenset({"full", "unopened", "sealed"})
_TURNS_TO_WASTE = frozenset({"drink", "food", "dry food", "container", "paper goods", "reading"})
_MAY_BE_THROWN_AWAY = _TURNS_TO_WASTE | {
    "toiletry", "toilet paper", "soap", "cleaning", "media", "stationery"
}  # fmt: skip

_FALLBACK_NAMES = {
    "counter": "CounterTop", "dining table": "DiningTable", "coffee table": "CoffeeTable",
    "side table": "SideTable", "desk": "Desk", "shelf": "Shelf", "dresser": "Dresser",
    "cabinet": "Cabinet", "tv stand": "TVStand", "bed": "Bed", "sofa": "Sofa", "chair": "Chair",
    "fridge": "Fridge", "sink": "Sink", "bin": "GarbageCan", "holder": "TowelHolder",
    "hamper": "LaundryHamper", "cooker": "StoveBurner", "bathtub": "Bathtub", "toilet": "Toilet",
}  # fmt: skip
_ROOM_NAMES = {
    "kitchen": "Kitchen", "dining": "DiningRoom", "living": "LivingRoom", "bedroom": "Bedroom",
    "bathroom": "Bathroom", "office": "Office", "hall": "Corridor", "laundry": "LaundryRoom",
    "garage": "Garage",
}  # fmt: skip


@dataclass(frozen=True)
class Home:
    """Name a place for a thing: types of receptacle and room; the lower the `rank` the better.

    `usual` tells whether it is one of the places where such things are kept.
    """

    receptacle: str
    room: str
    rank: int
    usual: bool = True


@lru_cache(maxsize=4096)
def thing_kind(category: str) -> str:
    """Return which kind of thing a category is, or an empty string."""
    whole = "".join(split_words(category))
    if whole in RECEPTACLE_WORDS and whole not in THING_WORDS:
        return ""
    kind = look_up(category, THING_WORDS)
    if kind in _TURNS_TO_WASTE and _USED_UP & set(split_words(category)):
        return "waste"
    if kind in ("drink", "food", "dry food") and _UNUSED & set(split_words(category)):
        return "supplies"
    return kind


@lru_cache(maxsize=4096)
def affordance_of(category: str, reader: Variant = Variant.FULL) -> Affordance | None:
    """Return where things of `category` are kept, or None for what is not known.

    Of some things the weak variant knows no more than the kinds of rooms (`is_vague`).
    """
    affordance = AFFORDANCES.get(thing_kind(category))
    if affordance is None or reader is Variant.FULL or not is_vague(category):
        return affordance
    return _vague(affordance)


def is_vague(category: str) -> bool:
    """Tell whether the weak variant knows things of `category` only vaguely.

    A fixed share of all names, drawn by a hash of the name's words.
    """
    name = "".join(split_words(category))
    digest = blake2b(name.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") < VAGUE_SHARE * 2**32


def _vague(affordance: Affordance) -> Affordance:
    """Keep the rooms in which a thing is kept and forget on what: there, anything will do."""
    rooms = tuple(dict.fromkeys(room for _, rooms in affordance.homes for room in rooms))
    everything = frozenset(RECEPTACLE_WORDS.values())
    surfaces = tuple((kind, rooms) for kind in _SURFACES)
    return Affordance(affordance.phrase, surfaces, ((everything, frozenset(rooms)),))


def may_stay(category: str, receptacle: str, room: str, reader: Variant = Variant.FULL) -> bool:
    """Tell whether a thing may be on or in that type of receptacle in that type of room.

    What is unknown, be it thing, receptacle or room, speaks for leaving the thing where it is.
    """
    affordance = affordance_of(category, reader)
    kind, where = receptacle_kind(receptacle), room_kind(room)
    if affordance is None or not kind:
        return True
    if kind == "bin" and thing_kind(category) in _MAY_BE_THROWN_AWAY:
        return True
    homes = any(k == kind and (not where or where in rooms) for k, rooms in affordance.homes)
    return homes or any(
        kind in kinds and (not where or where in rooms) for kinds, rooms in affordance.may_be
    )


def homes_among(
    category: str, known: Iterable[tuple[str, str]], reader: Variant = Variant.FULL
) -> list[Home]:
    """Return which of the `known` (receptacle type, room type) pairs suit a thing, best first.

    A pair with an unknown room type counts for less than one whose room fits.
    """
    affordance = affordance_of(category, reader)
    if affordance is None:
        return []
    found = {}
    for receptacle, room in known:
        kind = receptacle_kind(receptacle)
        rank = _rank(affordance, kind, room_kind(room))
        if rank is not None and (kind != "holder" or _made_for(receptacle, category)):
            usual = rank < len(_places(affordance))
            found[(receptacle, room)] = Home(receptacle, room, rank, usual)

    def order(home: Home) -> tuple[int, int, str, str]:
        unlike = len(set(split_words(home.receptacle)) ^ set(split_words(category)))
        return (home.rank, unlike, home.receptacle, home.room)

    return sorted(found.values(), key=order)


def _made_for(holder: str, category: str) -> bool:
    """Tell whether a holder is one for such things, as a towel holder is for towels."""
    return bool(set(split_words(holder)) & set(split_words(category)))


def usual_homes(category: str, reader: Variant = Variant.FULL) -> list[Home]:
    """Return where a thing is usually kept, in common names, whether or not that is known."""
    affordance = affordance_of(category, reader)
    if affordance is None:
        return []
    return [
        Home(_FALLBACK_NAMES[kind], _ROOM_NAMES[room], rank)
        for rank, (kind, room) in enumerate(_places(affordance))
    ]


def _places(affordance: Affordance) -> list[tuple[str, str]]:
    """Return the pairs of a kind of receptacle and a kind of room where a thing is kept."""
    return [(kind, room) for kind, rooms in affordance.homes for room in rooms]


def _rank(affordance: Affordance, kind: str, room: str) -> int | None:
    """Return how far down the list of homes a place is; None where the thing may not be there."""
    if not kind:
        return None
    places = _places(affordance)
    if (kind, room) in places:
        return places.index((kind, room))
    last = len(places)
    if any(kind in kinds and room in rooms for kinds, rooms in affordance.may_be):
        return last
    if not room and any(home == kind for home, _ in affordance.homes):
        return last + 1
    return None
