# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects, rooms and the scene graph as one robot believes them (paper section IV-C)."""

import math
from dataclasses import dataclass, field
from enum import IntEnum

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Point, Size, point_in_polygon
from adhoc_teamwork.teamwork.states import States

FLOOR = "Floor"
"""What an object on the bare floor lies on, in place of a receptacle's id and category."""


INFERRED = 0.5
"""Confidence up to which an object's place is inferred, as where a hand let go, and not seen."""


class Presence(IntEnum):
    """Say whether a known object is where it was; the values are those of Detection.msg."""

    PRESENT = 1
    HELD = 2
    GONE = 3


class Misplaced(IntEnum):
    """Hold the judgement whether an object is out of place; the values are Detection.msg's."""

    UNKNOWN = 0
    NO = 1
    YES = 2


class Predicate(StrEnum):
    """Name the relations of the scene graph.

    What lies below the rim of a bin or a basin, or in something that is shut when nobody uses it,
    a fridge or a cabinet, is IN it. What lies on its top, on a seat, or on a board that is open to
    the room, is ON it.
    """

    ON = "ON"
    IN = "IN"
    NEAR = "NEAR"
    CONNECTED = "CONNECTED"


@dataclass(frozen=True)
class Detection:
    """Describe an object or receptacle that a robot knows of, by itself or from a teammate.

    `position` is the centre and `size` the extents, in metres in `map`, z above the floor below it;
    where it `goes_on_above`, pictures ended below its top, and it is higher than that.
    `covariance` is that of the position, nine numbers row by row in square metres; empty where it
    is not known. `receptacle` is the id of what it lies on or in (`FLOOR` on the floor, empty while
    unknown). `support_height` is the height above the floor, in metres, of the surface on which a
    receptacle carries things, NaN where unknown; it was `support_seen` where somebody looked down
    on it, otherwise guessed. `seen` is in seconds of the ROS clock. `closed` tells of what has a
    door or a lid whether it is closed; None for all else. `states` are those that it was last seen
    in.
    """

    object_id: str
    category: str
    position: Point
    size: Size = field(default_factory=lambda: Size(0.0, 0.0, 0.0))
    room: str = ""
    room_type: str = ""
    receptacle: str = ""
    receptacle_category: str = ""
    relation: Predicate | None = None
    support_height: float = math.nan
    support_seen: bool = False
    pickupable: bool = False
    is_receptacle: bool = False
    misplaced: Misplaced = Misplaced.UNKNOWN
    reason: str = ""
    confidence: float = 1.0
    status: Presence = Presence.PRESENT
    seen: float = 0.0
    seen_by: str = ""
    closed: bool | None = None
    states: States = ()
    covariance: tuple[float, ...] = ()
    goes_on_above: bool = False

    def __eq__(self, other: object) -> bool:
        """Tell whether another is alike in all fields, compared at once: it is asked very often."""
        if not isinstance(other, Detection):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """Return a hash of what tells most detections apart: equal ones are alike in all of it."""
        return hash((self.object_id, self.seen, self.misplaced))

    def is_first_hand(self, teller: str) -> bool:
        """Tell whether who tells of it has seen it itself, as it has where nobody is named."""
        return self.seen_by in ("", teller)

    @property
    def opens(self) -> bool:
        """Tell whether it has a door or a lid: hands serve it there, however high its top is."""
        return self.closed is not None


@dataclass(frozen=True)
class Passage:
    """Lead to a neighbouring room, by steps of at most `step` m and ramps of `slope` radians."""

    room_id: str
    step: float = 0.0
    slope: float = 0.0


@dataclass(frozen=True)
class Room:
    """Describe a room: outline (metres, `map`), inferred type, share of its floor seen (0 to 1).

    `floor` is the height of its floor in `map`, metres; `passages` lead to its neighbours.
    """

    room_id: str
    outline: tuple[tuple[float, float], ...]
    room_type: str = ""
    type_confidence: float = 0.0
    explored: float = 0.0
    floor: float = 0.0
    passages: tuple[Passage, ...] = ()

    def contains(self, point: Point) -> bool:
        """Tell whether `point` is above or on the room's floor."""
        return point_in_polygon(point.x, point.y, self.outline)


@dataclass(frozen=True)
class Relation:
    """Hold one edge of the scene graph, between ids of rooms and objects."""

    subject: str
    predicate: Predicate
    object: str


@dataclass(frozen=True)
class SceneGraph:
    """Hold rooms, receptacles, objects and relations at one time (seconds of the ROS clock)."""

    stamp: float = 0.0
    rooms: tuple[Room, ...] = ()
    objects: tuple[Detection, ...] = ()
    relations: tuple[Relation, ...] = ()

    def object(self, object_id: str) -> Detection | None:
        """Return the object or receptacle with that id, or None."""
        return next((o for o in self.objects if o.object_id == object_id), None)

    def room(self, room_id: str) -> Room | None:
        """Return the room with that id, or None."""
        return next((r for r in self.rooms if r.room_id == room_id), None)
