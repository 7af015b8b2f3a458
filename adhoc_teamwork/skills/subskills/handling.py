# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What picking up and putting down have in common."""

from collections.abc import Generator

import numpy as np

from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.places.walls import clear_of_walls
from adhoc_teamwork.skills.skill import Progress, Robot, SkillFailure, Steps
from adhoc_teamwork.skills.subskills.lookup import room_outline
from adhoc_teamwork.skills.subskills.put_down import DEFAULT_SIZE
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause

_HEIGHT_TOLERANCE = 0.05


def refuse_without_hand(robot: Robot, name: str) -> Steps:
    """Yield until the hand's sensor has said something.

    Raises:
        SkillFailure: The robot has no arm, or the sensor stays silent.
    """
    if not robot.card.capability.can_manipulate:
        raise SkillFailure(
            Cause.NO_ARM, f"This robot has no arm, so {name} is for a teammate that has one."
        )
    heard = yield from robot.wait_until(
        lambda: robot.hand.holding() is not None, robot.settings.hand_time, "feeling the hand"
    )
    if not heard:
        raise SkillFailure(
            Cause.SERVER_MISSING, "The hand's state is unknown: no joint states come from the arm."
        )


def check_height(robot: Robot, height: float, name: str) -> None:
    """Check that the arm works at a height, in metres above the floor.

    Raises:
        SkillFailure: It does not.
    """
    capability = robot.card.capability
    if height > capability.reach_max_height + _HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_HIGH,
            f"{name} is {height:.2f} m high and the arm reaches up to "
            f"{capability.reach_max_height:.2f} m; a taller teammate must do it.",
        )
    if height < capability.reach_min_height - _HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_LOW,
            f"{name} is {height:.2f} m high and the arm reaches down to "
            f"{capability.reach_min_height:.2f} m; another teammate must do it.",
        )


def check_place(robot: Robot, target: Detection, point: Point) -> None:
    """Check that the hand gets from here to a point of a known object, metres in `map`.

    Raises:
        SkillFailure: It is too far, too high or too low, or behind a wall.
    """
    name, reach = target.object_id, robot.card.capability.reach
    distance = robot.pose().point.planar_distance_to(point)
    if distance > reach:
        raise SkillFailure(
            Cause.TOO_FAR,
            f"{name} is {distance:.2f} m away and the arm reaches {reach:.2f} m: "
            f"GoToObject <{name}> first.",
        )
    check_height(robot, point.z, name)
    outline, grid = room_outline(robot, target), robot.world.grid
    if not clear_of_walls(outline, grid, robot.pose().point, [point]):
        raise SkillFailure(
            Cause.TOO_FAR,
            f"A wall is between the robot and {name}: GoToObject <{name}> first.",
        )


def front_point(robot: Robot, target: Detection) -> Point:
    """Return where the hand works on a thing: nearest to the robot, at a height it gets to."""
    here, capability = robot.pose(), robot.card.capability
    x, y = footprint(target).nearest(np.array([here.x]), np.array([here.y]))
    bottom = target.position.z - target.size.z / 2.0
    lowest, highest = capability.reach_min_height, capability.reach_max_height
    height = min(max(target.position.z, lowest), highest)
    return Point(float(x[0]), float(y[0]), min(max(height, bottom), bottom + target.size.z))


def held_size(robot: Robot, object_id: str = "") -> Size:
    """Return the extents of what the hand holds, in metres; a usual size where unknown.

    Args:
        robot: Remembers what it picked up.
        object_id: The held object as the caller names it, if it does.
    """
    known = (robot.graph().object(object_id) if object_id else None, robot.picked)
    sizes = (found.size for found in known if found is not None)
    return next((size for size in sizes if max(size.x, size.y) > 0.0), DEFAULT_SIZE)


def show_hand(robot: Robot, holding: bool) -> Generator[Progress, None, bool]:
    """Yield until the hand's sensor shows what is expected; return whether it came to."""
    return (
        yield from robot.wait_until(
            lambda: robot.hand.holding() is holding, robot.settings.hand_time, "feeling the hand"
        )
    )
