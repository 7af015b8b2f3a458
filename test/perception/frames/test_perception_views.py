# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a frame shows of each instance: what ends in it, and what its border cuts off."""

import numpy as np
import pytest

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import Frame, Intrinsics
from adhoc_teamwork.perception.frames.views import Label, split_frame
from adhoc_teamwork.teamwork.geometry import Pose

ROWS, COLUMNS = 120, 160
CAMERA = Intrinsics(COLUMNS, ROWS, 100.0, 100.0, COLUMNS / 2.0, ROWS / 2.0)
COUNTER = Label("CounterTop", is_receptacle=True)


@pytest.mark.parametrize(
    ("first_row", "cut", "goes_on_above"), [(0, True, True), (1, False, False), (40, False, False)]
)
def test_only_what_reaches_the_upper_border_goes_on_above_it(
    first_row: int, cut: bool, goes_on_above: bool
) -> None:
    ids = np.zeros((ROWS, COLUMNS), np.uint16)
    ids[first_row:100, 30:120] = 7
    depth = np.full((ROWS, COLUMNS), 2.0, np.float32)
    frame = Frame(1.0, depth, ids, CAMERA, np.eye(4), Pose(0.0, 0.0))
    (view,) = split_frame(frame, {7: COUNTER}, PerceptionConfig()).objects
    assert view.cut is cut
    assert bool(len(view.topmost)) is goes_on_above
