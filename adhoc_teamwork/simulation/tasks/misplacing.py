# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose things of a house and put them where they do not belong, so that a team can tidy them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.spots import floor_spots, surface_spots
from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.houses.placement import PlacementTable, takes_all_sorts
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.motion.nav_grid import RESOLUTION
from adhoc_teamwork.simulation.rules.placing import Spot
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import room_type_at
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

_FLOOR_CHANCE = 0.35
SPOTS = 6
"""How many spots on one piece of furniture are tried."""


@dataclass(frozen=True)
class HandLimits:
    """Hold what the team's manipulating robots reach and lift (kilograms)."""

    reaches: tuple[Reach, ...]

    def hand_for(self, thing: HouseObject, spot: Spot) -> Reach | None:
        """Return a hand that can lift the thing and takes hold of it there, or None."""
        for reach in self.reaches:
            light = thing.mass <= reach.capability.payload
            if light and reach.holds(thing, spot):
                return reach
        return None

    def told(self, things: Sequence[HouseObject]) -> str:
        """Return in words what bounds the hands among things that could be misplaced."""
        payload = max(reach.capability.payload for reach in self.reaches)
        heavy = sum(thing.mass > payload for thing in things)
        low = min(reach.capability.reach_min_height for reach in self.reaches)
        high = max(reach.capability.reach_max_height for reach in self.reaches)
        floor = max(reach.cells.sum() * RESOLUTION**2 for reach in self.reaches)
        return (
            f"its arms lift {payload:g} kg ({heavy} of {len(things)} things weigh more), reach "
            f"from {low:g} to {high:g} m, and their robots get to {floor:.0f} m² of the floor"
        )


