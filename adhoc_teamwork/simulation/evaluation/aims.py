# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell which parts of a task are done: the evaluator's view, which no planner shares."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from adhoc_teamwork.simulation.evaluation.tidiness import Evaluation, ObjectPlace, is_tidy
from adhoc_teamwork.teamwork.team.goal import CountedPredicate
from adhoc_teamwork.teamwork.team.task import MisplacedObject

PlaceOf = Callable[[str], ObjectPlace]
"""Returns where an object is, by its name in the house file."""


class Aims(Protocol):
    """Name the parts of a task, and tell which of them are done."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the parts."""

    def judge(self, place_of: PlaceOf) -> Iterator[tuple[str, bool]]:
        """Yield for each part, in order, whether it is done now."""


class TidyAims:
    """Have each misplaced object lie where it counts as tidy."""

    def __init__(self, misplaced: Sequence[MisplacedObject]) -> None:
        self._goals = {item.object: item.goal for item in misplaced}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the misplaced objects."""
        return tuple(self._goals)

    def judge(self, place_of: PlaceOf) -> Iterator[tuple[str, bool]]:
        """Yield for each object whether it is tidy."""
        for name, goal in self._goals.items():
            yield name, is_tidy(goal, place_of(name))


class CountedAims:
    """Have counted predicates hold: each thing that a predicate asks for is a part."""

    def __init__(
        self, predicates: Sequence[CountedPredicate], categories: Mapping[str, str]
    ) -> None:
        """Store what is asked for, and the category of each object by name."""
        self._things = {
            predicate: tuple(n for n, c in categories.items() if predicate.concerns(c))
            for predicate in predicates
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Return a name for each thing asked for, such as ``IN(Apple, Fridge) 2``."""
        return tuple(
            f"{wish} {index}" for wish in self._things for index in range(1, wish.count + 1)
        )

    def judge(self, place_of: PlaceOf) -> Iterator[tuple[str, bool]]:
        """Yield for each thing asked for whether so many are there."""
        for wish, things in self._things.items():
            there = sum(_holds(wish, place_of(name)) for name in things)
            for index in range(1, wish.count + 1):
                yield f"{wish} {index}", there >= index


def evaluate_aims(aims: Aims, place_of: PlaceOf) -> Evaluation:
    """Return which parts of a task are done now, and which are not."""
    judged = list(aims.judge(place_of))
    return Evaluation(
        tuple(name for name, done in judged if done),
        tuple(name for name, done in judged if not done),
    )


def _holds(wish: CountedPredicate, place: ObjectPlace) -> bool:
    if wish.state:
        return wish.holds_for(place.states, place.room_type)
    if place.held_by:
        return False
    return wish.holds_at(place.relation, place.receptacle, place.room_type)
