# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Judge where things belong, from the kinds in `affordances`; what is unknown is left alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from hashlib import blake2b

from adhoc_teamwork.offline_model.fallibility import SOUND, Fallibility
from adhoc_teamwork.offline_model.knowledge.affordances import (
    AFFORDANCES,
    ROOM_GROUPS,
    Affordance,
    Places,
)
from adhoc_teamwork.offline_model.knowledge.things import THING_WORDS
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
_SPECIAL_ROOMS = ("kitchen", "bathroom")
_FOOD = frozenset({"fruit", "vegetable", "fresh food", "meal", "dry food", "condiment"})
_USED_UP = frozenset({"empty", "used", "crumpled", "crushed", "rotten", "broken"})
_UNUSED = frozenset({"full", "unopened", "sealed"})
_TURNS_TO_WASTE = _FOOD | {"drink", "container", "kitchen roll", "tissues", "paper"}
_MAY_BE_THROWN_AWAY = _TURNS_TO_WASTE | {
    "toiletry", "beauty", "medicine", "toilet paper", "soap", "washing-up", "cleaning", "media",
    "stationery", "table linen",
}  # fmt: skip

_PUT_BY = {"trolley": "side table"}
"""Where things are put by, and like what: they may stay there as on the other, and belong there
only where that is said of their kind."""

_FALLBACK_NAMES = {
    "counter": "CounterTop", "dining table": "DiningTable", "coffee table": "CoffeeTable",
    "side table": "SideTable", "desk": "Desk", "shelf": "Shelf", "dresser": "Dresser",
    "cabinet": "Cabinet", "tv stand": "TVStand", "bed": "Bed", "sofa": "Sofa", "chair": "Chair",
    "fridge": "Fridge", "sink": "Sink", "bin": "GarbageCan", "holder": "TowelHolder",
    "hamper": "LaundryHamper", "stove": "StoveBurner", "bathtub": "Bathtub", "toilet": "Toilet",
    "vessel": "Bowl", "coffee machine": "CoffeeMachine", "box": "Box", "trolley": "Cart",
}  # fmt: skip
_ROOM_NAMES = {
    "kitchen": "Kitchen", "dining": "DiningRoom", "living": "LivingRoom", "bedroom": "Bedroom",
    "bathroom": "Bathroom", "office": "Office", "hall": "Corridor", "laundry": "LaundryRoom",
    "garage": "Garage",
}  # fmt: skip


class Grade(IntEnum):
    """Say how usual a place is for a thing; the lower the better."""

    KEPT = 0
    ALSO = 1
    IN_USE = 2


NEXT_GRADE, NEXT_BEST = 10.0, 3.0
"""Metres of way that a more usual home is worth, and the better one of two as usual."""


@dataclass(frozen=True)
class Home:
    """Name a place for a thing: types of receptacle and room; the lower the `rank` the better.

    `grade` says how usual it is: any place of a better grade has a lower rank.
    """

    receptacle: str
    room: str
    rank: int
    grade: Grade = Grade.KEPT

    @property
    def usual(self) -> bool:
        """Tell whether it is one of the places where such things are kept."""
        return self.grade is not Grade.IN_USE

    @property
    def handicap(self) -> float:
        """Return by how many metres it has to be nearer than the very best home to be as good."""
        return NEXT_GRADE * self.grade + NEXT_BEST * self.rank


@lru_cache(maxsize=4096)
def thing_kind(category: str) -> str:
    """Return which kind of thing a category is, or an empty string."""
    whole = "".join(split_words(category))
    if whole in RECEPTACLE_WORDS and whole not in THING_WORDS:
        return ""
    kind = look_up(category, THING_WORDS)
    if kind in _TURNS_TO_WASTE and _USED_UP & set(split_words(category)):
        return "waste"
    if kind in _FOOD | {"drink"} and _UNUSED & set(split_words(category)):
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
    kept = affordance.kept + affordance.also
    rooms = tuple(dict.fromkeys(room for _, rooms in kept for room in rooms))
    everything = tuple(sorted(set(RECEPTACLE_WORDS.values())))
    surfaces = tuple(((kind,), rooms) for kind in _SURFACES)
    return Affordance(affordance.phrase, surfaces, in_use=((everything, rooms),))


def may_stay(
    category: str,
    receptacle: str,
    room: str,
    reader: Variant = Variant.FULL,
    errors: Fallibility = SOUND,
) -> bool:
    """Tell whether a thing may be on or in that type of receptacle in that type of room.

    What is unknown, be it thing, receptacle or room, speaks for leaving the thing where it is, and
    so there is nothing to misjudge.
    """
    affordance = affordance_of(category, reader)
    kind, where = receptacle_kind(receptacle), room_kind(room)
    if affordance is None or not kind:
        return True
    wrong = errors.misjudges(belonging(category, receptacle, room))
    return _suits_kind(category, affordance, kind, where) is not wrong


