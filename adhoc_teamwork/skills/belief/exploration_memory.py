# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an exploration remembers: places that could not be reached, floor that cannot be seen."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame

_FAILED_RADIUS = 0.5


@dataclass
class ExplorationMemory:
    """Remember what could not be driven to (for a while) and what could not be seen."""

    settings: Settings
    failures: list[tuple[Point, float]] = field(default_factory=list)
    _in_vain: npt.NDArray[np.uint8] | None = None
    _frame: GridFrame | None = None

    def failed(self, pose: Pose, now: float) -> None:
        """Remember that a drive to `pose` failed at `now`, in seconds of the robot's clock."""
        self.failures.append((pose.point, now))

    def left_alone(self, x: Floats, y: Floats, now: float) -> Mask:
        """Mark the places near which drives have failed too often of late."""
        age = self.settings.memory_time
        self.failures = [(p, t) for p, t in self.failures if lately(t, now, age)]
        count = np.zeros(len(x))
        for point, _ in self.failures:
            count += np.hypot(x - point.x, y - point.y) < _FAILED_RADIUS
        return np.asarray(count >= self.settings.frontier_failures, dtype=np.bool_)

    def looked(self, grid: SemanticGrid, shown: Mask) -> None:
        """Count one look at the cells of `shown`; those still unseen were looked at in vain."""
        counts = self._counts(grid)
        counts[shown & grid.unseen & (counts < 255)] += 1

    def unseeable(self, grid: SemanticGrid) -> Mask:
        """Mark the unseen cells that were looked at so often that they cannot be seen."""
        return np.asarray(
            grid.unseen & (self._counts(grid) >= self.settings.in_vain), dtype=np.bool_
        )

    def _counts(self, grid: SemanticGrid) -> npt.NDArray[np.uint8]:
        if self._in_vain is None or self._frame != grid.frame:
            self._in_vain, self._frame = np.zeros(grid.cells.shape, dtype=np.uint8), grid.frame
        return self._in_vain
