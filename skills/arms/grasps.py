"""Where a gripper can take hold of an object, from the object's extents."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

PINCH = 0.02
"""How deep, in metres, the fingertips go below the near face of a thing."""
_TILTS = (0.0, math.radians(30.0), math.radians(60.0), math.radians(90.0))
_HEADINGS = 8


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


@dataclass(frozen=True)
class Grasp:
    """Hold the grasp point's pose, (4, 4), and how wide the fingers are there, in metres.

    The pose's x is the direction of approach and its y that in which the fingers close.
    """

    pose: Array
    width: float
    text: str

    def backed(self, distance: float) -> Array:
        """Return the pose with the hand drawn back against the approach, in metres."""
        moved = self.pose.copy()
        moved[:3, 3] -= distance * self.pose[:3, 0]
        return moved


def grasps(item: Item, opening: float, seen_from: tuple[float, float]) -> list[Grasp]:
    """Return the grasps of an object that a gripper is wide enough for.

    Those from above come first, then slanted ones, then from the side; among these the ones that
    approach from where the arm is.

    Args:
        item: What to grasp.
        opening: The widest that the gripper takes, metres.
        seen_from: Where the arm's base is, metres.
    """
    ahead = math.atan2(item.centre[1] - seen_from[1], item.centre[0] - seen_from[0])
    made: list[Grasp] = []
    for tilt in _TILTS:
        for heading in _headings(ahead):
            made.extend(_closings(item, opening, heading, tilt))
    return made


def narrowest(item: Item) -> float:
    """Return the least width between which an object can be taken, in metres."""
    return min(item.size[0], item.size[1])


def _headings(ahead: float) -> list[float]:
    """Return directions all around, the one ahead first."""
    turns = [math.tau * number / _HEADINGS for number in range(_HEADINGS)]
    return [ahead + turn for turn in sorted(turns, key=lambda t: min(t, math.tau - t))]


def _closings(item: Item, opening: float, heading: float, tilt: float) -> Iterator[Grasp]:
    """Yield grasps with an approach down by `tilt` from vertical towards a heading.

    The fingers close level, across the approach; the object's width there is that of its shadow.
    """
    out, down = math.sin(tilt), math.cos(tilt)
    approach = np.array([out * math.cos(heading), out * math.sin(heading), -down])
    close = np.array([-math.sin(heading), math.cos(heading), 0.0])
    width = _extent(item, close)
    if width > opening:
        return
    depth = _extent(item, approach)
    centre = np.array(item.centre) - approach * max(0.0, depth / 2.0 - PINCH)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2] = approach, close, np.cross(approach, close)
    pose[:3, 3] = centre
    side = "above" if tilt == 0.0 else "the side" if tilt > 1.5 else "a slant"
    yield Grasp(pose, width, f"from {side}")


def _extent(item: Item, direction: Array) -> float:
    """Return how far a box extends along a direction, through its middle, in metres."""
    cos, sin = math.cos(item.yaw), math.sin(item.yaw)
    axes = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    along = np.abs(axes @ direction)
    shares = [size / part for size, part in zip(item.size, along, strict=True) if part > 1e-6]
    return float(min(shares))
