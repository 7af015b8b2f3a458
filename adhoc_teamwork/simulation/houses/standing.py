# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How high a robot stands on uneven ground."""

import math

import numpy as np

from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.ground import Ground

_FEET = 8
_FEET_OUT = 0.7
"""How far out a body's feet or wheels are, as a share of its radius."""


def standing_height(ground: Ground, card: RobotCard, pose: Pose) -> float:
    """Return the height of the ground under a robot, metres: the mean of that under its feet.

    Feet that would stand beyond a ledge, as past a wall, do not count; so a robot rises smoothly on
    stairs and stands level with each floor.
    """
    if ground.is_flat:
        return 0.0
    centre = ground.height(pose.x, pose.y)
    out = _FEET_OUT * card.body.radius
    angles = pose.yaw + np.arange(_FEET) * (2.0 * math.pi / _FEET)
    heights = ground.heights(pose.x + out * np.cos(angles), pose.y + out * np.sin(angles))
    step = Footing.of(card).step
    near = heights[np.abs(heights - centre) <= step + 1e-6]
    return float((centre + near.sum()) / (1 + len(near)))
