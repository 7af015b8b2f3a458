# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read what stands in a cell: arms, things of simple shapes, doors, ropes, and named places."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, moved, rotation_rpy
from adhoc_teamwork.teamwork.settings.config import ConfigError

Triple = tuple[float, float, float]

DOWN: Triple = (0.0, 0.0, -1.0)
FARTHEST = 20.0
"""Metres of a place, a size or a length."""
HEAVIEST = 1000.0
"""Kilograms."""
MOST_ARMS, MOST_THINGS, MOST_PARTS, MOST_LINKS = 8, 200, 40, 100
_THINNEST = 1e-4
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")


@dataclass(frozen=True)
class Part:
    """Hold one shape of a thing; exactly one of box, cylinder and sphere is given.

    Attributes:
        box: Whole extents along x, y and z, metres.
        cylinder: Radius and length along z, metres.
        sphere: Radius, metres.
        at: Of its middle in the thing's frame, metres.
        rpy: Turns about the fixed axes x, y and z, radians.
    """

    box: Triple | None = None
    cylinder: tuple[float, float] | None = None
    sphere: float | None = None
    at: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)

    @property
    def lengths(self) -> tuple[float, ...]:
        """Return the numbers that say its size."""
        return self.box or self.cylinder or ((self.sphere,) if self.sphere is not None else ())

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """Return the least and the largest corner of the upright box about it, (3,) each."""
        half = np.array(self.box or ((self.cylinder or (self.sphere or 0.0,))[0] * 2.0,) * 3) / 2.0
        if self.cylinder is not None:
            half[2] = self.cylinder[1] / 2.0
        half = np.abs(rotation_rpy(*self.rpy)) @ half
        return np.array(self.at) - half, np.array(self.at) + half

    @property
    def volume(self) -> float:
        """Return its volume, cubic metres."""
        if self.box is not None:
            return math.prod(self.box)
        if self.cylinder is not None:
            return math.pi * self.cylinder[0] ** 2 * self.cylinder[1]
        return 4.0 / 3.0 * math.pi * (self.sphere or 0.0) ** 3


@dataclass(frozen=True)
class Hinge:
    """Hang a thing on another, as a door.

    Attributes:
        of: The thing that it hangs on.
        axis: Along which it turns, in the thing's frame, through the thing's origin.
        range: Where it ends, radians; it begins at 0.
        friction: The torque that holds it, newton metres.
        spring: What shuts it, newton metres per radian.
    """

    of: str
    axis: Triple
    range: tuple[float, float]
    friction: float = 0.1
    spring: float = 0.0


@dataclass(frozen=True)
class Thing:
    """Hold one thing of a cell.

    Attributes:
        parts: Its shapes.
        at: Its origin, metres: in the cell's frame, or of what it hangs on.
        rpy: Turns about the fixed axes x, y and z, radians.
        mass: Kilograms; spread evenly over its parts.
        friction: Against a surface that has less, as a share of the force that presses.
        fixed: It stands still, whatever pushes it.
        hinge: Given where it is a door.
        grasp: Where a hand takes it, in its frame; fingers close along the frame's y, a suction
            takes it by its top above that point.
        approach: Along which a hand comes to it, in its frame; from above unless it is said. A
            suction that comes otherwise takes it at its grasp point.
        colour: Red, green and blue, 0 to 1, for pictures.
    """

    parts: tuple[Part, ...]
    at: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    mass: float = 0.1
    friction: float = 0.6
    fixed: bool = False
    hinge: Hinge | None = None
    grasp: Triple = (0.0, 0.0, 0.0)
    approach: Triple = DOWN
    colour: Triple = (0.6, 0.6, 0.6)

    def foot(self, at: Floats) -> Floats:
        """Return where it stands, (3,), when it is at a pose, (4, 4), on whatever side it lies."""
        bounds = [part.bounds for part in self.parts]
        low, high = np.min([b for b, _ in bounds], axis=0), np.max([b for _, b in bounds], axis=0)
        corners = moved(np.array(list(product(*zip(low, high, strict=True)))), at)
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
        return np.array([middle[0], middle[1], corners[:, 2].min()])

    @property
    def top(self) -> float:
        """Return how high its highest point is in its frame, metres."""
        return max(float(part.bounds[1][2]) for part in self.parts)

    @property
    def width(self) -> float:
        """Return how far apart fingers are that hold it at its grasp point, metres."""
        middle = np.array(self.grasp)
        for part in self.parts:
            low, high = part.bounds
            if (low <= middle + 1e-6).all() and (middle - 1e-6 <= high).all():
                return float(high[1] - low[1])
        return 0.0


@dataclass(frozen=True)
class Rope:
    """Hold a rope of links, straight at the start.

    Attributes:
        begin, end: Its ends, metres.
        links: How many links it has.
        radius: Metres.
        mass: Of all of it, kilograms.
        friction: As a thing's.
    """

    begin: Triple
    end: Triple
    links: int
    radius: float
    mass: float
    friction: float = 0.8


@dataclass(frozen=True)
class Standing:
    """Say which kind of arm stands where: its root's place in metres, turned about z, radians."""

    arm: str
    at: Triple
    yaw: float = 0.0


@dataclass(frozen=True)
class Place:
    """Name a place without a body: its middle and its whole extents, metres."""

    at: Triple
    size: Triple = (0.1, 0.1, 0.1)


@dataclass(frozen=True)
class Cell:
    """Hold all that stands in a cell; z is up, and the floor is at 0."""

    robots: Mapping[str, Standing]
    things: Mapping[str, Thing] = field(default_factory=dict)
    ropes: Mapping[str, Rope] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


