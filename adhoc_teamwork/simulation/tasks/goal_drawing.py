# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw what is to be done in a house for a task other than tidying up: its goal, and what hides."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_type_at
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Goal, Place
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

_LARGE = 0.3
"""Square metres from which a surface takes several things."""
_HEAVIEST = 1.0
"""Kilograms up to which things are asked for: most robots with an arm lift them."""
_ONE_TARGET_ENOUGH = 2
"""Up to so many things all go to one place."""

Suits = Callable[[HouseObject], bool]


@dataclass(frozen=True)
class TaskGoal:
    """Hold what a task.yaml says of its goal, and of what opens and what holds others."""

    goal: Goal = field(default_factory=Goal)
    furnishing: Furnishing = field(default_factory=Furnishing)


@dataclass(frozen=True)
class DrawnGoal:
    """Hold a goal and what goes with it.

    Attributes:
        goal: What has to hold in the end.
        text: What robots are told in its place, or empty.
        inside: What is in what at the start, by names of the house file.
        witnesses: Things that can fulfil the goal, one for each that it asks for.
    """

    goal: Goal
    text: str
    inside: tuple[tuple[str, str], ...]
    witnesses: tuple[MisplacedObject, ...]

    @property
    def told(self) -> Goal:
        """Return the goal as robots are told it."""
        return Goal(text=self.text) if self.text else self.goal


@dataclass(frozen=True)
class _Target:
    place: Place
    inside: bool


def draw_goal(
    house: House,
    like: TaskGoal,
    count: int,
    rng: np.random.Generator,
    suits: Suits = lambda _: True,
) -> DrawnGoal | None:
    """Return a goal with `count` things and what can fulfil it; None where none fits.

    Args:
        house: Where.
        like: A task, whose goal says of which sort the drawn one is.
        count: How many things are to be somewhere in the end.
        rng: Takes the decisions.
        suits: Tells whether somebody gets a hand to a thing or a piece of furniture.
    """
    if any(predicate.state for predicate in like.goal.predicates):
        return _draw_states(house, like, count, rng, suits)
    targets = _targets(house, like, count, rng, suits)
    if not targets:
        return None
    chosen = _things(house, like, targets, count, rng, suits)
    if len(chosen) < count:
        return None
    kinds = list(dict.fromkeys(thing.category for thing in chosen))
    pairs = [(thing, targets[kinds.index(thing.category) % len(targets)]) for thing in chosen]
    goal, text = _goal(like, pairs)
    witnesses = tuple(_witness(thing, target) for thing, target in pairs)
    return DrawnGoal(goal, text, _inside(house, like, pairs, rng, suits), witnesses)


def _draw_states(
    house: House, like: TaskGoal, count: int, rng: np.random.Generator, suits: Suits
) -> DrawnGoal | None:
    """Return a goal with `count` things in the states of the task's predicates, or None."""
    wanted = dict.fromkeys(predicate.state for predicate in like.goal.predicates)
    fitting = [
        (thing, state)
        for thing in house.objects
        for state in wanted
        if state and _can_come_to(like.furnishing, thing, State.read(state)) and suits(thing)
    ]
    order = [fitting[int(i)] for i in rng.permutation(len(fitting))]
    chosen = list({thing.name: (thing, state) for thing, state in order}.values())[:count]
    if len(chosen) < count:
        return None
    counted = Counter((thing.category, state) for thing, state in chosen)
    predicates = tuple(
        CountedPredicate(category, state=state, count=n) for (category, state), n in counted.items()
    )
    witnesses = tuple(
        MisplacedObject(
            thing.name,
            TidyPlace((_carrier(house, thing),)),
            text=f"{thing.category} ({thing.name}): wanted with {state}",
        )
        for thing, state in chosen
    )
    return DrawnGoal(Goal(predicates=predicates), "", (), witnesses)


def _can_come_to(furnishing: Furnishing, thing: HouseObject, state: State) -> bool:
    """Tell whether a thing has a state, and is in another at the start."""
    return state.value in furnishing.states_of(thing.category).get(state.name, ())[1:]


def _carrier(house: House, thing: HouseObject) -> str:
    parent = house.object(thing.parent) if thing.parent else None
    return parent.category if parent is not None else FLOOR


