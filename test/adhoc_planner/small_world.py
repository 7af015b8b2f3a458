# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small world's truth: three rooms in a row, and the things in them."""

from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Room

ARM = Capability(
    robot_type="robot with an arm",
    can_manipulate=True,
    camera_height=0.9,
    camera_pitch=0.4,
    payload=5.0,
    reach=0.8,
    reach_max_height=1.3,
)
EYES = Capability(robot_type="small robot", camera_height=0.4, camera_pitch=0.1)


def box(x: float, y: float, size: float = 4.0) -> tuple[tuple[float, float], ...]:
    """Return the outline of a square room."""
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


@dataclass
class World:
    """Hold the truth: rooms by id with their types, things by name; positions in metres."""

    rooms: dict[str, str] = field(
        default_factory=lambda: {"room_0": "LivingRoom", "room_1": "Kitchen", "room_2": "Bedroom"}
    )
    things: dict[str, Detection] = field(default_factory=dict)

    def outline(self, room: str) -> tuple[tuple[float, float], ...]:
        """Return where a room is: all lie in a row."""
        return box(4.0 * list(self.rooms).index(room), 0.0)

    def centre(self, room: str) -> Point:
        """Return the middle of a room."""
        x, y = self.outline(room)[0]
        return Point(x + 2.0, y + 2.0)

    def put(self, name: str, category: str, on: str, at: tuple[float, float, float]) -> None:
        """Place a thing that can be carried on a receptacle of the world, or on the floor."""
        carrier = self.things.get(on)
        room = next(r for r in self.rooms if Room(r, self.outline(r)).contains(Point(at[0], at[1])))
        self.things[name] = Detection(
            name,
            category,
            Point(*at),
            Size(0.1, 0.1, 0.1),
            room=room,
            receptacle=on if carrier else FLOOR,
            receptacle_category=carrier.category if carrier else FLOOR,
            relation=Predicate.ON,
            pickupable=True,
        )

    def furnish(self, name: str, category: str, room: str, height: float = 0.7) -> None:
        """Place a receptacle in the middle of a room, each a little beside the one before."""
        beside = sum(1 for t in self.things.values() if t.room == room and t.is_receptacle)
        centre = self.centre(room)
        self.things[name] = Detection(
            name,
            category,
            Point(centre.x - 1.2 + 1.2 * beside, centre.y, height / 2.0),
            Size(0.8, 0.6, height),
            room=room,
            support_height=height,
            is_receptacle=True,
        )


def two_rooms() -> World:
    """Return a world with a mug out of place on the living room's sofa."""
    world = World()
    world.furnish("Sofa_0", "Sofa", "room_0", 0.45)
    world.furnish("CounterTop_0", "CounterTop", "room_1", 0.9)
    world.furnish("Bed_0", "Bed", "room_2", 0.5)
    sofa = world.things["Sofa_0"].position
    world.put("Mug_0", "Mug", "Sofa_0", (sofa.x, sofa.y, 0.5))
    return world
