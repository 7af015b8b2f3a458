# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The mask that tells Nav2 of keep-out zones marks them and a margin, and nothing else."""

import numpy as np
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st

from adhoc_teamwork.skills.nav2.costmaps import COSTMAP_CELL
from adhoc_teamwork.skills.nav2.keep_out import (
    KEPT_OUT,
    LONGEST,
    MARGIN,
    NOTHING_SAID,
    keep_out_mask,
)

METRES = st.floats(-2.0, 2.0).map(lambda value: round(value, 3))
OUTLINES = st.lists(st.lists(st.tuples(METRES, METRES), min_size=3, max_size=6), max_size=3)


LOST_IN_A_UNION = [
    [(0.0, 0.0), (2.0, -1.0), (1.5, 0.0), (0.0, -0.25)],
    [(0.0, 1.0), (2.0, -0.5), (1.5, 0.0), (0.0, -0.25)],
]


@given(OUTLINES)
@example(LOST_IN_A_UNION)
def test_zones_and_a_margin_are_kept_free_and_nothing_else(
    outlines: list[list[tuple[float, float]]],
) -> None:
    frame, cells = keep_out_mask(tuple(corners) for corners in outlines)
    assert cells.shape == (frame.height, frame.width)
    assert max(cells.shape) <= LONGEST + 1
    x, y = np.meshgrid(*frame.middles())
    valid = [shapely.make_valid(shapely.Polygon(o)) for o in outlines]
    zones = [zone for zone in valid if not zone.is_empty]
    if not zones:
        assert cells.tolist() == [[NOTHING_SAID]]
        return
    away = np.min([shapely.distance(zone, shapely.points(x, y)) for zone in zones], axis=0)
    # A round corner is drawn with few edges.
    assert set(cells[away < 0.95 * MARGIN].tolist()) <= {KEPT_OUT}
    assert set(cells[away > MARGIN + 1e-9].tolist()) <= {NOTHING_SAID}
    for outline in outlines:
        for corner in outline:
            cell = frame.cell_at(*corner)
            assert cell is not None
            assert cells[cell] == KEPT_OUT


def test_no_zone_is_a_mask_that_says_nothing() -> None:
    frame, cells = keep_out_mask(())
    assert (frame.width, frame.height) == (1, 1)
    assert cells.tolist() == [[NOTHING_SAID]]


@pytest.mark.parametrize("across", [1e3, 1e6])
def test_a_zone_as_large_as_a_town_takes_larger_cells(across: float) -> None:
    frame, cells = keep_out_mask([((0.0, 0.0), (across, 0.0), (0.0, across))])
    assert cells.size <= (LONGEST + 1) ** 2
    assert frame.cell > COSTMAP_CELL
    assert cells[frame.cell_of(0.2 * across, 0.2 * across)] == KEPT_OUT
    assert cells[frame.cell_of(0.9 * across, 0.9 * across)] == NOTHING_SAID
