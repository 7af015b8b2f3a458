# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the sub-skills take for near, free, seen and long enough."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Hold the executor's tunable values: metres, square metres, seconds, radians, shares."""

    reach_margin: float = 0.1
    """How far inside its reach an arm's robot tries to stand."""
    reach_slack: float = 0.02
    """How far inside its reach an arm's robot must stand."""
    tight_margin: float = 0.07
    """How far inside its reach it tries to stand where there is no more room: a drive that ends as
    far off as navigation allows, 0.05 m, still ends within reach."""
    least_margin: float = 0.04
    """How far inside its reach it tries to stand where there is none farther inside."""
    near_without_arm: float = 1.0
    """How near a robot without an arm comes to an object's edge."""
    retreat: tuple[float, ...] = (0.5, 0.25, 0.25)
    """How far it backs up, time after time, where there is no room to draw in what it took."""
    clearance: float = 0.05
    """Kept between the robot's outline and what the map says is occupied."""
    approach_attempts: int = 5
    longest_displacement: float = 10.0
    """The longest displacement that GoToPoint takes."""
    point_tolerance: float = 0.3
    """How far from its goal GoToPoint may end."""
    snap_distance: float = 0.4
    """How far GoToPoint moves a goal that stands in something."""
    start_time: float = 3.0
    """How long odometry and the scene graph may take to appear."""
    odometry_time: float = 0.5
    """How long odometry may take to tell where a drive ended."""
    stall_time: float = 15.0
    """Without any motion for so long, a drive is blocked."""
    put_attempts: int = 5
    edge_margin: float = 0.1
    """Kept between a put-down spot and the receptacle's edge, where it is large enough."""
    hand_time: float = 2.0
    """How long the hand's sensor may take to show a grasp or a release."""
    look_time: float = 1.5
    """How long the camera may take to show where an object came to lie."""
    explored_share: float = 0.95
    smallest_frontier: float = 0.12
    """Unseen areas (m²) below this are not worth a drive."""
    map_time: float = 3.0
    """How long to wait after a drive for a map that shows what was seen."""
    frontier_failures: int = 2
    """So many failed drives to about the same place, and it is left alone."""
    memory_time: float = 60.0
    """How long a place that could not be driven to is left alone."""
    failures_in_a_row: int = 6
    """So many failed drives in a row end an exploration."""
    in_vain: int = 2
    """Cells looked at so often without being seen cannot be looked at."""
    stop_grace: float = 3.0
    """How long motions may take to end after a cancel."""


OTHERS_LIMIT = 60.0
"""Seconds that a sub-skill may take that is not listed."""

TIME_LIMITS: dict[str, float] = {
    "GoToObject": 120.0,
    "GoToPoint": 60.0,
    "GoToRoom": 120.0,
    "PickupObject": 60.0,
    "PutObject": 80.0,
    "Explore": 240.0,
    "Stop": 5.0,
    "OpenObject": 60.0,
    "CloseObject": 60.0,
    "PutIn": 60.0,
    "TakeFrom": 60.0,
}
"""Seconds on the robot's clock that a sub-skill may take unless its call says otherwise."""
