# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot with perfect perception believes of a simulated house."""

import math
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.boxes import covers, extents
from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.motion.nav_grid import NavGrid
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.motion.occupancy import occupied
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.world import WorldObject
from adhoc_teamwork.skills.belief.grid import UNSEEN, SemanticGrid
from adhoc_teamwork.skills.places.eye import Eye
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Presence, Room, SceneGraph

_RESOLUTION = 0.1
"""Of the map, metres: that of perception."""
_TALLEST = 1.0
"""What is higher above the floor than this, metres, shows on no map, as with perception."""
_BORDER = 0.3
_LOW = 0.03
"""What lies on the floor and is no higher, metres, shows on no map."""
_OCCUPIED = 100


def names_of(house: House) -> dict[str, str]:
    """Return what perception would call the things of a house, such as `Mug_0`, by their names."""
    seen: Counter[str] = Counter()
    ids = {}
    for thing in house.objects:
        ids[thing.name] = f"{thing.category}_{seen[thing.category]}"
        seen[thing.category] += 1
    return ids


@dataclass
class Belief:
    """Follow a simulator's world as perception would, without its errors.

    Heights are above the floor below; `ground` is how high that is, None where it is level.
    `unseen` marks cells of the map that the robot has not looked at; `stale` holds what it still
    believes of things that have moved since.
    """

    simulator: Simulator
    eye: Eye
    robot: str

    def __post_init__(self) -> None:
        """Draw the map of what stands still."""
        house = self.simulator.world.house
        level = house.ground.is_flat
        self.ground = None if level else HeightMap.of(house.ground, house.bounds)
        self.ids = names_of(house)
        self.names = {known: name for name, known in self.ids.items()}
        self._still, self._x, self._y = _still_map(house)
        self.unseen = np.zeros(self._still.shape, np.bool_)
        self.stale: dict[str, Detection] = {}
        self._drawn: tuple[object, ...] = ()
        self._map: SemanticGrid | None = None

    def graph(self) -> SceneGraph:
        """Return all rooms and objects, those in another robot's hand as held."""
        world = self.simulator.world
        rooms = tuple(Room(r.room_id, r.outline, r.room_type) for r in world.house.rooms)
        things = tuple(
            self.stale.get(thing.name) or self._detect(thing)
            for thing in world.objects.values()
            if not world.holders.hidden(thing.name)
        )
        return SceneGraph(stamp=world.time, rooms=rooms, objects=things)

    def map(self) -> SemanticGrid:
        """Return the map as it is now; the same object while nothing has changed."""
        world = self.simulator.world
        state = (world.objects_changed, int(self.unseen.sum()))
        if self._map is None or state != self._drawn:
            cells = self._still.copy()
            for thing in world.at_rest():
                if thing.source.pickupable and thing.support.receptacle == FLOOR:
                    box = thing.box
                    if box.top - self._floor(box.x, box.y) > _LOW:
                        _draw(cells, box, self._x, self._y)
            cells[self.unseen] = UNSEEN
            self._map, self._drawn = self._grid(cells), state
        return self._map

    def forget(self, room: Room) -> None:
        """Take a room off the map, as if nobody had looked at it."""
        self.unseen |= self.map().inside(room.outline)

    def look(self, pose: Pose) -> None:
        """Add to the map what the camera shows from a pose."""
        if self.unseen.any():
            self.unseen &= ~self.eye.view(self._grid(self._still), pose)
            self._drawn = ()

    def _grid(self, cells: NDArray[np.int8]) -> SemanticGrid:
        x0, y0 = float(self._x[0]), float(self._y[0])
        frame = GridFrame.of_middles(x0, y0, _RESOLUTION, cells.shape)
        return SemanticGrid(cells, frame, self.simulator.time)

    def _floor(self, x: float, y: float) -> float:
        return self.ground.height(x, y) if self.ground else 0.0

    def _detect(self, thing: WorldObject) -> Detection:
        source, world = thing.source, self.simulator.world
        middle, floor = thing.centre, self._floor(thing.box.x, thing.box.y)
        room = next((r for r in world.house.rooms if r.room_id == thing.room_id), None)
        carrier = world.objects.get(thing.support.receptacle)
        held, has_door = bool(thing.held_by), world.holders.opens(source.name)
        carries = bool(source.surfaces) and not source.pickupable
        top = max((s.z for s in source.surfaces), default=math.nan)
        return Detection(
            self.ids[source.name],
            source.category,
            Point(middle.x, middle.y, middle.z - floor),
            extents(thing.box),
            room=room.room_id if room else "",
            room_type=room.room_type if room else "",
            receptacle=self.ids[carrier.name] if carrier else FLOOR,
            receptacle_category=thing.support.category,
            relation=Predicate.IN if thing.support.inside else Predicate.ON,
            support_height=top + thing.box.z - source.box.z - floor,
            pickupable=source.pickupable,
            is_receptacle=carries or source.name in world.holders.capacity,
            closed=world.holders.is_shut(source.name) if has_door else None,
            status=Presence.HELD if held else Presence.PRESENT,
            seen=world.time,
            seen_by=self.robot,
        )


def _still_map(
    house: House,
) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.float64]]:
    """Return cells free or occupied by what no hand carries, and the cells' x and y."""
    x0, y0, x1, y1 = house.bounds
    xs = np.arange(x0 - _BORDER, x1 + _BORDER, _RESOLUTION, np.float64) + _RESOLUTION / 2.0
    ys = np.arange(y0 - _BORDER, y1 + _BORDER, _RESOLUTION, np.float64) + _RESOLUTION / 2.0
    grid = NavGrid.of(house, Obstacles.of(house, _TALLEST))
    rows, columns, inside = grid.frame.index(*np.meshgrid(xs, ys))
    taken = occupied(grid)[np.where(inside, rows, 0), np.where(inside, columns, 0)]
    fine = taken | ~inside
    return np.where(fine, _OCCUPIED, 0).astype(np.int8), xs, ys


def _draw(
    cells: NDArray[np.int8], box: Box, xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> None:
    reach = math.hypot(box.size_x, box.size_y) / 2.0
    for row in np.flatnonzero(np.abs(ys - box.y) <= reach):
        for column in np.flatnonzero(np.abs(xs - box.x) <= reach):
            if covers(box, float(xs[column]), float(ys[row]), _RESOLUTION / 2.0):
                cells[row, column] = _OCCUPIED


def displaced(known: Detection, place: Point, room: str) -> Detection:
    """Return a belief of a thing that lies elsewhere, on the floor of a room."""
    return replace(known, position=place, room=room, receptacle=FLOOR, receptacle_category=FLOOR)
