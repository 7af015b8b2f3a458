# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What stays the same in a house from episode to episode: where one stands, what one sees there."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.boxes import extents
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.ground_reading import lowered_objects
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.lattice.paths import Paths
from adhoc_teamwork.simulation.lattice.sight.rays import Solids, small_things, structure
from adhoc_teamwork.simulation.lattice.sight.sightlines import (
    Ints,
    Lines,
    Sights,
    Surveyor,
    survey,
    things_across,
)
from adhoc_teamwork.simulation.lattice.sight.targets import FloorPoints, thing_points
from adhoc_teamwork.teamwork.geometry import Point, Pose, normalize_angle
from adhoc_teamwork.teamwork.maps.ground import FLAT, Ground
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Room
from adhoc_teamwork.teamwork.settings.config import ConfigError

_KEPT = 256
"""Places of moved things whose sight lines are kept."""
_EXACT = 1e-4
"""Steps are compared to this, metres."""
_ON_FLOOR = 0.1
"""A thing whose bottom is higher than this, metres, and on nothing, hangs on a wall."""


@dataclass(frozen=True)
class Elsewhere:
    """Say of a thing away from home which of a camera's lines it lies on, and who sees it.

    `under` are the small things at home that lie on lines to it, with these.
    """

    across: Ints
    lines: Lines
    under: Mapping[int, Ints]


class Ways(NamedTuple):
    """Hold between which cells a body moves, and the finder of shortest ways there."""

    lattice: Lattice
    paths: Paths


@dataclass(frozen=True)
class RoomFloor:
    """Say which floor points of a room a camera can see at all: as bits, and how many."""

    room_id: str
    bits: int
    count: int