def check_cell(cell: Cell, source: str) -> None:
    """Refuse a cell that cannot be.

    Args:
        cell: As a file gave it.
        source: The file, for the error.

    Raises:
        ConfigError: One line with the place in the file and what was expected.
    """
    _check_count("robots", cell.robots, 1, MOST_ARMS, source)
    _check_count("things", {**cell.things, **cell.ropes}, 0, MOST_THINGS, source)
    _check_count("places", cell.places, 0, MOST_THINGS, source)
    names = [*cell.robots, *cell.things, *cell.ropes, *cell.places]
    for name in names:
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"{source}: '{name:.60}': expected a name of at most 40 letters, digits and _"
            )
        if names.count(name) > 1:
            raise ConfigError(f"{source}: two are named '{name}'; expected names of their own")
    for name, standing in cell.robots.items():
        _check_numbers(f"robots.{name}", (*standing.at, standing.yaw), source)
        if not _NAME.fullmatch(standing.arm):
            raise ConfigError(f"{source}: robots.{name}.arm: expected a kind of arm")
    for name, thing in cell.things.items():
        _check_thing(f"things.{name}", thing, cell, source)
    for name, rope in cell.ropes.items():
        _check_rope(f"ropes.{name}", rope, source)
    for name, place in cell.places.items():
        _check_numbers(f"places.{name}", place.at, source)
        _check_lengths(f"places.{name}.size", place.size, source)


def _check_thing(key: str, thing: Thing, cell: Cell, source: str) -> None:
    if not 1 <= len(thing.parts) <= MOST_PARTS:
        raise ConfigError(f"{source}: {key}.parts: expected 1 to {MOST_PARTS}")
    for number, part in enumerate(thing.parts):
        if sum(one is not None for one in (part.box, part.cylinder, part.sphere)) != 1:
            raise ConfigError(
                f"{source}: {key}.parts.{number}: expected one of box, cylinder and sphere"
            )
        _check_lengths(f"{key}.parts.{number}", part.lengths, source)
        _check_numbers(f"{key}.parts.{number}", (*part.at, *part.rpy), source)
    _check_numbers(key, (*thing.at, *thing.rpy, *thing.grasp), source)
    _check_mass(key, thing.mass, source)
    if not math.isclose(math.hypot(*thing.approach), 1.0, abs_tol=1e-3):
        raise ConfigError(f"{source}: {key}.approach: expected a direction of length 1")
    if not 0.0 <= thing.friction <= 5.0:
        raise ConfigError(f"{source}: {key}.friction: expected 0 to 5, got {thing.friction:g}")
    if not all(0.0 <= one <= 1.0 for one in thing.colour):
        raise ConfigError(f"{source}: {key}.colour: expected three numbers from 0 to 1")
    hinge = thing.hinge
    if hinge is None:
        return
    base = cell.things.get(hinge.of)
    if base is None or base.hinge is not None or thing.fixed:
        raise ConfigError(
            f"{source}: {key}.hinge.of: expected a thing that hangs on nothing itself, and a door "
            f"that is not fixed, got '{hinge.of:.60}'"
        )
    low, high = hinge.range
    if not -2.0 * math.pi <= low <= 0.0 <= high <= 2.0 * math.pi or low == high:
        raise ConfigError(f"{source}: {key}.hinge.range: expected radians below and above 0")
    if not (0.0 <= hinge.friction <= 100.0 and 0.0 <= hinge.spring <= 100.0):
        raise ConfigError(f"{source}: {key}.hinge: expected a friction and a spring of 0 to 100")
    _check_numbers(f"{key}.hinge.axis", hinge.axis, source)
    if math.hypot(*hinge.axis) < 1e-6:
        raise ConfigError(f"{source}: {key}.hinge.axis: expected a direction")


def _check_rope(key: str, rope: Rope, source: str) -> None:
    _check_numbers(key, (*rope.begin, *rope.end), source)
    _check_lengths(f"{key}.radius", (rope.radius,), source)
    _check_mass(key, rope.mass, source)
    if not 2 <= rope.links <= MOST_LINKS:
        raise ConfigError(f"{source}: {key}.links: expected 2 to {MOST_LINKS}, got {rope.links}")
    if math.dist(rope.begin, rope.end) < 2.0 * rope.radius * rope.links:
        raise ConfigError(f"{source}: {key}: expected links that are longer than they are thick")
    if not 0.0 <= rope.friction <= 5.0:
        raise ConfigError(f"{source}: {key}.friction: expected 0 to 5, got {rope.friction:g}")


def _check_count(key: str, found: Mapping[str, object], least: int, most: int, source: str) -> None:
    if not least <= len(found) <= most:
        raise ConfigError(f"{source}: {key}: expected {least} to {most}, got {len(found)}")


def _check_mass(key: str, mass: float, source: str) -> None:
    if not 1e-3 <= mass <= HEAVIEST:
        raise ConfigError(f"{source}: {key}.mass: expected 0.001 to {HEAVIEST:g} kg, got {mass:g}")


def _check_numbers(key: str, numbers: Iterable[float], source: str) -> None:
    for number in numbers:
        if not abs(number) <= FARTHEST:
            raise ConfigError(
                f"{source}: {key}: expected numbers up to {FARTHEST:g}, got {number:g}"
            )


def _check_lengths(key: str, lengths: Iterable[float], source: str) -> None:
    for length in lengths:
        if not _THINNEST <= length <= FARTHEST:
            raise ConfigError(
                f"{source}: {key}: expected {_THINNEST:g} to {FARTHEST:g} m, got {length:g}"
            )


def arm_path(folder: Path, standing: Standing) -> Path:
    """Return the file of a kind of arm, among those in `arms/` of a folder."""
    return folder / "arms" / f"{standing.arm}.yaml"
