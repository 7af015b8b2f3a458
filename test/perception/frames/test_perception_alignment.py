# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The pose's drift, taken back by the walls of the floor plan."""

from dataclasses import replace

import box_rooms
import pytest

from adhoc_teamwork.perception.frames.alignment import Correction, WallAlignment
from adhoc_teamwork.teamwork.geometry import Pose

TRUE = Pose(2.0, 1.5, 0.9)


def drifted_frame(x: float, y: float, yaw: float) -> box_rooms.Frame:
    """Return a frame taken at `TRUE` by a robot that believes to stand elsewhere."""
    room = box_rooms.BoxRoom()
    believed = Pose(TRUE.x + x, TRUE.y + y, TRUE.yaw + yaw)
    return replace(room.frame(TRUE, 0.0), pose=room.camera_pose(believed), base=believed)


def aligned(*frames: box_rooms.Frame) -> box_rooms.Frame:
    """Return the last frame as corrected after all."""
    alignment = WallAlignment([box_rooms.ROOM])
    return [alignment.correct(frame) for frame in frames][-1]


def test_a_right_pose_stays() -> None:
    frame = drifted_frame(0.0, 0.0, 0.0)
    corrected = aligned(frame, frame)
    assert corrected.base.x == pytest.approx(TRUE.x, abs=0.004)
    assert corrected.base.y == pytest.approx(TRUE.y, abs=0.004)


@pytest.mark.parametrize("drift", [(0.12, 0.0, 0.0), (-0.05, 0.1, 0.03), (0.0, -0.1, -0.04)])
def test_a_drifted_pose_is_taken_back(drift: tuple[float, float, float]) -> None:
    corrected = aligned(*[drifted_frame(*drift)] * 4)
    assert corrected.base.x == pytest.approx(TRUE.x, abs=0.015)
    assert corrected.base.y == pytest.approx(TRUE.y, abs=0.015)
    assert corrected.base.yaw == pytest.approx(TRUE.yaw, abs=0.008)
    camera = box_rooms.BoxRoom().camera_pose(TRUE)
    assert corrected.pose == pytest.approx(camera, abs=0.03)


def test_drift_that_grows_is_followed_far_beyond_what_one_frame_could_tell() -> None:
    frames = [drifted_frame(0.02 * n, -0.01 * n, 0.002 * n) for n in range(40)]
    corrected = aligned(*frames)
    assert (corrected.base.x, corrected.base.y) == pytest.approx((TRUE.x, TRUE.y), abs=0.02)


def test_another_place_than_the_plan_shows_is_no_reason_to_move() -> None:
    frame = drifted_frame(1.1, 0.9, 0.5)
    assert aligned(frame) is frame
    assert WallAlignment([]).correct(frame) is frame


def test_a_turn_about_a_point_leaves_the_point() -> None:
    import numpy as np

    start = Correction(0.3, -0.2, 0.1)
    point = start.pose(Pose(2.0, 1.0, 0.0))
    turned = start.after(0.5, np.zeros(2), np.array((point.x, point.y))).pose(Pose(2.0, 1.0, 0.0))
    assert (turned.x, turned.y) == pytest.approx((point.x, point.y))
    assert turned.yaw == pytest.approx(point.yaw + 0.5)
