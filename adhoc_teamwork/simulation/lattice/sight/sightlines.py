# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which lines of sight are open from every cell at one camera height, and in which views."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.simulation.lattice.sight.rays import NOBODY, Solids, crosses

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Masks = NDArray[np.uint16]
"""One bit per view, by `StepConfig.view`."""

_KEPT = 64
"""Sets of boxes of which it is kept on which lines they are."""
_CHUNK = 1 << 18
"""Lines drawn in one go."""
_NEAR_END = np.float32(1.0 - 1e-4)
_ANGLE_SLACK = 1e-4
_FLOOR = 1 << 20
"""First owner of floor points: no thing has such a number."""


@dataclass(frozen=True)
class Lines:
    """Hold open lines from cells to points of things, in order of cells, then of things.

    `direction` leads from camera to point, metres; `views` are those in whose picture the point
    lies. Lines of one cell to one thing make a group: `start` is its first line, `group` the number
    of each line's group, and `cell` and `thing` say whose a group is.
    """

    origins: Floats
    direction: Floats
    views: Masks
    group: Ints
    start: Ints
    cell: Ints
    thing: Ints

    def across(self, solids: Sequence[Box]) -> Ints:
        """Return the numbers of the lines that meet any of the boxes; leave them as they are."""
        key = tuple(solids)
        if key not in self._met:
            if len(self._met) >= _KEPT:
                del self._met[next(iter(self._met))]
            self._met[key] = self._across_any(solids)
        return self._met[key]

    @cached_property
    def _met(self) -> dict[tuple[Box, ...], Ints]:
        """Keep which lines boxes were found on: a house's episodes put things where others did."""
        return {}

    def _across_any(self, solids: Sequence[Box]) -> Ints:
        found = [self._across(box) for box in solids] if len(self.views) else []
        if len(found) == 1:
            return found[0]
        lines: Ints = np.unique(np.concatenate([np.zeros(0, np.int32), *found]))
        return lines

    def _across(self, box: Box) -> Ints:
        """Return the lines that meet a box: of cells near it, those that lead its way."""
        middle = np.array([box.x, box.y, box.z], np.float32)
        radius = math.hypot(box.size_x, box.size_y) / 2.0
        to_box = middle - self.origins
        away = np.hypot(to_box[:, 0], to_box[:, 1])
        near = np.flatnonzero(away <= self.reach + radius)
        lines, counts = _members(self.of_cell[near], self.of_cell[near + 1])
        aside = np.full(len(near), np.inf, np.float32)
        outside = away[near] > radius
        aside[outside] = np.arcsin(radius / away[near][outside]) + _ANGLE_SLACK
        towards = np.arctan2(to_box[near, 1], to_box[near, 0])
        turn = np.abs(self.azimuth[lines] - np.repeat(towards, counts))
        turn = np.minimum(turn, np.float32(2.0 * math.pi) - turn)
        kept = turn <= np.repeat(aside, counts)
        lines = lines[kept]
        cell = np.repeat(near, counts)[kept]
        met: Ints = lines[crosses(box, self.origins[cell], self.direction[lines])].astype(np.int32)
        return met

    @cached_property
    def azimuth(self) -> Floats:
        """Return the bearing of each line, radians."""
        return np.arctan2(self.direction[:, 1], self.direction[:, 0])

    @cached_property
    def of_cell(self) -> NDArray[np.int64]:
        """Return the first line of each cell, and at the end how many there are."""
        first_group = np.searchsorted(self.cell, np.arange(len(self.origins) + 1))
        return np.append(self.start, np.int32(len(self.views)))[first_group].astype(np.int64)

    @cached_property
    def reach(self) -> float:
        """Return how far the longest line goes on the floor plane, metres."""
        return float(np.hypot(self.direction[:, 0], self.direction[:, 1]).max(initial=0.0))

    def masks(self, hidden: NDArray[np.uint8]) -> Masks:
        """Return for each group in which views one of its lines is open.

        Args:
            hidden: How many things lie across each line.
        """
        if not len(self.start):
            return np.zeros(0, np.uint16)
        views = np.where(hidden == 0, self.views, np.uint16(0))
        return np.bitwise_or.reduceat(views, self.start)

    def masks_of(self, groups: Ints, hidden: NDArray[np.uint8]) -> Masks:
        """Return `masks` of the groups with these numbers."""
        if not len(groups):
            return np.zeros(0, np.uint16)
        end = np.append(self.start, np.int32(len(self.views)))[groups + 1]
        lines, counts = _members(self.start[groups], end)
        views = np.where(hidden[lines] == 0, self.views[lines], np.uint16(0))
        return np.bitwise_or.reduceat(views, np.cumsum(counts) - counts)


