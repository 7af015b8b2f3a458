# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a gripper can take hold of an object, from the object's extents."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, box
from adhoc_teamwork.teamwork.geometry import normalize_angle

PINCH = 0.02
"""How deep, in metres, the fingertips go below the near face of a thing."""
TILTS = tuple(math.radians(15.0 * number) for number in range(7))
"""How far a hand's approach may be from straight down, radians."""
_HEADINGS = 8
_RIM = 0.01
"""How deep, in metres, the fingertips go below the edge of what is too wide for them."""
_RIM_HEADINGS = 5
_TALL = 2.0
"""So many times as high as wide."""
_HIGH = 0.3
"""What is higher than this, metres, is also taken below and above its middle."""
_UP_AND_DOWN = (-0.25, 0.25)
"""So many of its heights from there."""
_LEVEL = math.radians(80.0)
_ROUNDING = 1e-9
_SAME_PLACE, _SAME_TURN = 0.02, math.cos(math.radians(30.0))
"""Grasps nearer than that, in metres and by the cosine between closing fingers, are the same."""


@dataclass(frozen=True)
class Item:
    """An upright box to take hold of, in the planning frame.

    Attributes:
        name: The object's id.
        centre: Of its middle, metres.
        size: Its whole extents along its own axes, metres.
        yaw: Its turn about z, radians.
        mass: Kilograms; None where unknown.
    """

    name: str
    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float = 0.0
    mass: float | None = None

    @property
    def spans(self) -> tuple[float, float, float]:
        """Return the whole extents along the axes of the planning frame, metres."""
        x, y, z = self.size
        cos, sin = abs(math.cos(self.yaw)), abs(math.sin(self.yaw))
        return cos * x + sin * y, sin * x + cos * y, z

    @property
    def bottom(self) -> float:
        """Return how high its underside is, metres."""
        return self.centre[2] - self.size[2] / 2.0


@dataclass(frozen=True)
class Grasp:
    """Hold the grasp point's pose, (4, 4), and how wide the fingers are there, in metres.

    The pose's x is the direction of approach and its y that in which the fingers close.
    """

    pose: Floats
    width: float
    text: str

    def is_like(self, other: Floats) -> bool:
        """Tell whether the fingers close as in another pose, (4, 4): in the same place and way."""
        apart = float(np.linalg.norm(self.pose[:3, 3] - other[:3, 3]))
        turned = abs(float(self.pose[:3, 1] @ other[:3, 1]))
        return apart < _SAME_PLACE and turned > _SAME_TURN

    def backed(self, distance: float) -> Floats:
        """Return the pose with the hand drawn back against the approach, in metres."""
        moved = self.pose.copy()
        moved[:3, 3] -= distance * self.pose[:3, 0]
        return moved


def grasps(
    item: Item, opening: float, seen_from: tuple[float, float], rims: bool = False
) -> list[Grasp]:
    """Return the grasps of an object that a gripper is wide enough for.

    Those that approach from where the arm is come first; among these the one from above, then
    slanted ones, then that from the side. What is tall is taken from the side first: held by its
    top it would have to be lifted that much higher to be put down.

    Args:
        item: What to grasp.
        opening: The widest that the gripper takes, metres.
        seen_from: Above where on the floor the arm begins, metres.
        rims: Take what is too wide by the nearest place of its upper edge, as by a rim, a handle or
            a fold, else by its middle, as a bat that lies askew; extents do not tell what is where.
    """
    ahead = math.atan2(item.centre[1] - seen_from[1], item.centre[0] - seen_from[0])
    made: list[Grasp] = []
    tilts = TILTS[::-1] if item.size[2] > _TALL * narrowest(item) else TILTS
    for around in (headings(ahead), _straight(item, ahead)):
        # What is hardly narrower than the gap goes between fingers that are turned to its sides.
        for heading in around if not made else ():
            for tilt in tilts:
                made.extend(_closings(item, opening, heading, tilt))
    if rims and not made:
        turns = headings(ahead)[:_RIM_HEADINGS]
        places = [(edge, "its edge", turns) for edge in _nearest_edges(item, seen_from)]
        places.insert(1, (_top(item), "its middle", _askew(item, ahead)))
        for place, what, turned in places:
            made.extend(_pinches(place, what, opening, turned))
    return made


def item_box(item: Item) -> Obstacle:
    """Return an object as what other things must not touch."""
    return box(item.name, item.centre, item.size, item.yaw)


def narrowest(item: Item) -> float:
    """Return the least width between which an object can be taken, in metres."""
    return min(item.size[0], item.size[1])