@dataclass(frozen=True)
class Misplacer:
    """Draw misplaced objects in one house for one team, each where `shown` says that it shows."""

    house: House
    table: PlacementTable
    hands: HandLimits
    starts: tuple[Pose, ...]
    shown: Callable[[MisplacedObject], bool] = lambda _: True

    def draw(self, count: int, rng: np.random.Generator) -> tuple[MisplacedObject, ...]:
        """Return up to `count` misplaced objects, each of another type where the house allows."""
        things = self.things()
        order = [things[int(i)] for i in rng.permutation(len(things))]
        chosen: dict[str, MisplacedObject] = {}
        spots: list[tuple[HouseObject, Spot]] = []
        seen: set[str] = set()
        for fresh in (True, False):
            for thing in order:
                if len(chosen) == count:
                    return tuple(chosen.values())
                if thing.name in chosen or (fresh and thing.category in seen):
                    continue
                found = self._misplace(thing, spots, rng)
                if found is not None:
                    seen.add(thing.category)
                    chosen[thing.name], spot = found
                    spots.append((thing, spot))
        return tuple(chosen.values())

    def things(self) -> list[HouseObject]:
        """Return what could be misplaced, were the hands able to."""
        return [thing for thing in self.house.objects if self._movable(thing)]

    def _movable(self, thing: HouseObject) -> bool:
        small = thing.pickupable and profile_of(thing.category) is Profile.SOLID
        return small and bool(thing.solids) and self.table.knows(thing.category)

    def _misplace(
        self,
        thing: HouseObject,
        taken: Sequence[tuple[HouseObject, Spot]],
        rng: np.random.Generator,
    ) -> tuple[MisplacedObject, Spot] | None:
        for receptacle, room_type, spot in self._wrong_places(thing, rng):
            if any(_close(thing, spot, other, at) for other, at in taken):
                continue
            hand = self.hands.hand_for(thing, spot)
            if hand is None or not self._can_be_tidied(thing, hand, rng):
                continue
            goal = self._goal(thing)
            name = receptacle.name if receptacle else FLOOR
            category = receptacle.category if receptacle else FLOOR
            text = (
                f"{thing.category} ({thing.name}): from {self._place(thing)} "
                f"to {_in_room(category, room_type)}; tidy on: {_targets(goal.receptacles)}"
                f"{' in ' + _targets(goal.rooms) if goal.rooms else ''}"
            )
            item = MisplacedObject(thing.name, goal, name, (spot.x, spot.y, spot.z), text)
            if self.shown(item):
                return item, spot
        return None

    def _wrong_places(
        self, thing: HouseObject, rng: np.random.Generator
    ) -> Iterator[tuple[HouseObject | None, str, Spot]]:
        """Yield unreasonable places for a thing: the floor sometimes first, else furniture.

        Tables and shelves come last: whether a thing is out of place on them is a matter of taste.
        """
        furniture = [o for o in self.house.objects if _in_view(o)]
        floor_first = bool(rng.random() < _FLOOR_CHANCE)
        if floor_first:
            yield from self._on_floor(thing, rng)
        drawn = [furniture[int(index)] for index in rng.permutation(len(furniture))]
        for receptacle in sorted(drawn, key=lambda o: takes_all_sorts(o.category)):
            for spot in islice(surface_spots(self.house, thing, receptacle, rng), SPOTS):
                room_type = self._room_type(spot)
                if not self.table.unreasonable(thing.category, receptacle.category, room_type):
                    break
                yield receptacle, room_type, spot
        if not floor_first:
            yield from self._on_floor(thing, rng)

    def _on_floor(
        self, thing: HouseObject, rng: np.random.Generator
    ) -> Iterator[tuple[None, str, Spot]]:
        for reach in self.hands.reaches:
            spots = floor_spots(self.house, thing, reach.grid, reach.cells, self.starts, rng)
            for spot in islice(spots, SPOTS):
                room_type = self._room_type(spot)
                if self.table.unreasonable(thing.category, FLOOR, room_type):
                    yield None, room_type, spot

    def _can_be_tidied(self, thing: HouseObject, hand: Reach, rng: np.random.Generator) -> bool:
        """Tell whether the hand gets the thing to a reasonable place that is free now."""
        for receptacle in self.house.objects:
            if not receptacle.surfaces:
                continue
            spots = surface_spots(self.house, thing, receptacle, rng, inside=True)
            for spot in islice(spots, SPOTS):
                room_type = self._room_type(spot)
                if not self.table.reasonable(thing.category, receptacle.category, room_type):
                    break
                if hand.holds(thing, spot):
                    return True
        return False

    def _goal(self, thing: HouseObject) -> TidyPlace:
        """Return the table's goal, with the place that the house file has the thing in."""
        goal = self.table.goal(thing.category)
        parent, room = self._carrier(thing), self._room_of(thing)
        if parent is None or self.table.unreasonable(thing.category, parent.category, room):
            return goal
        receptacles = tuple(sorted({*goal.receptacles, parent.category}))
        return TidyPlace(receptacles, tuple(sorted({*goal.rooms, room})) if goal.rooms else ())

    def _room_type(self, spot: Spot) -> str:
        return room_type_at(self.house.rooms, Point(spot.x, spot.y))

    def _place(self, thing: HouseObject) -> str:
        parent = self._carrier(thing)
        return _in_room(parent.category if parent else FLOOR, self._room_of(thing))

    def _carrier(self, thing: HouseObject) -> HouseObject | None:
        return self.house.object(thing.parent) if thing.parent else None

    def _room_of(self, thing: HouseObject) -> str:
        return next((r.room_type for r in self.house.rooms if r.room_id == thing.room_id), "")


def _in_view(furniture: HouseObject) -> bool:
    """Tell whether what lies on a piece of furniture is in plain view: not inside a cabinet."""
    if profile_of(furniture.category) in (Profile.CABINET, Profile.DRESSER):
        return len(furniture.surfaces) == 1
    return bool(furniture.surfaces)


def _close(thing: HouseObject, spot: Spot, other: HouseObject, at: Spot) -> bool:
    reach = max(thing.box.size_x, thing.box.size_y, other.box.size_x, other.box.size_y)
    return Point(spot.x, spot.y).distance_to(Point(at.x, at.y)) < reach + 0.3


def _in_room(receptacle: str, room_type: str) -> str:
    return f"{receptacle} in {room_type}" if room_type else receptacle


def _targets(names: Sequence[str]) -> str:
    return ", ".join(names)
