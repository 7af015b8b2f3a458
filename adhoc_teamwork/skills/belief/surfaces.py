# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tops of furniture: what of them a camera has yet to look over, and from where it would.

Small things on a bed or a table do not show from across the room, and the floor that an
exploration looks at may all be seen without them. What has shown is for perception to say; from
where nothing did, as behind a sofa's back, a top is looked over from another side.

Of a top that is about as high as the camera perception sees hardly anything. What stands up on it
shows all the same, to a camera that has it in view: along such a top the robot has looked from
wherever its camera was turned to it. Of a higher top the near edge hides what stands behind it, the
less the farther away the camera is.
"""

import math
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.skills.belief.footprint import footprint, support_height, top_end
from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.visibility import (
    ABOVE_TOPS,
    ANY,
    BEYOND_NEAREST,
    ENOUGH,
    IN_REACH,
    RISES,
    SEAT,
    STANDS_UP,
    TOPS_SHOW_FROM,
    UPWARDS_FROM,
    has_arms,
    is_seat,
    looks_down_on,
    looks_up_to,
    shows_upper_end_alone,
)
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.maps.ground import Outline
from adhoc_teamwork.teamwork.scene import Detection, Presence

_SHARE_OF_VIEW = 0.9
_PITCH, _STRIDE = 0.4, 0.4
"""Metres between the points of a top, and between the places from where it may be looked over."""
_SAME_SIDE = math.pi / 6.0
"""What did not show from one side does not from within this of it, radians: past an armrest, it
may."""
_MOST_LOOKS = 3
"""What did not show from so many sides is given up."""
_SIDES_PAST_ARMS, _SIDES = 3, 8
"""Along a seat with arms a camera has looked from so many of so many sides: between its arms and
back a thing shows from one of them at times."""
_MOST_TRIED, _MOST_GLANCES = 200, 400
_APART, _TURNED = 0.25, 0.3
"""Glances nearer to each other than this, metres and radians, are one."""
_IN_VIEW = 0.05
"""So much above a top as high as the camera or higher, metres, is to be in view."""
_BEHIND_EDGE = 0.1
"""A look from where the near edge of a higher top hides what stands up is worth so much of one from
where it does not."""
_FIXED_TIME, _TURN_RATE = 2.0, 1.0


class SurfaceLooks:
    """Choose from where one camera looks tops over, and remember from where it did."""

    def __init__(self, capability: Capability) -> None:
        self._capability = capability
        self._tried: list[Pose] = []
        self._glances: list[Pose] = []

    def glanced(self, base: Pose) -> None:
        """Remember a pose of the base in `map` from where the camera looked about on the way."""
        last = self._glances[-1] if self._glances else None
        if last is None or last.is_apart(base, _APART, _TURNED):
            self._glances = [*self._glances, base][-_MOST_GLANCES:]

    def tried(self, base: Pose) -> None:
        """Remember a pose of the base in `map` from where tops were to be looked over."""
        self._tried = [*self._tried, base][-_MOST_TRIED:]

    def shows(self, piece: Detection) -> bool:
        """Tell whether a piece of furniture is there and things on its top show to the camera."""
        holds = piece.is_receptacle and not piece.pickupable and not piece.opens
        if not holds or piece.status is not Presence.PRESENT:
            return False
        top = self._height(piece)
        return looks_down_on(self._capability, top) or self._is_along(top)

    def levels(self, piece: Detection) -> tuple[Detection, ...]:
        """Return a piece of furniture as each height at which the camera is to look it over.

        Where nobody has seen what carries things, or only the back of a chair, that may be a seat
        below the upper end: to a camera that is not well above seats either, it is one from near
        besides.
        """
        if not self.shows(piece):
            return ()
        is_guess = not piece.support_seen or is_seat(piece.category)
        is_guess &= support_height(piece) - SEAT > RISES
        if not (is_guess and self._is_along(SEAT) and self._is_along(self._height(piece))):
            return (piece,)
        return piece, replace(piece, support_height=SEAT, support_seen=True)

    def unseen(
        self, piece: Detection, inspected: SemanticGrid | None, outline: Outline = ()
    ) -> Floats:
        """Return the points of a top that are still to be looked over, (n, 2), metres.

        Args:
            piece: Furniture.
            inspected: Occupied where small things have shown, unseen where something showed that
                nobody has made out; where nobody says, they have shown wherever a top was looked
                over.
            outline: Of its room; along its top the robot has looked only from within. Where there
                is none, from anywhere.
        """
        points = _points(piece)
        top = self._height(piece)
        is_along = self._is_along(top)
        told = inspected if not is_along or looks_up_to(self._capability, top) else None
        shown: Mask = np.zeros(len(points), np.bool_)
        if told is not None:
            row, column, inside = told.index(points[:, 0], points[:, 1])
            shown = inside & _without_gaps(told.occupied)[row, column]
        if is_along or told is None:
            glances = _within(outline, self._glances) if is_along and told is None else []
            needed = _SIDES_PAST_ARMS if is_along and self._is_between_arms(piece) else 1
            looked = self._looked([(piece, points)], [*self._tried, *glances])
            shown |= _count_sides(*looked) >= needed
        enough = ANY if self._shows_upper_end_alone(piece) else ENOUGH
        left = points[~shown] if shown.mean() < enough else points[:0]
        return left if inspected is None else np.concatenate([left, _doubted(piece, inspected)])

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
        seen = [self._seen_from(places, points, self._height(piece)) for piece, points in tops]
        near = np.concatenate([s[0] for s in seen], axis=1)
        bearing = np.concatenate([s[1] for s in seen], axis=1)
        yaw = np.arctan2((near * np.sin(bearing)).sum(axis=1), (near * np.cos(bearing)).sum(axis=1))
        shown = near & (np.abs(normalize_angle(bearing - yaw[:, None])) <= self._half_width)
        shown &= ~self._in_vain(tops, bearing)
        worth = np.concatenate([self._worth(places, *of) for of in tops], axis=1)
        turn = np.abs(normalize_angle(yaw - start.yaw))
        speed = max(self._capability.max_speed, 0.05)
        seconds = travel[row, column] / speed + turn / _TURN_RATE + _FIXED_TIME
        count = (shown * worth).sum(axis=1)
        best = int(np.argmax(count / seconds))
        if not count[best]:
            return None
        return Pose(float(places[best, 0]), float(places[best, 1]), float(yaw[best]))

    def _in_vain(self, tops: list[tuple[Detection, Floats]], bearing: Floats) -> Mask:
        """Tell which points, of all tops, did not show from the side on which a place is, (m, n).

        Args:
            tops: Pieces of furniture and points of theirs.
            bearing: From places to those points, (m, n), radians.
        """
        looked, before = self._looked(tops, self._tried)
        beside = np.abs(normalize_angle(bearing[:, None] - before[None])) <= _SAME_SIDE
        given_up = looked.sum(axis=0) >= _MOST_LOOKS
        return np.asarray((beside & looked[None]).any(axis=1) | given_up, dtype=np.bool_)

    def _looked(
        self, tops: list[tuple[Detection, Floats]], looks: list[Pose]
    ) -> tuple[Mask, Floats]:
        """Tell which points were to show from where the robot looked, and in what direction.

        Both are (poses, n); directions are in radians.
        """
        poses: Floats = np.array([(t.x, t.y, t.yaw) for t in looks]).reshape(-1, 3)
        seen = [self._seen_from(poses[:, :2], at, self._height(piece)) for piece, at in tops]
        looked = np.concatenate([s[0] for s in seen], axis=1)
        bearing = np.concatenate([s[1] for s in seen], axis=1)
        looked &= np.abs(normalize_angle(bearing - poses[:, 2:])) <= self._half_width
        return looked, bearing

    @property
    def _half_width(self) -> float:
        return self._capability.horizontal_fov / 2.0 * _SHARE_OF_VIEW

    def _seen_from(self, places: Floats, points: Floats, top: float) -> tuple[Mask, Floats]:
        """Tell which points would show from which places, (m, n), and in what direction (rad)."""
        can = self._capability
        dx = points[None, :, 0] - places[:, None, 0]
        dy = points[None, :, 1] - places[:, None, 1]
        away = np.hypot(dx, dy)
        half = can.vertical_fov / 2.0 * _SHARE_OF_VIEW
        if self._is_along(top):
            aim = top + _IN_VIEW
            far = UPWARDS_FROM if looks_up_to(can, top) else TOPS_SHOW_FROM
        else:
            aim, far = top, max(TOPS_SHOW_FROM, self._nearest(top) + BEYOND_NEAREST)
        down = np.arctan2(can.camera_height - aim, np.maximum(away, 1e-6))
        level = np.abs(down - can.camera_pitch) <= half
        far = min(can.camera_range, far)
        return np.asarray(level & (away <= far)), np.arctan2(dy, dx)

    def _worth(self, places: Floats, piece: Detection, points: Floats) -> Floats:
        """Return how much of a look at points of a top each is from places, (m, n), 0 to 1.

        From near below a top its edge hides all that stands behind it.
        """
        rise = self._height(piece) - self._capability.camera_height
        area = footprint(piece)
        away = np.hypot(*(points[None] - places[:, None]).transpose(2, 0, 1))
        behind = min(area.half_x, area.half_y)
        hidden = rise * behind / np.maximum(away - behind, 1e-6)
        return np.where(hidden > STANDS_UP, _BEHIND_EDGE, 1.0)

    def _height(self, piece: Detection) -> float:
        """Return at what height the camera looks a piece of furniture over, metres."""
        return top_end(piece) if self._shows_upper_end_alone(piece) else support_height(piece)

    def _is_between_arms(self, piece: Detection) -> bool:
        return has_arms(piece.category) and support_height(piece) - SEAT <= RISES

    def _shows_upper_end_alone(self, piece: Detection) -> bool:
        return shows_upper_end_alone(self._capability, support_height(piece), top_end(piece))

    def _is_along(self, top: float) -> bool:
        """Tell whether the camera is not well above a top, metres, that hands get to."""
        return self._capability.camera_height - top <= ABOVE_TOPS and top <= IN_REACH

    def _nearest(self, top: float) -> float:
        """Return from which distance on, metres, a top shows above the images' lower edge."""
        can = self._capability
        steepest = can.camera_pitch + can.vertical_fov / 2.0 * _SHARE_OF_VIEW
        if steepest <= 0.0:
            return math.inf
        return (can.camera_height - top) / math.tan(min(steepest, math.pi / 2.0 - 0.02))


