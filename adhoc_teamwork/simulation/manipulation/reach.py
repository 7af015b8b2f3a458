# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which points of a house a manipulating robot can touch, from where it can drive to."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.simulation.houses.boxes import moved
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.motion.nav_grid import Mask, NavGrid
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.simulation.rules.placing import LIFT, Spot, overlap
from adhoc_teamwork.simulation.rules.reach import in_the_way
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Point

ARM_ROOM = 1.0
"""Nobody works with an arm from under a table: what is lower than this, metres, is in the way."""

LEVEL = 0.05
"""Floors that differ by less than this, metres, are one to an arm."""

LEAST_WAYS = 0.1
"""The share of all ways to take a small thing that a hand must have where a task asks for it: with
fewer, what it knows of furniture has to be right to the centimetre. Of a hand that has few
anywhere, as one without a wrist that pitches, half as many as it has at most."""

DEPTH_SPARE = 0.05
"""Metres less far behind an edge than the hand gets at all: there it has one way, from one place,
and a wall beside it or a basin's tap takes that."""

FINGER, _TIP = 0.03, 0.02
"""Metres that an open finger takes up beside a thing, away from it and along its side: with 0.02
beside a basin's ledge the quadruped's arm takes it from one place in forty, with none from any."""

_CLOSINGS = 8
"""So many directions in half a turn in which the fingers may close."""

_ACROSS = math.cos(math.radians(30.0))
"""A hand is turned sideways whose fingers close less than so much across its way, as a sine."""

_LEAST = 1e-9
_ALONG = 0.02
"""Metres between places at which furniture is looked for."""

STANDING_ERROR = 0.12
"""How far from where it wants to be a robot may stop, metres: taken off its reach."""


