# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to look next: frontiers of the semantic map and viewpoints that show what is beyond."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from adhoc_teamwork.skills.belief.exploration_memory import ExplorationMemory
from adhoc_teamwork.skills.belief.footprint import Footprint
from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.skills.places.eye import Eye
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose, normalize_angle
from adhoc_teamwork.teamwork.scene import Room

_BLOCK = 0.4
_MOST_PLACES = 90
_OUTLINE_INSET = 0.1
_FURNITURE_CELLS = 3
_FIXED_TIME = 2.0
_TURN_RATE = 1.0
_TEAMMATE_SPREAD = 1.5
_TEAMMATE_WEIGHT = 0.8
_CLAIM_WEIGHT = 0.95


@dataclass(frozen=True)
class Viewpoint:
    """Hold a pose from which about `gain` square metres of unseen floor should be seen, or tops."""

    pose: Pose
    gain: float
    is_over_tops: bool = False


def region(
    grid: SemanticGrid, rooms: tuple[Room, ...], furniture: tuple[Footprint, ...] = ()
) -> Mask:
    """Mark the cells of the rooms' floors, without what lies under furniture that was looked at.

    Furniture that was only heard of does not count: what lies on it is still to be seen. Where no
    room is known, the whole grid is the region.
    """
    mask = np.full(grid.cells.shape, not rooms, dtype=np.bool_)
    for room in rooms:
        mask |= grid.inside(room.outline, _OUTLINE_INSET)
    x, y = grid.centres
    for piece in furniture:
        under = piece.contains(x, y)
        if np.count_nonzero(under & ~grid.unseen) >= _FURNITURE_CELLS:
            mask &= ~under
    return mask


def share_seen(grid: SemanticGrid, area: Mask, memory: ExplorationMemory) -> float:
    """Return how much of what can be looked at in `area` was looked at, 0 to 1."""
    possible = area & ~memory.unseeable(grid)
    total = int(possible.sum())
    return 1.0 if total == 0 else 1.0 - int((possible & grid.dark).sum()) / total


def wanted_cells(grid: SemanticGrid, area: Mask, memory: ExplorationMemory) -> Mask:
    """Mark the unseen cells of `area` worth looking at: not in vain, not a mere speck."""
    dark = area & grid.dark & ~memory.unseeable(grid)
    labels, count = ndimage.label(dark, structure=np.ones((3, 3)))
    if count == 0:
        return dark
    sizes = np.bincount(labels.ravel()) * grid.frame.cell**2
    sizes[0] = 0.0
    return np.asarray(sizes[labels] >= memory.settings.smallest_frontier, dtype=np.bool_)


@dataclass(frozen=True)
class Seeker:
    """Rank viewpoints for one robot: its eye, radius (m), speed (m/s) and the settings."""

    eye: Eye
    radius: float
    speed: float
    settings: Settings

    @classmethod
    def of(cls, card: RobotCard, settings: Settings) -> "Seeker":
        """Return the one of a robot."""
        can = card.capability
        return cls(Eye.of(can), card.body.radius, can.max_speed, settings)

    def gain_at(self, grid: SemanticGrid, wanted: Mask, pose: Pose) -> float:
        """Return how many square metres of `wanted` are in view from a pose."""
        return float((self.eye.view(grid, pose) & wanted).sum()) * grid.frame.cell**2

    def viewpoints(
        self,
        grid: SemanticGrid,
        wanted: Mask,
        start: Pose,
        teammates: tuple[Point, ...],
        claims: tuple[Point, ...],
        memory: ExplorationMemory,
        now: float,
    ) -> list[Viewpoint]:
        """Return viewpoints on free floor, the most unseen floor per second first.

        The time counts the way there and the turn. A teammate near a viewpoint makes it less
        attractive, since it is likely to look there itself, and one that drives there (`claims`)
        all the more.
        """
        travel = grid.travel(start.point, self.radius)
        x, y = self._places(grid, wanted, travel, start, memory, now)
        gain, yaw = self.eye.best_views(grid, wanted, x, y)
        row, column, _ = grid.index(x, y)
        way = np.where(np.isfinite(travel[row, column]), travel[row, column], 0.0)
        turn = np.abs(normalize_angle(yaw - start.yaw))
        seconds = way / max(self.speed, 0.05) + turn / _TURN_RATE + _FIXED_TIME
        score = gain / seconds
        score = score * _shared(x, y, teammates, _TEAMMATE_WEIGHT)
        score = score * _shared(x, y, claims, _CLAIM_WEIGHT)
        order = np.argsort(-score, kind="stable")
        return [
            Viewpoint(Pose(float(x[i]), float(y[i]), float(yaw[i])), float(gain[i]))
            for i in order
            if gain[i] >= self.settings.smallest_frontier
        ]

    def _places(
        self,
        grid: SemanticGrid,
        wanted: Mask,
        travel: Floats,
        start: Pose,
        memory: ExplorationMemory,
        now: float,
    ) -> tuple[Floats, Floats]:
        """Return x and y of the roomiest free cell of each block, and of the robot's own place."""
        margin = self.radius + self.settings.clearance
        usable = grid.standable(margin) & np.isfinite(travel) & _near(grid, wanted, self.eye)
        row, column = np.nonzero(usable)
        block = max(1, round(_BLOCK / grid.frame.cell))
        roomy = np.minimum(grid.clearance[row, column], 3.0 * margin)
        order = np.lexsort((travel[row, column], -roomy))
        row, column = row[order], column[order]
        _, first = np.unique(
            (row // block) * (grid.cells.shape[1] + block) + column // block, return_index=True
        )
        row, column = row[first], column[first]
        if len(row) > _MOST_PLACES:
            nearest = np.argsort(travel[row, column], kind="stable")
            keep = nearest[np.linspace(0, len(row) - 1, _MOST_PLACES).astype(int)]
            row, column = row[keep], column[keep]
        grid_x, grid_y = grid.centres
        x, y = grid_x[row, column], grid_y[row, column]
        keep_place = ~memory.left_alone(x, y, now)
        return np.append(x[keep_place], start.x), np.append(y[keep_place], start.y)


def _near(grid: SemanticGrid, wanted: Mask, eye: Eye) -> Mask:
    """Mark the cells from which something wanted is within the camera's range."""
    if not wanted.any():
        return wanted
    distance = ndimage.distance_transform_edt(~wanted) * grid.frame.cell
    return np.asarray(distance <= eye.farthest, dtype=np.bool_)


def _shared(x: Floats, y: Floats, others: tuple[Point, ...], weight: float) -> Floats:
    """Return by how much less a place is worth that is near one of others, 0 to 1."""
    factor = np.ones(len(x))
    for mate in others:
        square = (x - mate.x) ** 2 + (y - mate.y) ** 2
        near = np.exp(-square / (2.0 * _TEAMMATE_SPREAD**2))
        factor *= 1.0 - weight * near
    return np.asarray(factor, dtype=np.float64)