def _witness(thing: HouseObject, target: "_Target") -> MisplacedObject:
    rooms = tuple(filter(None, (target.place.room,)))
    return MisplacedObject(thing.name, TidyPlace((target.place.receptacle,), rooms))


def _targets(
    house: House, like: TaskGoal, count: int, rng: np.random.Generator, suits: Suits
) -> list[_Target]:
    """Return one place, or where predicates are asked for one that opens and one that does not."""
    fixed = [o for o in house.objects if o.is_receptacle and suits(o)]
    openable = like.furnishing.openable
    closed = sorted({o.category for o in fixed if o.category in openable})
    open_ones = sorted({(o.category, _room(house, o)) for o in fixed if _is_table(o, openable)})
    if not open_ones:
        return []
    category, room = open_ones[int(rng.integers(len(open_ones)))]
    if like.goal.place is not None:
        return [_Target(Place(category, room), False)]
    single = _Target(Place(category), False)
    if not closed or like.goal.text or count <= 1:
        return [single]
    return [_Target(Place(closed[int(rng.integers(len(closed)))]), True), single]


def _is_table(thing: HouseObject, openable: Mapping[str, int]) -> bool:
    large = any(s.size_x * s.size_y >= _LARGE and not s.inside for s in thing.surfaces)
    return large and thing.category not in openable


def _things(
    house: House,
    like: TaskGoal,
    targets: Sequence[_Target],
    count: int,
    rng: np.random.Generator,
    suits: Suits,
) -> list[HouseObject]:
    """Return things of categories of which none is where it is to go, alike ones together."""
    there = {
        thing.category
        for thing in house.objects
        if (parent := house.object(thing.parent) if thing.parent else None) is not None
        and any(parent.category == target.place.receptacle for target in targets)
    }
    fitting = [o for o in house.objects if _is_usable(o, like) and suits(o)]
    usable = [o for o in fitting if o.category not in there]
    order = [usable[int(i)] for i in rng.permutation(len(usable))]
    kinds = list(dict.fromkeys(o.category for o in order))[: max(1, count - 1)]
    alike = sorted((o for o in order if o.category in kinds), key=lambda o: kinds.index(o.category))
    return alike[:count]


def _is_usable(thing: HouseObject, like: TaskGoal) -> bool:
    small = thing.pickupable and profile_of(thing.category) is Profile.SOLID and bool(thing.solids)
    holds = like.furnishing.capacity(thing.category)
    return small and thing.mass <= _HEAVIEST and not holds


def _goal(like: TaskGoal, pairs: Sequence[tuple[HouseObject, _Target]]) -> tuple[Goal, str]:
    counted = Counter((thing.category, target) for thing, target in pairs)
    if like.goal.place is not None:
        objects = {category: count for (category, _), count in counted.items()}
        return Goal(objects=objects, place=pairs[0][1].place), ""
    predicates = tuple(
        CountedPredicate(
            category,
            target.place.receptacle,
            Predicate.IN if target.inside else Predicate.ON,
            count=count,
        )
        for (category, target), count in counted.items()
    )
    return Goal(predicates=predicates), _text(predicates) if like.goal.text else ""


def _text(predicates: Sequence[CountedPredicate]) -> str:
    """Return predicates about one receptacle in a sentence of the people who live there."""
    parts = [f"{p.count} {_words(p.category)}{'s' * (p.count > 1)}" for p in predicates]
    return f"Put {' and '.join(parts)} on the {_words(predicates[0].receptacle)}."


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def _inside(
    house: House,
    like: TaskGoal,
    pairs: Sequence[tuple[HouseObject, _Target]],
    rng: np.random.Generator,
    suits: Suits,
) -> tuple[tuple[str, str], ...]:
    """Hide the first thing that may be found in something closed elsewhere than where it goes."""
    opens = [o for o in house.objects if o.category in like.furnishing.openable]
    doors = [o for o in opens if o.is_receptacle and suits(o)]
    for thing, target in pairs:
        others = [door for door in doors if door.category != target.place.receptacle]
        if others:
            return ((thing.name, others[int(rng.integers(len(others)))].name),)
    return ()


def _room(house: House, thing: HouseObject) -> str:
    return room_type_at(house.rooms, Point(thing.box.x, thing.box.y))
