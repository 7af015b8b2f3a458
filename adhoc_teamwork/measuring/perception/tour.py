# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot drives and looks so that it sees each room of a house three times."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.motion.nav_grid import RESOLUTION, Mask, NavGrid
from adhoc_teamwork.simulation.motion.navigation import Planner
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import rooms_at

VISITS = 3
HEADINGS = 10
"""Pictures of one turn on the spot; a camera that sees 1.2 rad wide sees everything twice."""
STATION_GAP = 1.6
"""Stations of a room lie at least this far apart, metres."""
MOST_STATIONS = 6
PICTURE_WAY = 0.4
"""Way between two pictures while driving, metres."""
_ROOMY = 0.15
"""A station keeps this much more room around the body than it needs, where there is, metres."""


@dataclass(frozen=True)
class Stop:
    """Hold where a picture is taken, and when, seconds since the start."""

    pose: Pose
    stamp: float


@dataclass(frozen=True)
class Tour:
    """Hold the stations of each room that the robot can reach, rooms in order of the drive."""

    planner: Planner
    rooms: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    speed: float
    turn_rate: float

    @classmethod
    def of(cls, house: House, card: RobotCard) -> "Tour":
        """Return the tour of a robot through all rooms that hang together."""
        grid = occupancy_grid(house, card.body.height)
        xs, ys = grid.frame.middles()
        rooms = rooms_at(house.rooms, xs[None, :], ys[:, None])
        floor = _where_most_rooms_are(components(grid, card.body.radius), rooms)
        stations = {}
        for index, room in enumerate(house.rooms):
            found = _stations(grid, floor & (rooms == index), card.body.radius + _ROOMY)
            if found:
                stations[room.room_id] = found
        return cls(
            Planner(grid, card.body.radius),
            _in_order(stations),
            card.capability.max_speed,
            card.body.max_turn_rate,
        )

    def stops(self, visits: int = VISITS) -> Iterator[Stop]:
        """Yield all stops: so many times through all rooms, every second time backwards."""
        drive = _Drive(self)
        for visit in range(visits):
            order = self.rooms if visit % 2 == 0 else self.rooms[::-1]
            for _, stations in order:
                for x, y in stations if visit % 2 == 0 else stations[::-1]:
                    yield from drive.to(x, y)
                    yield from drive.turn_around(visit / visits)


class _Drive:
    """Follow the pose and the clock along a tour."""

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        self._pose: Pose | None = None
        self._stamp = 1.0

    def to(self, x: float, y: float) -> Iterator[Stop]:
        """Yield the stops on the way to a point; none on the way to the very first."""
        here = self._pose
        if here is None:
            self._pose = Pose(x, y)
            return
        plan = self._tour.planner.plan(here, Pose(x, y))
        if plan.path is None:
            raise RuntimeError(f"no way from {here} to ({x:.2f}, {y:.2f}): {plan.reason}")
        for at in np.arange(PICTURE_WAY, plan.path.length, PICTURE_WAY):
            ahead = plan.path.point(float(at) + 0.15)
            spot = plan.path.point(float(at))
            yaw = Pose(*spot).heading_to(Point(*ahead))
            yield self._go(Pose(*spot, yaw))
        self._go(Pose(*plan.path.point(plan.path.length), self._pose.yaw if self._pose else 0.0))

    def turn_around(self, phase: float) -> Iterator[Stop]:
        """Yield the stops of one turn on the spot, begun at a share of the step between two."""
        here = self._pose
        if here is None:
            return
        step = 2.0 * math.pi / HEADINGS
        for number in range(HEADINGS):
            yaw = (number + phase) * step
            yield self._go(Pose(here.x, here.y, math.remainder(yaw, 2.0 * math.pi)))

    def _go(self, pose: Pose) -> Stop:
        before = self._pose or pose
        way = math.dist((before.x, before.y), (pose.x, pose.y))
        turn = abs(math.remainder(pose.yaw - before.yaw, 2.0 * math.pi))
        self._stamp += way / self._tour.speed + turn / self._tour.turn_rate
        self._pose = pose
        return Stop(pose, self._stamp)


def _where_most_rooms_are(labels: NDArray[np.int32], rooms: NDArray[np.int32]) -> Mask:
    """Return the free floor, in one piece, that lies in the most rooms; the larger of equals."""
    pieces = range(1, int(labels.max(initial=0)) + 1)
    best = (
        max(
            pieces,
            key=lambda piece: (len(np.unique(rooms[(labels == piece) & (rooms >= 0)])), -piece),
        )
        if pieces
        else -1
    )
    mask: Mask = labels == best
    return mask


def _stations(grid: NavGrid, floor: Mask, roomy: float) -> tuple[tuple[float, float], ...]:
    """Return points of a room's floor far from one another, the roomiest first."""
    if not floor.any():
        return ()
    good = floor & (grid.clearance >= roomy)
    cells = np.argwhere(good if good.any() else floor)
    first = int(np.argmax(grid.clearance[cells[:, 0], cells[:, 1]]))
    chosen = [first]
    apart = np.hypot(*(cells - cells[first]).T) * RESOLUTION
    while len(chosen) < MOST_STATIONS and float(apart.max()) >= STATION_GAP:
        chosen.append(int(np.argmax(apart)))
        apart = np.minimum(apart, np.hypot(*(cells - cells[chosen[-1]]).T) * RESOLUTION)
    return tuple(grid.point((int(cells[c, 0]), int(cells[c, 1]))) for c in chosen)


def _in_order(
    stations: dict[str, tuple[tuple[float, float], ...]],
) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    """Return the rooms so that each is followed by the nearest that is left."""
    left = dict(stations)
    ordered: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    while left:
        last = ordered[-1][1][-1] if ordered else None
        name = min(left, key=lambda room: math.dist(left[room][0], last) if last else 0.0)
        ordered.append((name, left.pop(name)))
    return tuple(ordered)