def _members(first: NDArray[Any], end: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return all numbers from each first up to its end, one after the other, and their counts."""
    counts = end - first
    before = np.cumsum(counts) - counts
    return np.repeat(first - before, counts) + np.arange(int(counts.sum())), counts


@dataclass(frozen=True)
class Sights:
    """Hold what is open in a house at one camera height with every small thing at home.

    `things` (cells, things) and `floor` (cells, floor points) tell by a bit per view what shows;
    `lines` are those that walls and furniture leave open, `across` the lines on which each small
    thing lies at home, `hidden` on each line the number of such things.
    """

    height: float
    lines: Lines
    across: dict[int, Ints]
    hidden: NDArray[np.uint8]
    things: Masks
    floor: Masks
    floor_bits: dict[int, int] = field(default_factory=dict)

    def floor_seen(self, cell: int, view: int) -> int:
        """Return the floor points seen from a cell, as the bits of a number."""
        key = cell << 4 | view
        bits = self.floor_bits.get(key)
        if bits is None:
            shown = (self.floor[cell] >> view) & 1
            packed = np.packbits(shown.astype(np.uint8), bitorder="little")
            bits = self.floor_bits[key] = int.from_bytes(packed.tobytes(), "little")
        return bits


@dataclass(frozen=True)
class Surveyor:
    """Draw lines of sight from all cells; `points` are the cells' (n, 2), metres in `map`."""

    config: StepConfig
    points: NDArray[np.float64]
    structure: Solids

    def origins(self, height: float) -> Floats:
        """Return where the camera is at each cell."""
        return np.column_stack([self.points, np.full(len(self.points), height)]).astype(np.float32)

    def lines(self, height: float, targets: Floats, owners: Ints) -> Lines:
        """Return the lines that walls and furniture leave open.

        Args:
            height: Of the camera, metres.
            targets: Points (m, 3), those of one thing together.
            owners: Whose each point is; what furniture owns may itself be hit.
        """
        origins = self.origins(height)
        cells, ends, ways, views = [], [], [], []
        for cell, end, way in self._in_range(origins, targets):
            distance, met = self.structure.first(np.hstack([origins[cell], way]))
            own = (met == owners[end]) & (met != NOBODY)
            open_there = np.flatnonzero(own | (distance >= _NEAR_END))
            shown = self.views_of(way[open_there])
            kept = open_there[shown != 0]
            cells.append(cell[kept])
            ends.append(end[kept])
            ways.append(way[kept])
            views.append(shown[shown != 0])
        cell = np.concatenate([np.zeros(0, np.int32), *cells])
        thing = owners[np.concatenate([np.zeros(0, np.int32), *ends])]
        new = np.ones(len(cell), np.bool_)
        new[1:] = (cell[1:] != cell[:-1]) | (thing[1:] != thing[:-1])
        start = np.flatnonzero(new).astype(np.int32)
        return Lines(
            origins,
            np.concatenate([np.zeros((0, 3), np.float32), *ways]),
            np.concatenate([np.zeros(0, np.uint16), *views]),
            (np.cumsum(new) - 1).astype(np.int32),
            start,
            cell[start],
            thing[start],
        )

    def views_of(self, way: Floats) -> Masks:
        """Return in which views points lie that are away from the camera by `way` (n, 3)."""
        slope = np.float32(self.config.slope)
        masks = np.zeros(len(way), np.uint16)
        x, y, z = way.T
        for heading, (ahead, left) in enumerate(((x, y), (y, -x), (-x, -y), (-y, x))):
            for number, degrees in enumerate(self.config.pitches):
                pitch = np.radians(np.float32(degrees))
                cos, sin = np.cos(pitch), np.sin(pitch)
                depth = ahead * cos - z * sin
                up = ahead * sin + z * cos
                edge = depth * slope
                shown = (depth > 0.0) & (np.abs(left) <= edge) & (np.abs(up) <= edge)
                masks |= shown.astype(np.uint16) << np.uint16(self.config.view(heading, number))
        return masks

    def _in_range(self, origins: Floats, targets: Floats) -> Iterator[tuple[Ints, Ints, Floats]]:
        """Yield cells, targets and the ways between them, as far as cameras see."""
        limit = np.float32(self.config.visibility_range**2)
        rows = max(1, _CHUNK // max(1, len(targets)))
        for first in range(0, len(origins) if len(targets) else 0, rows):
            some = origins[first : first + rows]
            apart = np.zeros((len(some), len(targets)), np.float32)
            for axis in range(3):
                apart += (targets[None, :, axis] - some[:, axis, None]) ** 2
            cell, end = np.nonzero(apart <= limit)
            yield (
                (cell + first).astype(np.int32),
                end.astype(np.int32),
                targets[end] - some[cell],
            )


def survey(
    surveyor: Surveyor,
    height: float,
    things: Sequence[Floats],
    small: Solids,
    floor: Floats,
) -> Sights:
    """Return what is open at a camera height.

    Args:
        surveyor: Who draws the lines.
        height: Of the camera, metres.
        things: Points of each thing, in the house's order.
        small: The small things at home.
        floor: Floor points (n, 3).
    """
    owners = np.repeat(np.arange(len(things), dtype=np.int32), [len(points) for points in things])
    targets = np.concatenate([np.zeros((0, 3), np.float32), *things]).astype(np.float32)
    lines = surveyor.lines(height, targets, owners)
    across = things_across(lines, small)
    hidden = np.zeros(len(lines.views), np.uint8)
    for numbers in across.values():
        hidden[numbers] += 1
    masks = np.zeros((len(surveyor.points), len(things)), np.uint16)
    masks[lines.cell, lines.thing] = lines.masks(hidden)
    owners = np.arange(_FLOOR, _FLOOR + len(floor), dtype=np.int32)
    ground = surveyor.lines(height, floor, owners)
    shown = np.zeros((len(surveyor.points), len(floor)), np.uint16)
    shown[ground.cell, ground.thing - _FLOOR] = ground.masks(np.zeros(len(ground.views), np.uint8))
    return Sights(height, lines, across, hidden, masks, shown)


def things_across(lines: Lines, small: Solids) -> dict[int, Ints]:
    """Return on which lines each small thing of a scene lies, its own lines left out."""
    rays = np.hstack([lines.origins[lines.cell[lines.group]], lines.direction])
    ray, owner, distance = small.across(rays)
    other = (distance < 1.0) & (owner != lines.thing[lines.group[ray]])
    ray, owner = ray[other], owner[other]
    return {int(thing): np.unique(ray[owner == thing]) for thing in np.unique(owner)}