@dataclass(frozen=True)
class Reach:
    """Say what one robot's hand gets to from the cells it can drive to."""

    house: House
    grid: NavGrid
    cells: Mask
    capability: Capability
    opening: float = math.inf
    """Metres between its fingers at the most; what is wider is taken by its upper edge."""
    grasps: GraspShares | None = None
    """In how many ways the hand takes something where; None where nobody knows."""

    @classmethod
    def of(
        cls,
        house: House,
        card: RobotCard,
        start: tuple[float, float] | None,
        opening: float = math.inf,
    ) -> "Reach":
        """Return the reach of a robot that starts at a floor point, or in the largest free part."""
        grid = occupancy_grid(house, max(card.body.height, ARM_ROOM), Footing.of(card))
        labels = components(grid, card.body.radius)
        label = 1
        if start is not None:
            cell = grid.nearest(*start, labels > 0, card.body.radius)
            label = int(labels[cell]) if cell is not None else -1
        return cls(house, grid, labels == label, card.capability, opening, card.grasps)

    def holds(self, thing: HouseObject, spot: Spot) -> bool:
        """Tell whether the hand takes hold of a thing that stands at a spot.

        It gets to the thing's middle, and its fingers close on two sides beside which nothing else
        is; what is too wide for them is held by its upper edge.
        """
        box = moved(thing.box, spot.x, spot.y, spot.z)
        if min(box.size_x, box.size_y) > self.opening:
            return self._gets_to(spot, box.top)
        closings = self._closings(thing, box)
        return bool(closings) and self._gets_to(spot, box.z, closings)

    def _closings(self, thing: HouseObject, box: Box) -> list[float]:
        """Return the directions, radians in `map`, in which fingers have room to close on a box."""
        others = (other for other in self.house.objects if other is not thing)
        solids = [solid for other in others for solid in other.solids]
        return [
            direction
            for direction, fingers in _ways_to_close(box, self.opening)
            if not any(overlap(finger, solid) for finger in fingers for solid in solids)
        ]

    def touches(self, x: float, y: float, bottom: float, top: float) -> bool:
        """Tell whether the hand gets to a thing at a floor point, from its bottom to its top, m."""
        return self._gets_to(Spot(x, y, bottom), (bottom + top) / 2.0)

    def _gets_to(self, spot: Spot, height: float, closings: Sequence[float] = ()) -> bool:
        """Tell whether the hand gets to a height, metres, at a thing that stands at a spot.

        Args:
            spot: Where the thing stands.
            height: That the hand gets to.
            closings: Directions in which its fingers may close; none where that is all the same.
        """
        can, floor = self.capability, self.house.ground.height(spot.x, spot.y)
        if not (can.can_manipulate and can.reach_min_height <= spot.z - floor):
            return False
        if height - floor > can.reach_max_height:
            return False
        return self._stand(spot, floor, height, closings)

    def _stand(self, spot: Spot, floor: float, height: float, closings: Sequence[float]) -> bool:
        """Tell whether there is a cell from which the hand works well, with no wall in between.

        Nor is the thing too deep in furniture there for the height of its bottom.
        """
        x, y = spot.x, spot.y
        reach = self.capability.reach - STANDING_ERROR
        window, distance = self.grid.disc(x, y, reach)
        near = self.cells[window] & (distance <= reach)
        turned = straight = math.inf
        if self.grasps is not None:
            shares = self.grasps.at(distance, height - floor)
            near &= (shares > 0.0) & (shares >= min(LEAST_WAYS, self.grasps.most / 2.0))
            turned, straight = (
                self.grasps.behind_edge(spot.z - floor, sideways) - DEPTH_SPARE
                for sideways in (True, False)
            )
        if not self.house.ground.is_flat:
            ground = self.house.ground
            xs, ys = self.grid.centres(window)
            near &= np.abs(ground.heights(xs[None, :], ys[:, None]) - floor) < LEVEL
        places = np.argwhere(near)
        order = np.argsort(distance[near], kind="stable")
        for row, column in places[order][:: max(1, len(places) // 20)]:
            cell = (int(row) + window[0].start, int(column) + window[1].start)
            base = Point(*self.grid.point(cell))
            across = _most_across(closings, math.atan2(y - base.y, x - base.x))
            if self._depth(base, x, y) > _deepest(turned, straight, across):
                continue
            if not any(in_the_way(w, base, Point(x, y, height)) for w in self.house.walls):
                return True
        return False

    def _depth(self, base: Point, x: float, y: float) -> float:
        """Return how far behind the first edge on the way from a place a floor point is, metres.

        It is behind none on open floor: minus infinity.
        """
        distance = math.hypot(x - base.x, y - base.y)
        for way in np.arange(0.0, distance, _ALONG).tolist():
            share = way / distance
            at = self.grid.cell(base.x + share * (x - base.x), base.y + share * (y - base.y))
            if self.grid.holds(at) and self.grid.clearance[at] <= 0.0:
                return distance - way
        return -math.inf


def _most_across(closings: Sequence[float], ahead: float) -> float:
    """Return how much across a way fingers close at best, as a sine; 1 where all is the same."""
    return max((abs(math.sin(one - ahead)) for one in closings), default=1.0)


def _deepest(turned: float, straight: float, across: float) -> float:
    """Return how far behind an edge a hand gets that is turned a little: less far by so much.

    Args:
        turned: How far it gets turned sideways, metres; infinite where that is not known.
        straight: How far it gets straight, likewise.
        across: How much across its way the fingers close, as a sine.
    """
    if across < _ACROSS or turned == straight:
        return turned
    return turned + across * (straight - turned)


def _ways_to_close(box: Box, opening: float) -> Iterator[tuple[float, tuple[Box, Box]]]:
    """Yield the directions in which a hand opens so far, and where its fingers are then."""
    for number in range(_CLOSINGS):
        turn = number * math.pi / _CLOSINGS
        cos, sin = math.cos(turn), math.sin(turn)
        width = min(box.size_x / max(abs(cos), _LEAST), box.size_y / max(abs(sin), _LEAST))
        if width <= opening:
            direction, away = box.yaw + turn, (width + FINGER) / 2.0
            finger = replace(box, size_x=FINGER, size_y=_TIP, yaw=direction)
            x, y = away * math.cos(direction), away * math.sin(direction)
            yield (
                direction,
                (
                    moved(finger, box.x + x, box.y + y, box.bottom + LIFT),
                    moved(finger, box.x - x, box.y - y, box.bottom + LIFT),
                ),
            )
