# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A cell as whoever plans for its arms has it: what is seen, and motors that do as they are told.

Physics in this process is one (`world.CellWorld`), controllers on ROS are another
(`ros.cell_on_ros.CellOnRos`); planning, checks and episodes are the same for both.
"""

from collections.abc import Mapping
from typing import Protocol

from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.robot_model.arrays import Floats

PERIOD = 0.004
"""Seconds between two states of a track: as often as such arms are told."""


class CellAtWork(Protocol):
    """See a cell and move its arms."""

    @property
    def model(self) -> CellModel:
        """Return what stands in it."""

    def observe(self) -> CellState:
        """Return all of the cell as it is now."""

    def positions(self) -> Floats:
        """Return the state of all joints of the physics, (nq,)."""

    def perform(
        self, tracks: Mapping[str, Floats], closing: Mapping[str, bool], steps: int
    ) -> None:
        """Carry out a part of a plan in open loop, and return when its time is over.

        Args:
            tracks: Joint states of some robots, (steps + 1, dof), radians, one each `PERIOD`.
            closing: Hands that close, or suck, and such as open, or let go.
            steps: How many periods it lasts, one more to arrive.
        """

    def open(self, robot: str) -> None:
        """Open a hand all the way, or let air in."""

    def step(self, seconds: float) -> None:
        """Let time pass."""
