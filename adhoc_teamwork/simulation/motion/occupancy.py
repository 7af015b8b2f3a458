# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where on the floor a robot's body fits, what it reaches from there, where robots can start."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.motion.nav_grid import CELL_SLACK, RESOLUTION, Cell, Mask, NavGrid
from adhoc_teamwork.simulation.motion.obstacles import STEP, Obstacles
from adhoc_teamwork.teamwork.bodies.robot_card import Body, RobotCard
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError

HOVER_GAP = 0.15
"""A flying body keeps this far above what it flies over, metres."""
WHEELS = Footing()
_START_APART = (2.0, 1.5, 1.2, 1.0, 0.8)
"""How far apart robots start, metres: as far as the floor allows."""


def occupancy_grid(house: House, height: float, footing: Footing = WHEELS) -> NavGrid:
    """Return the floor's grid for bodies of the given height, in metres.

    What stands in the way are walls, and furniture as far as it is lower than the body, and steps
    that it does not get up; cells outside every room are occupied.
    """
    return NavGrid.of(house, Obstacles.of(house, height), footing)


def body_grid(house: House, card: RobotCard) -> tuple[Obstacles, NavGrid]:
    """Return what is in the way of a robot's own body, and the grid of the floor for it."""
    body = card.body
    lowest = max(STEP, body.hover - HOVER_GAP)
    obstacles = Obstacles.of(house, body.height, lowest)
    return obstacles, NavGrid.of(house, obstacles, Footing.of(card))


def occupied(grid: NavGrid) -> Mask:
    """Return the cells in which something stands, or where there is no floor."""
    mask: Mask = grid.clearance <= CELL_SLACK
    return mask


def inflate(grid: NavGrid, radius: float) -> Mask:
    """Return the cells in which the middle of a round body, radius in metres, cannot be."""
    mask: Mask = grid.clearance < radius + CELL_SLACK
    return mask


def components(grid: NavGrid, radius: float) -> NDArray[np.int32]:
    """Return for each cell the number of its connected free region, the largest 1; 0 elsewhere."""
    labels, count = ndimage.label(~inflate(grid, radius))
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    renamed = np.zeros(count + 1, np.int32)
    renamed[np.argsort(-sizes[1:], kind="stable") + 1] = np.arange(1, count + 1, dtype=np.int32)
    result: NDArray[np.int32] = renamed[labels]
    return result


def reachable(grid: NavGrid, pose: Pose, radius: float) -> Mask:
    """Return the cells to which a body of this radius can drive from a pose.

    Where it stands too near to something to drive, it starts from the nearest free cell, at most
    one radius away; all false where there is none.
    """
    labels = components(grid, radius)
    start = grid.nearest(pose.x, pose.y, labels > 0, max(radius, 2.0 * RESOLUTION))
    if start is None:
        return np.zeros(labels.shape, np.bool_)
    mask: Mask = labels == labels[start]
    return mask


def draw_poses(
    grid: NavGrid, allowed: Mask, count: int, rng: np.random.Generator
) -> tuple[Pose, ...]:
    """Return start poses on allowed cells, drawn at random and well apart, or none.

    Args:
        grid: The floor.
        allowed: Cells that all robots can reach from each other.
        count: How many poses; fewer are never returned.
        rng: Where chance comes from.
    """
    cells: list[Cell] = [(int(r), int(c)) for r, c in np.argwhere(allowed)]
    order = [cells[int(i)] for i in rng.permutation(len(cells))]
    yaws = rng.uniform(-math.pi, math.pi, count)
    for apart in _START_APART:
        points = _spread(grid, order, count, apart)
        if len(points) == count:
            return tuple(
                Pose(round(x, 3), round(y, 3), round(float(yaw), 3))
                for (x, y), yaw in zip(points, yaws, strict=True)
            )
    return ()


def start_poses(house: House, bodies: Sequence[Body], rng: np.random.Generator) -> tuple[Pose, ...]:
    """Return where robots start: on the largest floor that all can drive on, well apart.

    Raises:
        ConfigError: There is no room for them.
    """
    grid = occupancy_grid(house, max(body.height for body in bodies))
    allowed = components(grid, max(body.radius for body in bodies)) == 1
    poses = draw_poses(grid, allowed, len(bodies), rng)
    if not poses:
        raise ConfigError(f"{house.source}: no free floor for {len(bodies)} robots to start on")
    return poses


def check_starts(
    house: House, robots: Sequence[tuple[str, RobotCard]], starts: Sequence[Pose]
) -> None:
    """Check that robots, each with its name and card, can stand where they are to start.

    Raises:
        ConfigError: One stands beyond the floor, in furniture or in another one.
    """
    taken: list[tuple[str, Pose, float]] = []
    for (name, card), start in zip(robots, starts, strict=True):
        where = f"{name}@{start.x:g},{start.y:g}"
        radius = card.body.radius
        obstacles, grid = body_grid(house, card)
        cell = grid.cell(start.x, start.y)
        if not grid.holds(cell) or occupied(grid)[cell]:
            raise ConfigError(f"{where}: not on the free floor of {house.source}")
        if obstacles.distance(start.x, start.y) < radius:
            raise ConfigError(
                f"{where}: nearer than its radius, {radius:g} m, to wall or furniture"
            )
        for other, place, width in taken:
            if place.point.planar_distance_to(start.point) < radius + width:
                raise ConfigError(
                    f"{where}: stands in {other}; expected {radius + width:g} m between"
                )
        taken.append((name, start, radius))


def _spread(
    grid: NavGrid, order: Sequence[Cell], count: int, apart: float
) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for cell in order:
        if len(points) == count:
            break
        point = grid.point(cell)
        if all(math.dist(point, other) >= apart for other in points):
            points.append(point)
    return points
