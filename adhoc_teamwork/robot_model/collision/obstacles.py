# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Solid boxes and cylinders that an arm must not touch, and how far points are from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy


@dataclass(frozen=True)
class Obstacle:
    """Stand still in a planner's frame: a box, or a cylinder along the z of its pose.

    Attributes:
        name: What a refusal calls it.
        pose: Of its middle, (4, 4).
        half: Half extents in metres; a cylinder's first two are its radius.
        kind: Which of the two.
        near: Rigid bodies that may touch it: what it is fixed to.
    """

    name: str
    pose: Floats
    half: tuple[float, float, float]
    kind: Literal["box", "cylinder"] = "box"
    near: frozenset[str] = field(default=frozenset())

    @property
    def extents(self) -> Floats:
        """Return how far it may go from its middle along each axis of that frame, metres, (3,)."""
        return np.asarray(np.abs(self.pose[:3, :3]) @ np.array(self.half))


def box(
    name: str,
    centre: Sequence[float],
    size: Sequence[float],
    yaw: float = 0.0,
) -> Obstacle:
    """Return an upright box from its middle and its whole extents, metres; yaw in radians."""
    half = (size[0] / 2.0, size[1] / 2.0, size[2] / 2.0)
    return Obstacle(name, pose(centre, rotation_rpy(0.0, 0.0, yaw)), half)


class ObstacleSet:
    """Answer for many points at once how far each is from each obstacle."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        self.obstacles = tuple(obstacles)
        rotations = [o.pose[:3, :3] for o in obstacles]
        self._turn = np.concatenate(rotations, axis=1) if rotations else np.zeros((3, 0))
        self._offset = np.concatenate(
            [o.pose[:3, 3] @ o.pose[:3, :3] for o in obstacles] or [np.zeros(0)]
        )
        self._half = np.array([o.half for o in obstacles]).reshape(-1, 3)
        self._round = np.array([o.kind == "cylinder" for o in obstacles], dtype=bool)

    def __len__(self) -> int:
        return len(self.obstacles)

    def distances(self, points: Floats, which: NDArray[np.int64] | None = None) -> Floats:
        """Return the distance from each point, (n, 3), to each obstacle, (n, m); 0 inside."""
        turn: Floats = self._turn
        offset: Floats = self._offset
        half: Floats = self._half
        is_round = self._round
        if which is not None:
            columns = (which[:, None] * 3 + np.arange(3)).ravel()
            turn, offset = turn[:, columns], offset[columns]
            half, is_round = half[which], is_round[which]
        local = np.abs((points @ turn - offset).reshape(len(points), -1, 3))
        beyond = np.maximum(local - half, 0.0)
        if is_round.any():
            across = np.hypot(local[:, is_round, 0], local[:, is_round, 1])
            beyond[:, is_round, 0] = np.maximum(across - half[is_round, 0], 0.0)
            beyond[:, is_round, 1] = 0.0
        return np.asarray(np.sqrt(np.einsum("nmi,nmi->nm", beyond, beyond)))
