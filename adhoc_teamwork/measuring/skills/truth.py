# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot can do in a house, worked out from the simulated world and not by the skills."""

from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.simulation.houses.boxes import footprints_overlap, from_local, moved
from adhoc_teamwork.simulation.houses.house import Box, Surface
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.motion.nav_grid import Cell, Mask
from adhoc_teamwork.simulation.motion.occupancy import reachable
from adhoc_teamwork.simulation.rules.placing import Spot
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.world import WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Room

_ROOMY = 0.1
"""Where a robot is sent, its side keeps so far from everything, metres."""
_PITCH = 0.08
_EDGE = 0.05
_GAP = 0.04
_SLACK = 0.15
"""Farther than its reach by so much, metres, nothing counts as reachable."""


@dataclass
class Truth:
    """Answer for one robot that has joined, from where it stands at the start."""

    simulator: Simulator
    robot: WorldRobot

    def __post_init__(self) -> None:
        """Work out where it can drive and what its hand gets to from there."""
        world = self.simulator.world
        self.grid = self.simulator.fleet.planner(self.robot).grid
        self.cells: Mask = reachable(self.grid, self.robot.pose, self.robot.radius)
        self.roomy: Mask = self.cells & (self.grid.clearance >= self.robot.radius + _ROOMY)
        start = (self.robot.pose.x, self.robot.pose.y)
        self.hand = Reach.of(world.house, self.robot.card, start)

    def rooms(self) -> list[Room]:
        """Return the rooms with open floor to which it can drive."""
        return [room for room in self.simulator.world.house.rooms if self._enters(room)]

    def shut_rooms(self) -> list[Room]:
        """Return the rooms of which it can drive to no cell at all."""
        cells = self._points(self.cells)
        rooms = self.simulator.world.house.rooms
        return [r for r in rooms if not any(r.contains(p) for p in cells)]

    def floor_near(self, nearest: float, farthest: float) -> list[Point]:
        """Return open floor to which it can drive, at a distance in metres from where it stands."""
        here = self.robot.pose.point
        return [
            p for p in self._points(self.roomy) if nearest <= here.planar_distance_to(p) <= farthest
        ]

    def graspable(self) -> list[WorldObject]:
        """Return the things at rest that it can lift and get its hand to."""
        return [t for t in self._things() if self._light(t) and self._touches(t)]

    def fits_on_floor(self, thing: WorldObject) -> bool:
        """Tell whether the arm can hold a thing over floor that the robot does not cover."""
        half = max(thing.box.size_x, thing.box.size_y) / 2.0
        return self.robot.radius + half + _ROOMY < self.robot.card.capability.reach - _ROOMY

    def too_heavy(self) -> list[WorldObject]:
        """Return the things at rest that its hand gets to and cannot lift."""
        return [t for t in self._things() if not self._light(t) and self._touches(t)]

    def beyond_reach(self) -> list[WorldObject]:
        """Return the things at rest to which no drivable floor is near enough for the arm."""
        far = self.robot.card.capability.reach + _SLACK
        return [t for t in self._things() if self._nearest_floor(t) > far]

    def approachable(self) -> list[WorldObject]:
        """Return the furniture on the floor beside which it can stand in the same room."""
        return [
            thing
            for thing in self.simulator.world.at_rest()
            if thing.source.solids and not thing.source.pickupable and thing.box.bottom < 0.1
            and self._stands_beside(thing)
        ]  # fmt: skip

    def doors(self) -> list[WorldObject]:
        """Return the furniture with a door to which its hand gets."""
        world = self.simulator.world
        return [world.objects[n] for n in world.holders.shut if self._hand_at(world.objects[n])]

    def containers(self) -> list[WorldObject]:
        """Return the containers at rest, with room in them, to which its hand gets."""
        return [
            thing
            for thing in self.simulator.world.at_rest()
            if self.is_holder(thing) and thing.source.pickupable and self.has_room(thing)
            and self._touches(thing) and not thing.support.inside
        ]  # fmt: skip

    def is_holder(self, thing: WorldObject) -> bool:
        """Tell whether a thing holds others."""
        return thing.name in self.simulator.world.holders.capacity

    def has_room(self, thing: WorldObject) -> bool:
        """Tell whether a thing that holds others takes one more."""
        return not self.simulator.world.holders.is_full(thing.name)

    def can_take(self, thing: WorldObject) -> bool:
        """Tell whether its hand gets to a thing that is in another, where it shows now."""
        return self._touches(thing)

    def _hand_at(self, thing: WorldObject) -> bool:
        """Tell whether it gets a hand to the side of some furniture, at the arm's own height."""
        box, can = thing.box, self.robot.card.capability
        highest = can.reach_max_height + self.simulator.world.house.ground.height(box.x, box.y)
        if not can.can_manipulate or box.bottom > highest:
            return False
        corners = ((0.0, 0.5), (0.0, -0.5), (0.5, 0.0), (-0.5, 0.0))
        return any(
            self.hand.touches(
                *from_local(across * box.size_x, ahead * box.size_y, box),
                box.bottom + _EDGE,
                min(box.top, highest),
            )
            for across, ahead in corners
        )

    def takes(self, receptacle: WorldObject, held: WorldObject) -> bool:
        """Tell whether a receptacle's top has a free spot for a thing, within the hand's reach."""
        surfaces = receptacle.source.surfaces
        if not surfaces or receptacle.source.pickupable or self.is_holder(receptacle):
            return False
        top = max(surfaces, key=lambda s: s.z)
        if not top.in_view or held.box.size_z > top.headroom:
            return False
        return any(self._free(receptacle, held, spot) for spot in _lattice(top, held))

    @staticmethod
    def _in_the_way(box: Box, other: WorldObject) -> bool:
        overlap = min(box.top, other.box.top) - max(box.bottom, other.box.bottom)
        return overlap > 0.0 and footprints_overlap(box, other.box, -_GAP)

    def _free(self, receptacle: WorldObject, held: WorldObject, spot: Spot) -> bool:
        box = moved(held.box, spot.x, spot.y, spot.z)
        for other in self.simulator.world.at_rest():
            if other.name != receptacle.name and self._in_the_way(box, other):
                return False
        return self.hand.touches(spot.x, spot.y, spot.z, spot.z + held.box.size_z)

    def _things(self) -> list[WorldObject]:
        return [
            thing
            for thing in self.simulator.world.at_rest()
            if thing.source.pickupable and thing.source.solids
            and profile_of(thing.source.category) is Profile.SOLID and not thing.support.inside
        ]  # fmt: skip

    def _light(self, thing: WorldObject) -> bool:
        return thing.source.mass <= self.robot.card.capability.payload

    def _touches(self, thing: WorldObject) -> bool:
        return self.hand.touches(thing.box.x, thing.box.y, thing.box.bottom, thing.box.top)

    def _nearest_floor(self, thing: WorldObject) -> float:
        window, distance = self.grid.disc(thing.box.x, thing.box.y, 3.0)
        near = distance[self.cells[window]]
        return float(near.min()) if near.size else np.inf

    def _stands_beside(self, thing: WorldObject) -> bool:
        room = next(
            (r for r in self.simulator.world.house.rooms if r.room_id == thing.room_id), None
        )
        box = thing.box
        out = max(box.size_x, box.size_y) / 2.0 + self.robot.radius + 0.5
        window, distance = self.grid.disc(box.x, box.y, out)
        for row, column in np.argwhere(self.roomy[window] & (distance <= out)):
            cell: Cell = (int(row) + window[0].start, int(column) + window[1].start)
            x, y = self.grid.point(cell)
            if room is None or room.contains(Point(x, y)):
                return True
        return False

    def _enters(self, room: Room) -> bool:
        return any(room.contains(p) for p in self._points(self.roomy))

    def _points(self, mask: Mask) -> list[Point]:
        return [Point(*self.grid.point((int(r), int(c)))) for r, c in np.argwhere(mask)[::5]]


def _lattice(surface: Surface, held: WorldObject) -> list[Spot]:
    """Return spots on a surface on which a thing lies well inside its edge however it is turned."""
    half = np.hypot(held.box.size_x, held.box.size_y) / 2.0 + _EDGE
    half_x, half_y = surface.size_x / 2.0 - half, surface.size_y / 2.0 - half
    if half_x < 0.0 or half_y < 0.0:
        return []
    return [
        Spot(*from_local(float(x), float(y), surface), surface.z)
        for x in np.arange(-half_x, half_x + 1e-6, _PITCH)
        for y in np.arange(-half_y, half_y + 1e-6, _PITCH)
    ]
