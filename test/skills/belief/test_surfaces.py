# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which tops of furniture a camera has looked over, and from where it would."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skills_fakes import ARM_CARD, open_grid, square_room, table, thing, with_box

from adhoc_teamwork.skills.belief.surfaces import SurfaceLooks
from adhoc_teamwork.teamwork.geometry import Pose, Size
from adhoc_teamwork.teamwork.scene import Presence

CAN = replace(
    ARM_CARD.capability, camera_height=1.5, camera_pitch=0.3, horizontal_fov=1.2, vertical_fov=1.0
)
BED = table("Bed_0", 2.0, 5.0, Size(2.0, 1.5, 0.5))
ROOM = square_room("room_0", 0.0, 0.0, 8.0).outline
NORTH = math.pi / 2.0


def test_a_top_below_the_camera_shows() -> None:
    looks = SurfaceLooks(CAN)
    assert looks.shows(BED)
    assert not looks.shows(table("Wardrobe_0", 2.0, 5.0, Size(1.0, 0.6, 1.6)))
    assert not looks.shows(table("Fridge_0", 2.0, 5.0, Size(1.0, 0.6, 1.0), closed=True))
    assert not looks.shows(thing("Mug_0", 2.0, 5.0))
    assert not looks.shows(replace(BED, status=Presence.GONE))


@pytest.mark.parametrize(
    ("pose", "all_seen", "any_seen"),
    [
        (Pose(2.0, 2.8, NORTH), True, True),
        (Pose(2.0, 2.8, -NORTH), False, False),
        (Pose(2.0, 0.2, NORTH), False, False),
        (Pose(2.0, 3.9, NORTH), False, True),
        (Pose(2.0, 9.0, -NORTH), False, False),
    ],
    ids=["from near", "turned away", "from afar", "from too near", "from another room"],
)
def test_what_showed(pose: Pose, all_seen: bool, any_seen: bool) -> None:
    looks = SurfaceLooks(CAN)
    everything = looks.unseen(BED, ROOM)
    looks.note(pose)
    left = looks.unseen(BED, ROOM)
    assert (len(left) == 0) is all_seen
    assert (len(left) < len(everything)) is any_seen


@given(st.floats(0.6, 7.4), st.floats(0.6, 3.4), st.floats(-3.0, 3.0))
def test_the_best_view_shows_something_from_free_floor(x: float, y: float, yaw: float) -> None:
    grid = with_box(open_grid(8.0, 8.0), BED)
    looks = SurfaceLooks(CAN)
    left = looks.unseen(BED, ROOM)
    view = looks.best_view(grid, Pose(x, y, yaw), 0.3, [(BED, left)], ROOM)
    assert view is not None
    row, column, inside = grid.index(np.array([view.x]), np.array([view.y]))
    assert inside[0]
    assert grid.clearance[row[0], column[0]] >= 0.3
    looks.note(view)
    assert len(looks.unseen(BED, ROOM)) < len(left)


def test_where_nothing_shows_there_is_no_view() -> None:
    looks = SurfaceLooks(replace(CAN, camera_pitch=-0.6))
    left = looks.unseen(BED, ROOM)
    assert looks.best_view(open_grid(8.0, 8.0), Pose(1.0, 1.0), 0.3, [(BED, left)], ROOM) is None
