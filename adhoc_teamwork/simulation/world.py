# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The state of the simulated world: where robots and objects are. Nothing here moves by itself."""

from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.events import EventKind, WorldEvent
from adhoc_teamwork.simulation.houses.boxes import (
    carried_along,
    hung,
    middle,
    moved,
    planar_distance,
)
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Surface
from adhoc_teamwork.simulation.houses.standing import standing_height
from adhoc_teamwork.simulation.rules.containers import Holders, place_in
from adhoc_teamwork.simulation.rules.placing import surface_below
from adhoc_teamwork.simulation.rules.states import ObjectStates
from adhoc_teamwork.simulation.rules.zone import Zone
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import room_id_at, room_type_at
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot


@dataclass(frozen=True)
class Support:
    """Say what carries an object: a receptacle's name or `FLOOR`, at which height, metres."""

    receptacle: str
    category: str
    z: float
    inside: bool = False
    headroom: float = 10.0


@dataclass
class WorldObject:
    """Hold an object of the house and where it is now; `held_by` names a robot or is empty."""

    source: HouseObject
    box: Box
    support: Support
    room_id: str
    held_by: str = ""

    @property
    def name(self) -> str:
        """Return its name in the house file."""
        return self.source.name

    @property
    def centre(self) -> Point:
        """Return the middle of its bounding box, in `map`."""
        return Point(self.box.x, self.box.y, self.box.z)

    def solids(self) -> tuple[Box, ...]:
        """Return the boxes that rays meet, where the object is now.

        Of what lies on another side than at the start, it is the box about all of it.
        """
        start = self.source.box
        if self.box == start:
            return self.source.solids
        if self.box.size_z != start.size_z:
            return (self.box,)
        return tuple(carried_along(solid, start, self.box) for solid in self.source.solids)


@dataclass(frozen=True)
class Grip:
    """Hold a box as it was taken, and its middle in the frame of the tool point, (4, 4)."""

    box: Box
    middle: Floats


@dataclass
class WorldRobot:
    """Hold a robot: pose in `map`, speed ahead (m/s), turn rate (rad/s), path (m), battery (s).

    `tool` is the pose of its tool point in `map`, (4, 4), None where its URDF has no arm; `grip` is
    what that point holds, and how. `altitude` is how high a flying body's base is above
    the ground, metres; 0 for all others.
    """

    entry: TaskRobot
    card: RobotCard
    pose: Pose
    battery: float
    speed: float = 0.0
    turn_rate: float = 0.0
    path_length: float = 0.0
    held: str = ""
    joined: bool = False
    altitude: float = 0.0
    tool: Floats | None = field(default=None, compare=False)
    grip: Grip | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """Return its name, which is its ROS namespace."""
        return self.entry.name

    @property
    def radius(self) -> float:
        """Return the radius of its body, metres."""
        return self.card.body.radius

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.held, self.grip = "", None