def headings(ahead: float) -> list[float]:
    """Return directions all around, the one ahead first."""
    turns = [math.tau * number / _HEADINGS for number in range(_HEADINGS)]
    return [ahead + turn for turn in sorted(turns, key=lambda t: min(t, math.tau - t))]


def _closings(item: Item, opening: float, heading: float, tilt: float) -> Iterator[Grasp]:
    """Yield grasps with an approach down by `tilt` from vertical towards a heading.

    The fingers close level, across the approach; the object's width there is that of its shadow.
    """
    turn = hand_turn(heading, tilt)
    width = _extent(item, turn[:, 1])
    if width > opening + _ROUNDING:
        return
    depth = _extent(item, turn[:, 0])
    centre = np.array(item.centre) - turn[:, 0] * max(0.0, depth / 2.0 - PINCH)
    yield Grasp(pose(centre, turn), width, f"from {_side(tilt)}")
    if tilt > _LEVEL and item.size[2] > _HIGH:
        for share in _UP_AND_DOWN:
            place = centre + np.array([0.0, 0.0, share * item.size[2]])
            yield Grasp(pose(place, turn), width, f"from {_side(tilt)}")


def hand_turn(heading: float, tilt: float) -> Floats:
    """Return the (3, 3) rotation of a hand that approaches towards a heading, fingers level.

    Args:
        heading: About z, radians.
        tilt: Of the approach from straight down, radians.
    """
    out, down = math.sin(tilt), math.cos(tilt)
    cos, sin = math.cos(heading), math.sin(heading)
    # Columns: the approach, how the fingers close, and what is upright to both.
    return np.array(
        [[out * cos, -sin, down * cos], [out * sin, cos, down * sin], [-down, 0.0, out]]
    )


def _pinches(place: Floats, what: str, opening: float, around: Sequence[float]) -> Iterator[Grasp]:
    """Yield grasps with the fingertips just below a place, (3,), of an upper face."""
    for heading in around:
        for tilt in TILTS:
            turn = hand_turn(heading, tilt)
            text = f"by {what}, from {_side(tilt)}"
            yield Grasp(pose(place + _RIM * turn[:, 0], turn), opening, text)


def _top(item: Item) -> Floats:
    """Return the middle of an object's upper face, (3,)."""
    x, y, z = item.centre
    return np.array([x, y, z + item.size[2] / 2.0])


def _straight(item: Item, ahead: float) -> list[float]:
    """Return how a hand is turned so that its fingers close on a thing's sides, `ahead` first."""
    return _least_turned((item.yaw + quarter * math.pi / 2.0 for quarter in range(4)), ahead)


def _askew(item: Item, ahead: float) -> list[float]:
    """Return how a hand is turned so that its fingers close across a diagonal, `ahead` first."""
    across = math.atan2(item.size[1], item.size[0])
    diagonals = (item.yaw + sign * across + half for sign in (1.0, -1.0) for half in (0.0, math.pi))
    return _least_turned(diagonals, ahead)


def _least_turned(directions: Iterable[float], ahead: float) -> list[float]:
    """Return directions, radians, those that are turned least from `ahead` first."""
    turns = [normalize_angle(direction - ahead) for direction in directions]
    return [ahead + turn for turn in sorted(turns, key=abs)]


def _side(tilt: float) -> str:
    return "above" if tilt == 0.0 else "the side" if tilt > 1.5 else "a slant"


def _nearest_edges(item: Item, seen_from: tuple[float, float]) -> list[Floats]:
    """Return places of an object's upper edge, (3,) each, the nearest to a floor point first."""
    cos, sin = math.cos(item.yaw), math.sin(item.yaw)
    axes = np.array([[cos, sin], [-sin, cos]])
    centre = np.array(item.centre)
    half = np.array(item.size) / 2.0
    local = axes @ (np.array(seen_from) - centre[:2])
    nearest = np.clip(local, -half[:2], half[:2])
    sides = [np.array([sign * half[0], 0.0]) for sign in (-1.0, 1.0)]
    sides += [np.array([0.0, sign * half[1]]) for sign in (-1.0, 1.0)]
    sides.sort(key=lambda place: float(np.linalg.norm(place - local)))
    places = [place @ axes for place in (nearest, *sides[:2])]
    return [np.array([*(centre[:2] + place), centre[2] + half[2]]) for place in places]


def _extent(item: Item, direction: Floats) -> float:
    """Return how far a box extends along a direction, through its middle, in metres."""
    cos, sin = math.cos(item.yaw), math.sin(item.yaw)
    axes = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    along = np.abs(axes @ direction)
    shares = [size / part for size, part in zip(item.size, along, strict=True) if part > 1e-6]
    return float(min(shares))