@dataclass
class StepHouse:
    """Hold a house for step worlds; everything is worked out once, most of it when first needed.

    In a house of several levels all heights are above the floor below, as robots tell them: one
    level is seen from another as if both were as high. `ground` says by which steps rooms lead to
    one another, and `ways` where a body gets that climbs no higher than some step.

    Things are numbered as in `house.objects`; `ids` are the names that robots know them by, such as
    `Mug_0`, `by_id` and `by_name` the numbers by id and by the name in the house file.
    """

    house: House
    config: StepConfig
    lattice: Lattice
    floor: FloorPoints
    ids: tuple[str, ...]
    by_id: dict[str, int]
    by_name: dict[str, int]
    ground: Ground = FLAT
    _ways: dict[float, Ways] = field(default_factory=dict)
    _sights: dict[float, Sights] = field(default_factory=dict)
    _rooms: dict[float, tuple[RoomFloor, ...]] = field(default_factory=dict)
    _elsewhere: dict[tuple[float, int, Box], Elsewhere] = field(default_factory=dict)

    @classmethod
    def of(cls, house: House, config: StepConfig | None = None) -> "StepHouse":
        """Return the house ready for step worlds.

        Raises:
            ConfigError: No robot can stand anywhere in it.
        """
        config = config or StepConfig()
        lattice = Lattice.of(house, config)
        if not len(lattice):
            raise ConfigError(
                f"{house.source}: rooms: a robot of radius {config.body_radius} m fits nowhere; "
                "expected free floor"
            )
        ids = _ids(house.objects)
        ground = house.ground
        objects = lowered_objects(house.objects, ground)
        house = replace(house, objects=objects, ground=FLAT)
        return cls(
            house,
            config,
            lattice,
            FloorPoints.of(house, config),
            ids,
            {name: number for number, name in enumerate(ids)},
            {thing.name: number for number, thing in enumerate(house.objects)},
            ground,
        )

    @cached_property
    def paths(self) -> Paths:
        """Return the finder of shortest ways."""
        return Paths(self.lattice)

    def ways(self, step: float = math.inf) -> Ways:
        """Return where a body gets that climbs steps of at most so many metres."""
        if self.ground.is_flat or not math.isfinite(step):
            return Ways(self.lattice, self.paths)
        if step not in self._ways:
            barred = self.lattice.rises(self.ground) > step + _EXACT
            neighbours = np.where(barred, -1, self.lattice.neighbours).astype(np.int32)
            lattice = replace(self.lattice, neighbours=neighbours)
            self._ways[step] = Ways(lattice, Paths(lattice))
        return self._ways[step]

    @cached_property
    def floor_plan(self) -> tuple[Room, ...]:
        """Return what robots are told of rooms: ids and outlines, not what they are for."""
        return tuple(Room(room.room_id, room.outline) for room in self.house.rooms)

    @cached_property
    def poses(self) -> tuple[tuple[Pose, ...], ...]:
        """Return the pose at each cell and heading."""
        yaws = [normalize_angle(heading * math.pi / 2.0) for heading in range(HEADINGS)]
        return tuple(
            tuple(Pose(float(x), float(y), yaw) for yaw in yaws) for x, y in self.lattice.points
        )

    @cached_property
    def home(self) -> tuple[Detection, ...]:
        """Return each thing as one sees it where the house file has it."""
        return tuple(self._at_home(thing) for thing in self.house.objects)

    def room_at(self, x: float, y: float) -> Room | None:
        """Return the room (with its true type) over whose floor a point is."""
        return room_at(self.house.rooms, Point(x, y))

    def sights(self, height: float) -> Sights:
        """Return what is open to cameras at that height, in metres."""
        if height not in self._sights:
            points = [thing_points(t.solids).astype(np.float32) for t in self.house.objects]
            floor = self.floor.targets().astype(np.float32)
            self._sights[height] = survey(self._surveyor, height, points, self.small, floor)
        return self._sights[height]

    def room_floors(self, height: float) -> tuple[RoomFloor, ...]:
        """Return for each room the floor that cameras at that height see from some cell."""
        if height not in self._rooms:
            visible = self.sights(height).floor.any(axis=0)
            self._rooms[height] = tuple(
                _room_floor(room.room_id, visible & (self.floor.rooms == number))
                for number, room in enumerate(self.house.rooms)
            )
        return self._rooms[height]

    def elsewhere(self, height: float, number: int, solids: Sequence[Box]) -> Elsewhere:
        """Return what a thing with its solids away from home means for lines of sight."""
        key = (height, number, solids[0])
        if key not in self._elsewhere:
            if len(self._elsewhere) >= _KEPT:
                del self._elsewhere[next(iter(self._elsewhere))]
            sights = self.sights(height)
            targets = thing_points(solids).astype(np.float32)
            owners = np.full(len(targets), number, np.int32)
            lines = self._surveyor.lines(height, targets, owners)
            under = things_across(lines, self.small)
            self._elsewhere[key] = Elsewhere(sights.lines.across(solids), lines, under)
        return self._elsewhere[key]

    def detection(self, number: int, box: Box, receptacle: str, inside: bool) -> Detection:
        """Return a thing as one sees it at a place; `receptacle` is a number's id or `FLOOR`."""
        thing = self.house.objects[number]
        room = self.room_at(box.x, box.y)
        carrier = self.by_id.get(receptacle)
        return Detection(
            self.ids[number],
            thing.category,
            Point(box.x, box.y, box.z),
            extents(box),
            room=room.room_id if room else "",
            receptacle=receptacle,
            receptacle_category=(
                receptacle if carrier is None else self.house.objects[carrier].category
            ),
            relation=(Predicate.IN if inside else Predicate.ON) if receptacle else None,
            support_height=max((s.z for s in thing.surfaces), default=math.nan),
            pickupable=thing.pickupable,
            is_receptacle=thing.is_receptacle,
        )

    def _at_home(self, thing: HouseObject) -> Detection:
        number, box = self.by_name[thing.name], thing.box
        parent = self.by_name.get(thing.parent) if thing.parent else None
        if parent is None:
            hangs = box.bottom > _ON_FLOOR and not thing.pickupable
            return self.detection(number, box, "" if hangs else FLOOR, False)
        surfaces = self.house.objects[parent].surfaces
        under = min(surfaces, key=lambda s: abs(s.z - box.bottom), default=None)
        return self.detection(number, box, self.ids[parent], under is not None and under.inside)

    @cached_property
    def _surveyor(self) -> Surveyor:
        return Surveyor(self.config, self.lattice.points, structure(self.house))

    @cached_property
    def small(self) -> Solids:
        """Return the small things where the house file has them."""
        return small_things(self.house)


def _ids(things: Sequence[HouseObject]) -> tuple[str, ...]:
    """Return names by type and number, in the house file's order."""
    seen: Counter[str] = Counter()
    ids = []
    for thing in things:
        ids.append(f"{thing.category}_{seen[thing.category]}")
        seen[thing.category] += 1
    return tuple(ids)


def _room_floor(room_id: str, visible: NDArray[np.bool_]) -> RoomFloor:
    packed = np.packbits(visible, bitorder="little").tobytes()
    return RoomFloor(room_id, int.from_bytes(packed, "little"), int(visible.sum()))