@dataclass
class World:
    """Hold everything that is in the house, and say what changed.

    `objects_changed` counts up whenever an object at rest appears, moves or is taken away.
    `delivered` are the names of what was let go of in the `zone`, where there is one: it counts as
    being at the zone's place from then on.
    """

    house: House
    objects: dict[str, WorldObject]
    robots: dict[str, WorldRobot]
    holders: Holders[str] = field(default_factory=Holders)
    states: ObjectStates[str] = field(default_factory=ObjectStates)
    zone: Zone | None = None
    delivered: set[str] = field(default_factory=set)
    time: float = 0.0
    objects_changed: int = 0
    _events: list[WorldEvent] = field(default_factory=list)

    @classmethod
    def from_task(cls, house: House, task: Task, cards: dict[str, RobotCard]) -> "World":
        """Return the world at the start of a task; `cards` by robot name.

        Raises:
            ConfigError: The task names an object that the house lacks, or a robot has no card.
        """
        world = cls(house, {}, {}, zone=Zone.of(replace(task.told, zone=task.zone)))
        for source in house.objects:
            world.objects[source.name] = WorldObject(
                source, source.box, Support(FLOOR, FLOOR, source.box.bottom), source.room_id
            )
        for item in world.objects.values():
            item.support = world._initial_support(item)
        world._furnish(task)
        for misplaced in task.misplaced:
            thing = world.objects.get(misplaced.object)
            if thing is None:
                raise ConfigError(
                    f"task: misplaced object '{misplaced.object}' is not in the house"
                )
            if misplaced.position is not None:
                x, y, z = misplaced.position
                world.rest(thing, x, y, world.support_below(x, y, z))
        for entry in task.robots:
            if entry.name not in cards:
                raise ConfigError(f"task: robot '{entry.name}' has no card")
            card = cards[entry.name]
            world.robots[entry.name] = WorldRobot(entry, card, entry.pose, card.capability.battery)
        return world

    def present(self) -> list[WorldRobot]:
        """Return the robots that have joined."""
        return [robot for robot in self.robots.values() if robot.joined]

    def at_rest(self) -> list[WorldObject]:
        """Return the objects that no robot holds and that are in nothing shut or held."""
        if not self.holders.holder:
            return [thing for thing in self.objects.values() if not thing.held_by]
        return [thing for thing in self.objects.values() if self._shows(thing)]

    def _shows(self, thing: WorldObject) -> bool:
        outer, holder = thing, self.holders.holder.get(thing.name, "")
        while holder:
            if self.holders.is_shut(holder):
                return False
            outer, holder = self.objects[holder], self.holders.holder.get(holder, "")
        return not outer.held_by

    def mass(self, thing: WorldObject) -> float:
        """Return the mass of an object with all that is in it, kilograms."""
        return sum(self.objects[n].source.mass for n in self.holders.with_contents(thing.name))

    def room_at(self, x: float, y: float) -> str:
        """Return the id of the room over whose floor a point is, or an empty string."""
        return room_id_at(self.house.rooms, Point(x, y))

    def base_height(self, robot: WorldRobot) -> float:
        """Return how high a robot's base is in `map`, metres: where it stands, and flies."""
        return standing_height(self.house.ground, robot.card, robot.pose) + robot.altitude

    def support_below(self, x: float, y: float, z: float) -> Support:
        """Return the highest surface at (x, y) that is not above height z; else the floor."""
        floor = self.house.ground.height(x, y)
        found = surface_below((thing.source for thing in self.objects.values()), x, y, z, floor)
        return _support(*found) if found else Support(FLOOR, FLOOR, floor)

    def rest(self, thing: WorldObject, x: float, y: float, support: Support) -> None:
        """Lay an object on a support with its bottom centre above floor point (x, y)."""
        self.holders.take(thing.name)
        thing.box = moved(thing.box, x, y, support.z)
        thing.support = support
        thing.room_id = self.room_at(x, y)
        thing.held_by = ""
        self._take_along(thing)
        self.objects_changed += 1

    def put_in(self, thing: WorldObject, holder: WorldObject) -> None:
        """Put an object into one that holds others and has room."""
        self.holders.take(thing.name)
        self.holders.put(thing.name, holder.name)
        self._arrange(thing, holder)
        thing.held_by = ""
        self.objects_changed += 1

    def take(self, thing: WorldObject, robot: WorldRobot) -> None:
        """Have a robot hold an object, wherever that was, as it is to its tool point."""
        self.holders.take(thing.name)
        if robot.tool is not None:
            robot.grip = Grip(thing.box, np.linalg.inv(robot.tool) @ middle(thing.box))
        thing.held_by, robot.held = robot.name, thing.name
        self.objects_changed += 1
        self.carry(robot)

    def deliver(self, robot: WorldRobot, thing: WorldObject) -> None:
        """Have what a robot has just let go of count for good, where that was in the zone.

        Of a container it is what is in it. Nothing is taken away: all of it stays where it lies.
        """
        zone, here = self.zone, robot.pose.point
        if zone is None:
            return
        names = self.holders.contents.get(thing.name)
        if names is None:
            names = [thing.name] if zone.is_asked_for(thing.source.category) else []
        if any(zone.serves(at, here, self._room_type_at) for at in self.house.objects):
            self.delivered.update(names)

    def turn_door(self, thing: WorldObject, shut: bool) -> None:
        """Open or shut what has a door."""
        self.holders.shut[thing.name] = shut
        self.objects_changed += 1

    def set_state(self, thing: WorldObject, state: State) -> None:
        """Bring an object into a state that it has."""
        self.states.set(thing.name, state)
        self.objects_changed += 1

    def carry(self, robot: WorldRobot) -> None:
        """Move what a robot holds along: with its tool, or on top of a body without one."""
        if not robot.held:
            return
        thing = self.objects[robot.held]
        if robot.tool is None or robot.grip is None:
            top = self.base_height(robot) + robot.card.body.height
            thing.box = moved(thing.box, robot.pose.x, robot.pose.y, top)
        else:
            thing.box = hung(robot.grip.box, robot.tool @ robot.grip.middle)
        thing.room_id = self.room_at(thing.box.x, thing.box.y)
        self._take_along(thing)

    def _take_along(self, holder: WorldObject) -> None:
        """Have what is in a container be where the container is."""
        for name in self.holders.contents.get(holder.name, ()):
            self._arrange(self.objects[name], holder)

    def _arrange(self, thing: WorldObject, holder: WorldObject) -> None:
        holders, carried = self.holders, holder.source.pickupable
        index = holders.contents[holder.name].index(thing.name)
        capacity = holders.capacity[holder.name]
        thing.box = place_in(thing.box, holder.box, index, capacity, carried)
        thing.support = Support(holder.name, holder.source.category, thing.box.bottom, inside=True)
        thing.room_id = holder.room_id
        self._take_along(thing)

    def _furnish(self, task: Task) -> None:
        """Give things their states; shut what opens, with what the house file has in it; fill it.

        Raises:
            ConfigError: A thing or its holder is not in the house, or the holder takes no more.
        """
        things = [(thing.name, thing) for thing in self.house.objects]
        self.holders = Holders(things, task.furnishing)
        self.states = ObjectStates(things, task.furnishing)
        for thing in self.objects.values():
            if thing.support.inside and self.holders.opens(thing.support.receptacle):
                self.holders.put(thing.name, thing.support.receptacle)
        for name, holder in task.inside:
            known = name in self.objects and holder in self.holders.capacity
            if not known or self.holders.is_full(holder):
                raise ConfigError(
                    f"task: inside: '{name}' in '{holder}'; expected an object of the house, in "
                    "one that holds others and has room"
                )
            self.put_in(self.objects[name], self.objects[holder])

    def where(self, thing: WorldObject) -> str:
        """Say for people where an object is, such as "on CounterTop in room_0"."""
        room = thing.room_id or "no room"
        if thing.held_by:
            return f"held by {thing.held_by} in {room}"
        word = "in" if thing.support.inside else "on"
        return f"{word} {thing.support.category} in {room}"

    def record(
        self,
        kind: EventKind,
        text: str,
        robot: WorldRobot | None = None,
        thing: WorldObject | None = None,
    ) -> None:
        """Remember an event, stamped now, with what robot and object it concerns."""
        position = thing.centre if thing else robot.pose.point if robot else Point(0.0, 0.0)
        where = self.where(thing) if thing else ""
        if robot and not thing:
            where = self.room_at(robot.pose.x, robot.pose.y)
        self._events.append(
            WorldEvent(
                stamp=self.time,
                kind=kind,
                text=text,
                robot=robot.name if robot else "",
                object=thing.name if thing else "",
                category=thing.source.category if thing else "",
                position=position,
                where=where,
                path_length=robot.path_length if robot else 0.0,
            )
        )

    def take_events(self) -> list[WorldEvent]:
        """Return the events since the last call, oldest first."""
        events, self._events = self._events, []
        return events

    def _room_type_at(self, x: float, y: float) -> str:
        return room_type_at(self.house.rooms, Point(x, y))

    def _initial_support(self, thing: WorldObject) -> Support:
        """Return what carries an object as the house file says, or by looking below it."""
        parent = self.house.object(thing.source.parent) if thing.source.parent else None
        box = thing.source.box
        if parent is None:
            return Support(FLOOR, FLOOR, self.house.ground.height(box.x, box.y))
        if not parent.surfaces:
            return Support(parent.name, parent.category, box.bottom)
        surface = min(
            parent.surfaces,
            key=lambda s: abs(s.z - box.bottom) + max(0.0, planar_distance(s, box.x, box.y)),
        )
        return _support(parent, surface)


def _support(receptacle: HouseObject, surface: Surface) -> Support:
    return Support(
        receptacle.name, receptacle.category, surface.z, surface.inside, surface.headroom
    )
