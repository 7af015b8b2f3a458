# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small cells for tests of physics; importing this skips a module where MuJoCo is missing."""

from pathlib import Path

import pytest

from adhoc_teamwork.cells.cell_file import Cell, Part, Rope, Standing, Thing
from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.world import CellWorld

pytest.importorskip("mujoco", reason="the extra `cells` is not installed")

CELLS = Path(__file__).parents[2] / "config" / "cells"
FLAT = Part(box=(0.3, 0.3, 0.02))


def world_of(
    arm: str = "panda",
    things: dict[str, Thing] | None = None,
    ropes: dict[str, Rope] | None = None,
) -> CellWorld:
    """Return a cell with one arm, at the origin of a floor without a table."""
    cell = Cell({"Ann": Standing(arm, (0.0, 0.0, 0.0))}, things or {}, ropes or {})
    return CellWorld(compile_cell(cell, load_kinds(cell, CELLS)))


def block(mass: float, size: float = 0.04) -> Thing:
    """Return a cube, two metres from the arm unless a hand holds it."""
    return Thing((Part(box=(size, size, size)),), at=(2.0, 0.0, size / 2.0), mass=mass)
