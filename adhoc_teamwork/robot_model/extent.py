# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How large a robot's body is, from its collision shapes."""

from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, moved
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import RobotModel


def collision_points(
    model: RobotModel, kinematics: Kinematics, links: Sequence[str] | None = None
) -> Floats:
    """Return points (n, 3) in the root's frame whose hull holds the links' shapes at rest.

    Args:
        model: The robot.
        kinematics: Of joints that hold still; its `fixed_poses` place the links.
        links: Names, all where None.

    Raises:
        ConfigError: A mesh cannot be read.
    """
    points: list[Floats] = [np.empty((0, 3))]
    for name in model.links if links is None else links:
        for collision in model.links[name].collisions:
            pose = kinematics.fixed_poses[name] @ collision.origin
            points.append(moved(collision.shape.corners, pose))
    return np.concatenate(points)
