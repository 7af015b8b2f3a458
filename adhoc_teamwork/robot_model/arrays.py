# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The array types that the room shares, and rigid transforms as 4x4 matrices."""

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def rotation_rpy(roll: float, pitch: float, yaw: float) -> Floats:
    """Return the (3, 3) rotation about the fixed axes x, y and z in turn, radians, as in URDF."""
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(a), math.cos(a)) for a in (roll, pitch, yaw))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def transform(
    xyz: tuple[float, float, float] = (0.0, 0.0, 0.0),
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Floats:
    """Return the (4, 4) transform of an URDF origin; metres, radians."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_rpy(*rpy)
    matrix[:3, 3] = xyz
    return matrix


def pose(position: npt.ArrayLike, rotation: Floats | None = None) -> Floats:
    """Return a pose, (4, 4), from a position in metres and a rotation, (3, 3), none where None."""
    made = np.eye(4)
    made[:3, 3] = position
    if rotation is not None:
        made[:3, :3] = rotation
    return made


def raised(pose: Floats, by: float) -> Floats:
    """Return a pose, (4, 4), so many metres higher."""
    higher = pose.copy()
    higher[2, 3] += by
    return higher


def moved(points: Floats, transform: Floats) -> Floats:
    """Return points, (n, 3), in the frame that `transform`, (4, 4), leads to."""
    return np.asarray(points @ transform[:3, :3].T + transform[:3, 3])


def cross_matrix(axis: Floats) -> Floats:
    """Return the (3, 3) matrix that forms the cross product with `axis`."""
    x, y, z = axis
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
