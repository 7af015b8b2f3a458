# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a team is to achieve, as a task's file says it: things at a place, predicates, or words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.states import State, States

GOAL_FILE = "goal.yaml"
"""In a run's folder: the goal that its robots are told, where that is not their task's own."""

MOST_ZONE = 20.0
"""The farthest from its place, metres, that a goal may count things as delivered."""


@dataclass(frozen=True)
class Place:
    """Name a type of receptacle and a type of room; an empty room means any."""

    receptacle: str
    room: str = ""

    def fits(self, receptacle: str, room: str) -> bool:
        """Tell whether a receptacle of that type in that type of room is such a place."""
        return _same(self.receptacle, receptacle) and (not self.room or _same(self.room, room))

    def __str__(self) -> str:
        return f"{self.receptacle} in {self.room}" if self.room else self.receptacle


@dataclass(frozen=True)
class CountedPredicate:
    """Ask for `count` things of a category ON or IN a type of receptacle (no relation: either).

    With a `state`, such as ``power=on``, it asks for things in that state instead, wherever in a
    type of room they are.
    """

    category: str
    receptacle: str = ""
    relation: Predicate | None = None
    room: str = ""
    count: int = 1
    state: str = ""

    @property
    def place(self) -> Place:
        """Return where the things are to be."""
        return Place(self.receptacle, self.room)

    def concerns(self, category: str) -> bool:
        """Tell whether it asks for things of a category."""
        return _same(self.category, category)

    def holds_at(self, relation: Predicate | None, receptacle: str, room: str) -> bool:
        """Tell whether a thing that is there counts."""
        right = self.relation is None or relation in (None, self.relation)
        return right and self.place.fits(receptacle, room)

    def holds_for(self, states: States, room: str) -> bool:
        """Tell whether a thing in these states, in that type of room, counts."""
        right = bool(self.state) and State.read(self.state) in states
        return right and (not self.room or _same(self.room, room))

    def __str__(self) -> str:
        if self.state:
            where = f" in {self.room}" if self.room else ""
            return f"{self.state}({self.category}{where})"
        return f"{self.relation or 'AT'}({self.category}, {self.place})"


@dataclass(frozen=True)
class Goal:
    """Say what is to be achieved; at most one of `objects`, `predicates` and `text` is given.

    `objects` are counts by category, all to be brought to `place`. With a `zone`, metres, what is
    let go of that near to such a place, in its room, is delivered for good, and a container that
    brought things is used up. Without any of them the robots judge for themselves what is out of
    place.
    """

    objects: Mapping[str, int] = field(default_factory=dict)
    place: Place | None = None
    zone: float = 0.0
    predicates: tuple[CountedPredicate, ...] = ()
    text: str = ""

    @property
    def wishes(self) -> tuple[CountedPredicate, ...]:
        """Return all that is to hold, as counted predicates."""
        if self.place is None:
            return self.predicates
        place = self.place
        return tuple(
            CountedPredicate(category, place.receptacle, None, place.room, count)
            for category, count in self.objects.items()
        )

    @property
    def says_all(self) -> bool:
        """Tell whether the goal itself says what is out of place, so that nobody need judge."""
        return bool(self.wishes or self.text)

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        given = [key for key in ("objects", "predicates", "text") if getattr(self, key)]
        if len(given) > 1:
            return f"goal: {' and '.join(given)}; expected at most one of them"
        if bool(self.objects) != (self.place is not None):
            return "goal.place: expected with goal.objects, and only with them"
        if not 0.0 <= self.zone <= MOST_ZONE or (self.zone and self.place is None):
            return f"goal.zone: {self.zone:g}; expected metres, 0 to {MOST_ZONE:g}, with goal.place"
        if self.place is not None and not self.place.receptacle:
            return "goal.place.receptacle: empty; expected a type such as Bed"
        for category, count in self.objects.items():
            if not category or count < 1:
                return f"goal.objects.{category}: {count}; expected a category and 1 or more"
        for index, predicate in enumerate(self.predicates):
            if wrong := _wrong(predicate):
                return f"goal.predicates.{index}.{wrong}"
        return ""


@dataclass(frozen=True)
class Furnishing:
    """Say which things hold others: how many each category takes.

    `containers` can be carried with what is in them. What is `openable` stays where it is, is
    closed at first, hides what is in it and takes nothing while it is closed. `states` are by
    category and name the values that a state can take, the first that of the start.
    """

    containers: Mapping[str, int] = field(default_factory=dict)
    openable: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def states_of(self, category: str) -> Mapping[str, tuple[str, ...]]:
        """Return the values of the states of things of a category, by name."""
        return next((values for c, values in self.states.items() if _same(c, category)), {})

    def capacity(self, category: str, carried: bool = True) -> int:
        """Return how many things one of a category holds; 0 where it holds none.

        What can be `carried` is a container, what stays where it is opens.
        """
        kinds = self.containers if carried else self.openable
        # It is asked of everything, and most tasks have none.
        return next((n for c, n in kinds.items() if _same(c, category)), 0) if kinds else 0

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        for key in ("containers", "openable"):
            for category, count in getattr(self, key).items():
                if not category or count < 1:
                    return f"{key}.{category}: {count}; expected a category and 1 or more"
        for category, states in self.states.items():
            for name, values in states.items():
                if not category or len(set(values)) < 2 or len(set(values)) < len(values):
                    return f"states.{category}.{name}: expected two or more different values"
                for value in values:
                    if wrong := _not_a_state(f"{name}={value}"):
                        return f"states.{category}.{name}: {wrong}"
        return ""


@dataclass(frozen=True)
class GoalFile(Goal):
    """Be a file with a goal in the place of a task's own; with a `furnishing`, of that as well."""

    furnishing: Furnishing | None = None

    @property
    def goal(self) -> Goal:
        """Return the goal alone."""
        return Goal(self.objects, self.place, self.zone, self.predicates, self.text)


def _wrong(predicate: CountedPredicate) -> str:
    if predicate.state:
        return _wrong_of_state(predicate)
    if predicate.relation not in (None, Predicate.ON, Predicate.IN):
        return f"relation: {predicate.relation}; expected ON or IN"
    for key in ("category", "receptacle"):
        if not getattr(predicate, key):
            return f"{key}: empty; expected a type"
    return "" if predicate.count >= 1 else f"count: {predicate.count}; expected 1 or more"


def _wrong_of_state(predicate: CountedPredicate) -> str:
    if wrong := _not_a_state(predicate.state):
        return f"state: {wrong}"
    if not predicate.category:
        return "category: empty; expected a type"
    if predicate.receptacle or predicate.relation is not None:
        return "state: with receptacle or relation; expected one or the other"
    return "" if predicate.count >= 1 else f"count: {predicate.count}; expected 1 or more"


def _not_a_state(text: str) -> str:
    try:
        State.read(text)
    except ValueError as error:
        return str(error)
    return ""


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
