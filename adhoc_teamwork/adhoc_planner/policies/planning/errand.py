# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goods to be fetched, places to look into: what sub-goals cost, by regression to where one is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class Aim(Enum):
    """Name the sub-goals: to have seen a place, to hold a good, to have put all where it goes."""

    LOOK = 0
    TAKE = 1
    PUT = 2


SubGoal = tuple[Aim, int]
"""What for, and the number of the place or good; of a `PUT` the number of a destination."""


@dataclass(frozen=True)
class Good:
    """Hold a good that is wanted: where it is (a spot's number), which destination it goes to."""

    spot: int
    destination: int


@dataclass(frozen=True)
class Place:
    """Hold a place where things may be: its spot, seconds to look, how likely things are there."""

    spot: int
    seconds: float
    weight: float


@dataclass(frozen=True)
class Errand:
    """Hold what one robot believes is to be done; spots are numbered, spot 0 is where it stands.

    Attributes:
        ways: Seconds from spot to spot.
        goods: What is known and wanted, by number.
        lost: Of each destination, how many goods are wanted that nobody has found.
        places: Where these may be.
        elsewhere: How likely a good is where others look.
        destinations: The spot of each destination; None where it is still to be found.
        opening: Seconds to open a destination that is closed; 0 of one that is not.
        held: The destination of each thing in a hand.
        hands: How many hands there are.
        handling: Seconds that a hand takes for anything.
    """

    ways: Sequence[Sequence[float]]
    goods: tuple[Good, ...]
    lost: Mapping[int, int]
    places: tuple[Place, ...]
    elsewhere: float
    destinations: tuple[int | None, ...]
    opening: tuple[float, ...]
    held: tuple[int, ...]
    hands: int
    handling: float


class Drawn:
    """Be a world drawn from belief, and what has been done in it; sub-goals are carried out in it.

    What a sub-goal costs is found by regression: to have put a good one has to hold it and be there
    with the door open, to hold it one has to be at it.
    """

    def __init__(
        self,
        errand: Errand,
        hidden: Mapping[int, Sequence[int]],
        destinations: Sequence[tuple[int, int]],
    ) -> None:
        """Take what was drawn.

        Args:
            errand: What is believed.
            hidden: By place, the destinations of the goods that are hidden there.
            destinations: The spot of each destination, and the place that has to be seen first to
                find it; -1 for none.
        """
        self._errand = errand
        self._hidden = hidden
        self._destinations = destinations
        self.spot = 0
        self.seconds = 0.0
        self.held = list(errand.held)
        self.goods = {number: (g.spot, g.destination) for number, g in enumerate(errand.goods)}
        self.unseen = dict.fromkeys(range(len(errand.places)))
        self.missing = sum(errand.lost.values())
        """How many goods nobody has found yet; those that others will find are not known apart."""
        self._open: set[int] = set()

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left for this robot to do."""
        return not (self.held or self.goods or (self.missing and self.unseen))

    def options(self) -> list[tuple[SubGoal, float]]:
        """Return the sub-goals that can be reached now, with the seconds that each takes."""
        ways, errand = self._errand.ways[self.spot], self._errand
        found: list[tuple[SubGoal, float]] = []
        for destination in dict.fromkeys(self.held):
            spot, seen_first = self._destinations[destination]
            if seen_first not in self.unseen:
                door = 0.0 if destination in self._open else errand.opening[destination]
                cost = ways[spot] + door + errand.handling * self.held.count(destination)
                found.append(((Aim.PUT, destination), cost))
        if len(self.held) < errand.hands:
            for number, (spot, _) in self.goods.items():
                found.append(((Aim.TAKE, number), ways[spot] + errand.handling))
        if self.missing or not found:
            for number in self.unseen:
                place = errand.places[number]
                found.append(((Aim.LOOK, number), ways[place.spot] + place.seconds))
        return found

    def reach(self, subgoal: SubGoal, seconds: float) -> None:
        """Take a sub-goal as reached, so many seconds later."""
        aim, number = subgoal
        self.seconds += seconds
        if aim is Aim.PUT:
            self.spot = self._destinations[number][0]
            self.held = [destination for destination in self.held if destination != number]
            self._open.add(number)
        elif aim is Aim.TAKE:
            self.spot, destination = self.goods.pop(number)
            self.held.append(destination)
        else:
            place = self._errand.places[number]
            self.spot = place.spot
            del self.unseen[number]
            for index, destination in enumerate(self._hidden.get(number, ())):
                # Beyond the numbers of known goods: a place's own.
                self.goods[1000 * (number + 1) + index] = (place.spot, destination)
                self.missing -= 1

    def left(self) -> float:
        """Return about how many seconds what is left takes, each good for itself."""
        errand, seconds = self._errand, 0.0
        for spot, destination in self.goods.values():
            there = self._destinations[destination][0]
            seconds += errand.ways[spot][there] + 2.0 * errand.handling
        for destination in self.held:
            seconds += errand.ways[self.spot][self._destinations[destination][0]] + errand.handling
        for number, hidden in self._hidden.items():
            if number in self.unseen:
                place = errand.places[number]
                seconds += place.seconds + errand.handling
                for destination in hidden:
                    there = self._destinations[destination][0]
                    seconds += errand.ways[place.spot][there] + 2.0 * errand.handling
        return seconds
