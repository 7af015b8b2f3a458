# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A house as the simulator holds it: map frame (REP-103: z up, right-handed), SI units."""

from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.maps.ground import FLAT, Ground
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room, SceneGraph


@dataclass(frozen=True)
class Box:
    """Hold an upright box: centre, extents before turning (metres), yaw about z (radians)."""

    x: float
    y: float
    z: float
    size_x: float
    size_y: float
    size_z: float
    yaw: float = 0.0

    @property
    def top(self) -> float:
        """Return the height of the upper face above the floor, in metres."""
        return self.z + self.size_z / 2.0

    @property
    def bottom(self) -> float:
        """Return the height of the lower face above the floor, in metres."""
        return self.z - self.size_z / 2.0


@dataclass(frozen=True)
class Surface:
    """Hold a horizontal rectangle on which objects can lie.

    `z` is its height above the floor and `headroom` the free height above it, in metres; `inside`
    says that what lies here is IN the receptacle (see `teamwork.scene.Predicate`), not ON it, and
    `shallow` that it is in plain view all the same, as in a basin.
    """

    x: float
    y: float
    z: float
    size_x: float
    size_y: float
    yaw: float = 0.0
    headroom: float = 1.0
    inside: bool = False
    shallow: bool = False

    @property
    def in_view(self) -> bool:
        """Tell whether what lies here is in plain view, not deep inside a container."""
        return self.shallow or not self.inside


@dataclass(frozen=True)
class HouseObject:
    """Describe one piece of furniture or one small object of the house file.

    `box` is the bounding box; `solids` are the boxes that rays and robots hit; `surfaces` are where
    other things can lie (empty: no receptacle). `mass` in kilograms, from a table of typical
    masses. `parent` is the name of what it lies on or in, empty on the floor or the wall.
    """

    name: str
    category: str
    box: Box
    solids: tuple[Box, ...]
    surfaces: tuple[Surface, ...] = ()
    pickupable: bool = False
    mass: float = 0.0
    parent: str = ""
    room_id: str = ""

    @property
    def is_receptacle(self) -> bool:
        """Tell whether things can be put on or in it where it stands."""
        return bool(self.surfaces) and not self.pickupable


@dataclass(frozen=True)
class Wall:
    """Hold one solid stretch of wall between two floor points, already cut at doorways, metres.

    A stretch above a doorway (the lintel) has `bottom` at the door's height.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    bottom: float
    top: float


@dataclass(frozen=True)
class Doorway:
    """Hold an opening between two rooms (or to the outside, `room1` empty): centre, width, m."""

    x: float
    y: float
    width: float
    height: float
    room0: str
    room1: str = ""


@dataclass(frozen=True)
class House:
    """Hold a whole house. `rooms` carry their true types; ids are room_0, room_1, … in file order.

    `warnings` say, one line each, what the loader had to guess. `agent` is the pose in the house
    file's metadata (x, y, yaw) or None.
    """

    source: str
    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]
    doorways: tuple[Doorway, ...]
    objects: tuple[HouseObject, ...]
    warnings: tuple[str, ...] = ()
    agent: tuple[float, float, float] | None = None
    bounds: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0))
    """Smallest x, smallest y, largest x, largest y of all room outlines, metres."""
    ground: Ground = FLAT

    def object(self, name: str) -> HouseObject | None:
        """Return the object with that name in the house file, or None."""
        return next((o for o in self.objects if o.name == name), None)


def given_plan(house: House) -> SceneGraph:
    """Return the floor plan of a house: rooms without types, and which are connected."""
    rooms = tuple(Room(room.room_id, room.outline) for room in house.rooms)
    pairs = {
        tuple(sorted((door.room0, door.room1)))
        for door in house.doorways
        if door.room1 and door.room0 != door.room1
    }
    relations = tuple(Relation(one, Predicate.CONNECTED, other) for one, other in sorted(pairs))
    return SceneGraph(rooms=rooms, relations=relations)
