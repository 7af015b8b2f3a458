# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Share out goods that are all brought to one place: who fetches what, in which trip, with what.

It is for robots that know everything: ways are known, and nothing is found on the way. The plan is
searched for by exchanging goods between trips, always the same way: it is good, not proven best.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

_EXCHANGES = 4000
_HEAT = 300.0
"""Seconds by which a plan may get worse at the start of the search; in the end by none."""


@dataclass(frozen=True)
class Hauls:
    """Hold what is to be hauled; places are numbered as in `ways`, the last of them is the goal.

    Attributes:
        ways: Seconds from place to place.
        starts: Places of the robots.
        goods: Places of the goods.
        vessels: Places of the containers.
        room: How many goods a container takes; the other hand takes one more.
        hands: How many hands a robot has.
        taking, loading, putting: Seconds of the hand's actions.
    """

    ways: Sequence[Sequence[float]]
    starts: tuple[int, ...]
    goods: tuple[int, ...]
    vessels: tuple[int, ...]
    room: int
    hands: int
    taking: float
    loading: float
    putting: float


@dataclass
class Trip:
    """Hold one trip: the container that is taken first (-1 for none), then goods, all by number."""

    robot: int
    vessel: int = -1
    goods: list[int] = field(default_factory=list)


def plan_hauls(hauls: Hauls, seed: str) -> list[Trip]:
    """Return trips that bring all goods, in the order in which each robot makes them."""
    rng = random.Random(seed)
    trips = _first(hauls)
    cost = _seconds(hauls, trips)
    best, least = _copy(trips), cost
    for number in range(_EXCHANGES):
        changed = _copy(trips)
        _exchange(hauls, changed, rng)
        found = _seconds(hauls, changed)
        heat = _HEAT * (1.0 - number / _EXCHANGES) ** 2
        if found < cost + heat * rng.random():
            trips, cost = changed, found
        if found < least:
            best, least = _copy(changed), found
    for trip in best:
        trip.goods = list(_tour(hauls, _start(hauls, trip, best), trip)[1])
    return [trip for trip in best if trip.goods]


def _first(hauls: Hauls) -> list[Trip]:
    """Return a plan to begin with: full trips by turns, with containers while there are any."""
    trips: list[Trip] = []
    left = list(range(len(hauls.goods)))
    while left:
        number = len(trips)
        vessel = number if number < len(hauls.vessels) and hauls.hands > 1 else -1
        trip = Trip(number % len(hauls.starts), vessel)
        size = _most(hauls, trip)
        trip.goods, left = left[:size], left[size:]
        trips.append(trip)
    # Room for other plans: an empty trip costs nothing.
    trips += [Trip(robot) for robot in range(len(hauls.starts))]
    return trips


def _most(hauls: Hauls, trip: Trip) -> int:
    return hauls.room + hauls.hands - 1 if trip.vessel >= 0 else hauls.hands


def _exchange(hauls: Hauls, trips: list[Trip], rng: random.Random) -> None:
    """Change a plan a little: move or swap goods, give a trip to another, change its container."""
    one, other = (trips[rng.randrange(len(trips))] for _ in range(2))
    kind = rng.random()
    if kind < 0.4 and one.goods and len(other.goods) < _most(hauls, other):
        other.goods.append(one.goods.pop(rng.randrange(len(one.goods))))
    elif kind < 0.75 and one.goods and other.goods:
        n, m = rng.randrange(len(one.goods)), rng.randrange(len(other.goods))
        one.goods[n], other.goods[m] = other.goods[m], one.goods[n]
    elif kind < 0.85:
        one.robot = rng.randrange(len(hauls.starts))
    elif kind < 0.95 and hauls.vessels and hauls.hands > 1:
        vessel = rng.randrange(len(hauls.vessels))
        for trip in trips:
            if trip.vessel == vessel and trip is not one and len(trip.goods) <= hauls.hands:
                trip.vessel = -1
        if all(trip.vessel != vessel for trip in trips):
            one.vessel = vessel
    elif len(one.goods) <= hauls.hands:
        one.vessel = -1


def _seconds(hauls: Hauls, trips: Sequence[Trip]) -> float:
    """Return when the last robot has brought its goods; a little more for all that others do."""
    over = [0.0] * len(hauls.starts)
    for trip in trips:
        if trip.goods:
            over[trip.robot] += _tour(hauls, _start(hauls, trip, trips), trip)[0]
    return max(over) + 0.05 * sum(over)


def _start(hauls: Hauls, trip: Trip, trips: Sequence[Trip]) -> int:
    first = next(one for one in trips if one.robot == trip.robot and one.goods)
    return hauls.starts[trip.robot] if trip is first else len(hauls.ways) - 1


def _tour(hauls: Hauls, start: int, trip: Trip) -> tuple[float, tuple[int, ...]]:
    """Return the seconds of a trip, and its goods in the order in which it takes the least."""
    seconds, at, goal = 0.0, start, len(hauls.ways) - 1
    loaded = min(len(trip.goods), hauls.room) if trip.vessel >= 0 else 0
    if trip.vessel >= 0:
        there = hauls.vessels[trip.vessel]
        seconds, at = hauls.ways[at][there] + hauls.taking, there
    seconds += len(trip.goods) * hauls.taking + loaded * hauls.loading
    seconds += hauls.putting * (len(trip.goods) - loaded + (trip.vessel >= 0))
    least, order = math.inf, tuple(trip.goods)
    for goods in permutations(trip.goods):
        way, here = 0.0, at
        for good in goods:
            way += hauls.ways[here][hauls.goods[good]]
            here = hauls.goods[good]
        way += hauls.ways[here][goal]
        if way < least:
            least, order = way, goods
    return seconds + least, order


def _copy(trips: Sequence[Trip]) -> list[Trip]:
    return [Trip(trip.robot, trip.vessel, list(trip.goods)) for trip in trips]