def is_doubtful(category: str, receptacle: str, room: str, reader: Variant = Variant.FULL) -> bool:
    """Tell whether a thing that may not stay on or in something might be kept there all the same.

    Homes differ most in what they keep on furniture that takes all sorts of things, and in which
    room furniture stands that such a thing is kept on; hardly in what lies on the floor, and in
    what has no business in a kitchen or a bathroom.
    """
    affordance = affordance_of(category, reader)
    kind, where = receptacle_kind(receptacle), room_kind(room)
    if affordance is None or not kind:
        return True
    places = affordance.kept + affordance.also + affordance.in_use
    if kind == "floor" or (where in _SPECIAL_ROOMS and not _has_business(places, where)):
        return False
    return kind in _SURFACES or any(kind in kinds for kinds, _ in places)


def _has_business(places: Places, where: str) -> bool:
    """Tell whether any of some places is in such a room because of the room."""
    return any(where in rooms and rooms != ROOM_GROUPS["anywhere"] for _, rooms in places)


def belonging(category: str, receptacle: str, room: str) -> str:
    """Return the fact that is judged where a thing is asked to belong."""
    return f"{category} belongs on {receptacle} in {room}"


def misjudged_home(
    category: str,
    here: tuple[str, str],
    places: Iterable[tuple[str, str]],
    reader: Variant,
    errors: Fallibility,
) -> tuple[str, str] | None:
    """Return which of `places` is wrongly taken for a thing's home; None where nothing is so.

    The fact is where a thing that lies `here`, by types of receptacle and room, is to go: where it
    has been put wrongly, that is another fact.
    """
    if affordance_of(category, reader) is None:
        return None
    fact = f"home of {category} {' in '.join(here)}"
    if not errors.misjudges(fact):
        return None
    wrong = [place for place in dict.fromkeys(places) if not may_stay(category, *place, reader)]
    return errors.pick(fact, wrong, " in ".join)


def _suits_kind(category: str, affordance: Affordance, kind: str, where: str) -> bool:
    if kind == "bin" and thing_kind(category) in _MAY_BE_THROWN_AWAY:
        return True
    likes = {kind, _PUT_BY.get(kind, kind)}
    return any(
        likes & set(kinds) and (not where or where in rooms)
        for places in _grades(affordance).values()
        for kinds, rooms in places
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
        suits = _suits(affordance, receptacle_kind(receptacle), room_kind(room))
        if suits is not None and (
            receptacle_kind(receptacle) != "holder" or _made_for(receptacle, category)
        ):
            found[(receptacle, room)] = Home(receptacle, room, *suits)

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
        Home(_FALLBACK_NAMES[kind], _ROOM_NAMES[room], rank, grade)
        for rank, (grade, kinds, rooms) in enumerate(_ranked(affordance))
        if grade is not Grade.IN_USE
        for room in rooms
        for kind in kinds
    ]


def _grades(affordance: Affordance) -> dict[Grade, Places]:
    """Return the places of a kind of thing by how usual they are, the best first."""
    return {
        Grade.KEPT: affordance.kept, Grade.ALSO: affordance.also, Grade.IN_USE: affordance.in_use
    }  # fmt: skip


@cache
def _ranked(affordance: Affordance) -> list[tuple[Grade, tuple[str, ...], tuple[str, ...]]]:
    """Return the places of a kind of thing with their grades, the most usual first.

    The same furniture comes first in rooms where such a thing is kept, then in others.
    """
    at_home = {room for _, rooms in affordance.kept for room in rooms}
    return [
        (grade, kinds, part)
        for grade, places in _grades(affordance).items()
        for kinds, rooms in places
        for part in (
            tuple(room for room in rooms if room in at_home),
            tuple(room for room in rooms if room not in at_home),
        )
        if part
    ]


def _suits(affordance: Affordance, kind: str, room: str) -> tuple[int, Grade] | None:
    """Return rank and grade of a place; None where the thing may not be there.

    Where the type of the room is not known it is no better than a place of use.
    """
    ranked = _ranked(affordance)
    for rank, (grade, kinds, rooms) in enumerate(ranked):
        if kind in kinds and room in rooms:
            return rank, grade
    if not room and any(kind in kinds for grade, kinds, _ in ranked if grade is not Grade.IN_USE):
        return len(ranked), Grade.IN_USE
    if kind in _PUT_BY and _suits(affordance, _PUT_BY[kind], room):
        return len(ranked), Grade.IN_USE
    return None
