# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tops of furniture: what of them a camera has looked over from near, and from where it would.

Small things on a bed or a table do not show from across the room, and the floor that an
exploration looks at may all be seen without them.
"""

import math

import numpy as np
import shapely

from adhoc_teamwork.skills.belief.footprint import footprint, support_height
from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.scene import Detection, Presence

_NEAR = 3.0
"""From farther away, metres, small things do not show."""
_BELOW = 0.15
"""A top shows to a camera that is so much higher, metres."""
_SHARE_OF_VIEW = 0.9
_PITCH, _STRIDE = 0.4, 0.4
"""Metres between the points of a top, and between the places from where it may be looked over."""
_STEP, _TURN = 0.25, 0.25
"""A glance differs from the last by so many metres or radians."""
_MOST_GLANCES = 600
_FIXED_TIME, _TURN_RATE = 2.0, 1.0

Outline = tuple[tuple[float, float], ...]


class SurfaceLooks:
    """Remember from where one camera looked."""

    def __init__(self, capability: Capability) -> None:
        self._capability = capability
        self._glances: list[Pose] = []

    def note(self, base: Pose) -> None:
        """Remember that the robot looked from a pose of its base in `map`."""
        last = self._glances[-1] if self._glances else None
        if last is not None:
            moved = last.point.planar_distance_to(base.point)
            if moved < _STEP and abs(normalize_angle(last.yaw - base.yaw)) < _TURN:
                return
        self._glances = [*self._glances, base][-_MOST_GLANCES:]

    def shows(self, piece: Detection) -> bool:
        """Tell whether a piece of furniture is there and the camera high enough to see its top."""
        holds = piece.is_receptacle and not piece.pickupable and not piece.opens
        shows_below = self._capability.camera_height - _BELOW
        return piece.status is Presence.PRESENT and holds and support_height(piece) < shows_below

    def unseen(self, piece: Detection, outline: Outline) -> Floats:
        """Return the points of a top that showed from nowhere in its room, (n, 2), metres.

        Args:
            piece: Furniture.
            outline: Of its room.
        """
        points = _points(piece)
        room = shapely.make_valid(shapely.Polygon(outline))
        glances: Floats = np.array([(g.x, g.y, g.yaw) for g in self._glances]).reshape(-1, 3)
        glances = glances[shapely.contains_xy(room, glances[:, 0], glances[:, 1])]
        if not len(glances):
            return points
        near, bearing = self._seen_from(glances[:, :2], points, support_height(piece))
        off = np.abs(normalize_angle(bearing - glances[:, None, 2]))
        return points[~(near & (off <= self._half_width)).any(axis=0)]

    def best_view(
        self,
        grid: SemanticGrid,
        start: Pose,
        radius: float,
        tops: list[tuple[Detection, Floats]],
        outline: Outline,
    ) -> Pose | None:
        """Return from where the most points of tops show per second, or None without a place.

        Args:
            grid: The robot's map.
            start: Where it stands in `map`.
            radius: How far it keeps from what is occupied, metres.
            tops: Pieces of furniture of one room and points of their tops, (n, 2).
            outline: Of the room.
        """
        travel = grid.travel(start.point, radius)
        usable = grid.standable(radius) & np.isfinite(travel) & grid.inside(outline)
        row, column = np.nonzero(grid.thinned(usable, _STRIDE))
        grid_x, grid_y = grid.centres
        places = np.stack([grid_x[row, column], grid_y[row, column]], axis=1)
        if not len(places):
            return None
        seen = [self._seen_from(places, points, support_height(piece)) for piece, points in tops]
        near = np.concatenate([s[0] for s in seen], axis=1)
        bearing = np.concatenate([s[1] for s in seen], axis=1)
        yaw = np.arctan2((near * np.sin(bearing)).sum(axis=1), (near * np.cos(bearing)).sum(axis=1))
        shown = near & (np.abs(normalize_angle(bearing - yaw[:, None])) <= self._half_width)
        turn = np.abs(normalize_angle(yaw - start.yaw))
        speed = max(self._capability.max_speed, 0.05)
        seconds = travel[row, column] / speed + turn / _TURN_RATE + _FIXED_TIME
        count = shown.sum(axis=1)
        best = int(np.argmax(count / seconds))
        if not count[best]:
            return None
        return Pose(float(places[best, 0]), float(places[best, 1]), float(yaw[best]))

    @property
    def _half_width(self) -> float:
        return self._capability.horizontal_fov / 2.0 * _SHARE_OF_VIEW

    def _seen_from(self, places: Floats, points: Floats, top: float) -> tuple[Mask, Floats]:
        """Tell which points would show from which places, (m, n), and in what direction (rad)."""
        can = self._capability
        dx = points[None, :, 0] - places[:, None, 0]
        dy = points[None, :, 1] - places[:, None, 1]
        away = np.hypot(dx, dy)
        down = np.arctan2(can.camera_height - top, np.maximum(away, 1e-6))
        half = can.vertical_fov / 2.0 * _SHARE_OF_VIEW
        level = np.abs(down - can.camera_pitch) <= half
        far = min(can.camera_range, max(_NEAR, self._nearest(top) + _STRIDE))
        return np.asarray(level & (away <= far)), np.arctan2(dy, dx)

    def _nearest(self, top: float) -> float:
        """Return from which distance on, metres, a top shows above the images' lower edge."""
        can = self._capability
        steepest = can.camera_pitch + can.vertical_fov / 2.0 * _SHARE_OF_VIEW
        if steepest <= 0.0:
            return math.inf
        return (can.camera_height - top) / math.tan(min(steepest, math.pi / 2.0 - 0.02))


def _points(piece: Detection) -> Floats:
    """Return points all over a top, (n, 2), metres."""
    area = footprint(piece)
    x, y = np.meshgrid(_axis(area.x, area.half_x), _axis(area.y, area.half_y))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _axis(middle: float, half: float) -> Floats:
    count = max(1, math.ceil(2.0 * half / _PITCH))
    return np.asarray(middle + half * (2.0 * np.arange(count) + 1.0 - count) / count)
