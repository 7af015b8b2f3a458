# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Can this robot get to a place, or are there steps on every way? Answers with the numbers."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.room_places import middle
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause

LEVEL = 0.02
"""Floors that differ by less than this, metres, are one."""


def refuse_steps(robot: Robot, place: Point, name: str) -> None:
    """Refuse a place to which all ways have steps that the robot's body does not climb.

    Raises:
        SkillFailure: All have; it says how high they are and what the body climbs.
    """
    why = steps_to(robot, place, name)
    if why:
        raise SkillFailure(Cause.UNREACHABLE, _to_teammate(why))


def refuse_stairs_to(robot: Robot, room: Room) -> None:
    """Refuse a room as `refuse_steps` refuses a place.

    Raises:
        SkillFailure: All ways to its middle have steps that the robot's body does not climb.
    """
    why = steps_to_room(robot, room)
    if why:
        raise SkillFailure(Cause.UNREACHABLE, _to_teammate(why))


def steps_to_room(robot: Robot, room: Room) -> str:
    """Return which steps keep a robot from the middle of a room; empty if none are known."""
    if robot.world.ground is None or len(room.outline) < 3:
        return ""
    return steps_to(robot, middle(room), room.room_id)


def steps_to(robot: Robot, place: Point, name: str) -> str:
    """Return which steps keep a robot from a place, in one clause; empty if none are known."""
    ground, footing = robot.world.ground, Footing.of(robot.card)
    if ground is None or footing.flies:
        return ""
    here = robot.pose().point
    rise = ground.height(place.x, place.y) - ground.height(here.x, here.y)
    highest = least_step(ground, here, place)
    if abs(rise) < LEVEL or highest <= footing.step:
        return ""
    way = f"{abs(rise):.2f} m {'higher' if rise > 0.0 else 'lower'}"
    return f"{name} is {way}, by steps of {highest:.2f} m; {footing.limit}"


def least_step(ground: HeightMap, start: Point, goal: Point) -> float:
    """Return the highest step on the way between two places that has the lowest, metres.

    Furniture and walls are not looked at, so that what stands in the way can only make it worse.
    """
    first, last = (_cell(ground, point) for point in (start, goal))
    one, other, rise = _edges(ground)
    for step in np.unique(np.round(rise, 3)).tolist():
        passed = rise <= step + 1e-3
        links = coo_matrix(
            (np.ones(int(passed.sum()), np.bool_), (one[passed], other[passed])),
            (ground.heights.size, ground.heights.size),
        )
        _, labels = connected_components(links, directed=False)
        if labels[first] == labels[last]:
            return float(step)
    return 0.0


def _to_teammate(why: str) -> str:
    return f"{why}: leave it to a teammate that can."


def _edges(ground: HeightMap) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """Return neighbouring cells of the map, by number, and how much higher one is, metres."""
    heights = ground.heights
    number = np.arange(heights.size).reshape(heights.shape)
    pairs = ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
    one = np.concatenate([number[low].ravel() for low, _ in pairs])
    other = np.concatenate([number[high].ravel() for _, high in pairs])
    flat = heights.ravel()
    return one, other, np.abs(flat[one] - flat[other])


def _cell(ground: HeightMap, point: Point) -> int:
    """Return the number of the cell that holds a point; beyond the map the nearest one."""
    row, column = ground.frame.nearest_cell(point.x, point.y)
    return row * ground.frame.width + column
