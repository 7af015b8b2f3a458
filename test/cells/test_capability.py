# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm of a cell says of itself is what its URDF says."""

from pathlib import Path

import pytest

from adhoc_teamwork.cells.arm_file import load_arm_kind
from adhoc_teamwork.cells.capability import arm_capability

ARMS = Path(__file__).parents[2] / "config" / "cells" / "arms"


@pytest.mark.parametrize(("arm", "reach"), [("panda", 0.9), ("ur5e_suction", 1.05)])
def test_an_arm_on_a_table_tells_how_far_and_how_high_it_reaches(arm: str, reach: float) -> None:
    kind = load_arm_kind(ARMS / f"{arm}.yaml")
    low, high = (arm_capability(kind, height) for height in (0.7, 1.0))
    assert (low.can_manipulate, low.can_navigate, low.payload) == (True, False, kind.payload)
    assert not low.has_camera
    # Stretched out at the height of its shoulder, a third of a metre above its root at the most.
    assert low.reach_at(0.9) == pytest.approx(reach, abs=0.06)
    assert low.reach_min_height < 0.7 < low.reach_max_height
    assert high.reach_max_height == pytest.approx(low.reach_max_height + 0.3, abs=0.051)
