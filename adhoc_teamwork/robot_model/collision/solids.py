# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn a link's collision shapes into spheres, where it moves, or obstacles, where it does not."""

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.covering import (
    Spheres,
    boxes_about,
    cover_box,
    cover_cylinder,
    cover_sphere,
    cover_surface,
    joined,
)
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.robot_model.model import Link
from adhoc_teamwork.robot_model.shapes import Box, Cylinder, Shape, Sphere

_MOST_BOXES = 12


def cover(shape: Shape) -> Spheres:
    """Return spheres about a shape, in its own frame."""
    if isinstance(shape, Box):
        return cover_box(shape.size)
    if isinstance(shape, Cylinder):
        return cover_cylinder(shape.radius, shape.length)
    if isinstance(shape, Sphere):
        return cover_sphere(shape.radius)
    return cover_surface(shape.surface)


def moving_spheres(link: Link) -> Spheres:
    """Return spheres about all of a link's shapes, in the link's frame."""
    return joined([cover(one.shape).moved(one.origin) for one in link.collisions])


def standing_obstacles(link: Link, pose: Floats) -> list[Obstacle]:
    """Return what a link that stays is for others to keep from.

    Args:
        link: With primitive shapes, which stay exact, or meshes, which become boxes about pieces.
        pose: Of the link, (4, 4), in the frame of the result.
    """
    made: list[Obstacle] = []
    for one in link.collisions:
        made.extend(_obstacles(link.name, one.shape, pose @ one.origin))
    return made


def _obstacles(name: str, shape: Shape, pose: Floats) -> list[Obstacle]:
    if isinstance(shape, Box):
        x, y, z = shape.size
        return [Obstacle(name, pose, (x / 2.0, y / 2.0, z / 2.0))]
    if isinstance(shape, Cylinder):
        half = (shape.radius, shape.radius, shape.length / 2.0)
        return [Obstacle(name, pose, half, "cylinder")]
    if isinstance(shape, Sphere):
        return [Obstacle(name, pose, (shape.radius,) * 3)]
    return [_box_about(name, points, pose) for points in boxes_about(shape.surface, _MOST_BOXES)]


def _box_about(name: str, points: Floats, at: Floats) -> Obstacle:
    low, high = points.min(axis=0), points.max(axis=0)
    x, y, z = (high - low) / 2.0
    return Obstacle(name, at @ pose((low + high) / 2.0), (float(x), float(y), float(z)))