def _count_sides(looked: Mask, bearing: Floats) -> NDArray[np.intp]:
    """Return from how many sides each of n points was looked at.

    Args:
        looked: From which of some poses it was, (poses, n).
        bearing: From those poses to the points, (poses, n), radians.
    """
    side = np.floor(bearing % math.tau * (_SIDES / math.tau))
    from_each = [(looked & (side == one)).any(axis=0) for one in range(_SIDES)]
    return np.asarray(np.sum(from_each, axis=0), dtype=np.intp)


def _within(outline: Outline, poses: list[Pose]) -> list[Pose]:
    """Return those of the poses that are inside an outline; all where there is none."""
    if len(outline) < 3:
        return poses
    room = shapely.make_valid(shapely.Polygon(outline))
    inside = shapely.contains_xy(room, [p.x for p in poses], [p.y for p in poses])
    return [pose for pose, is_in in zip(poses, inside, strict=True) if is_in]


def _without_gaps(shown: Mask) -> Mask:
    """Return a mask in which single cells between set ones are set, and none beyond them.

    Pixels far away lie farther apart than cells do.
    """
    return np.asarray(ndimage.binary_erosion(ndimage.binary_dilation(shown), border_value=1))


def _doubted(piece: Detection, inspected: SemanticGrid) -> Floats:
    """Return the points of a top at which something showed that is not known yet, (n, 2)."""
    row, column = np.nonzero(inspected.unseen)
    x, y = inspected.frame.middles()
    points = np.stack([x[column], y[row]], axis=1)
    return np.asarray(points[footprint(piece).distance(*points.T) <= 0.0])


def _points(piece: Detection) -> Floats:
    """Return points all over a top, (n, 2), metres."""
    area = footprint(piece)
    x, y = np.meshgrid(_axis(area.x, area.half_x), _axis(area.y, area.half_y))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _axis(middle: float, half: float) -> Floats:
    count = max(1, math.ceil(2.0 * half / _PITCH))
    return np.asarray(middle + half * (2.0 * np.arange(count) + 1.0 - count) / count)
