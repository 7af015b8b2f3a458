# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pixels to points and back, and what a frame says of known points."""

import math

import box_rooms
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame, Intrinsics, Sight
from adhoc_teamwork.teamwork.geometry import Pose

CAMERA = Intrinsics(8, 6, 5.0, 5.0, 3.5, 2.5)
AHEAD = np.eye(4)


def frame(depth: np.ndarray, camera_range: float = 0.0, pose: np.ndarray = AHEAD) -> Frame:
    ids = np.zeros(depth.shape, np.uint16)
    return Frame(1.0, depth.astype(np.float32), ids, CAMERA, pose, Pose(0, 0), camera_range)


@settings(max_examples=40)
@given(
    st.floats(-4, 4), st.floats(-4, 4), st.floats(-3.1, 3.1), st.floats(-0.5, 0.5),
    st.floats(0.3, 6.0),
)  # fmt: skip
def test_points_project_back_onto_their_pixels(
    x: float, y: float, yaw: float, pitch: float, depth: float
) -> None:
    room = box_rooms.BoxRoom(pitch=pitch)
    seen = frame(np.full((6, 8), depth), pose=room.camera_pose(Pose(x, y, yaw)))
    rows, cols = (a.ravel() for a in np.mgrid[0:6, 0:8])
    back_rows, back_cols, z = seen.project(seen.points(rows, cols))
    assert (back_rows == rows).all()
    assert (back_cols == cols).all()
    assert np.allclose(z, depth, atol=1e-3)


def test_point_ahead_lies_ahead_of_the_robot() -> None:
    room = box_rooms.BoxRoom(pitch=0.0)
    seen = room.frame(Pose(1.0, 2.0, math.pi / 2), 0.0)
    middle = seen.points(np.array([60]), np.array([80]))[0]
    assert middle == pytest.approx((1.0, 4.0, 1.2), abs=0.05)


def test_point_grid_equals_points() -> None:
    seen = box_rooms.table_with_mug().frame(Pose(1.0, 2.0, 0.3), 0.0)
    rows, cols = np.mgrid[0:120:2, 0:160:2]
    expected = seen.points(rows.ravel(), cols.ravel()).T.reshape(3, 60, 80)
    assert np.allclose(seen.point_grid(2), expected, atol=1e-4)


def test_invalid_depth_gives_no_surface() -> None:
    depth = np.full((6, 8), 2.0)
    depth[0, :5] = (np.nan, np.inf, -np.inf, 0.0, -1.0)
    assert (frame(depth).distance[0, :5] == 0.0).all()
    assert frame(depth).distance[0, 5] == 2.0


def test_no_return_within_range_is_free_space_only_where_the_range_is_known() -> None:
    depth = np.full((6, 8), np.inf)
    ahead = np.array([[0.0, 0.0, 2.0]], np.float32)
    assert frame(depth).look_at(ahead, 0.05)[0] == Sight.UNSEEN
    assert frame(depth, camera_range=4.0).look_at(ahead, 0.05)[0] == Sight.FREE


@pytest.mark.parametrize(
    ("z", "sight"), [(1.0, Sight.FREE), (2.0, Sight.SURFACE), (3.0, Sight.HIDDEN)]
)
def test_look_at_tells_free_surface_and_hidden(z: float, sight: Sight) -> None:
    points = np.array([[0.0, 0.0, z]], np.float32)
    assert frame(np.full((6, 8), 2.0)).look_at(points, 0.05)[0] == sight


def test_points_outside_or_behind_are_unseen() -> None:
    points = np.array([[0.0, 0.0, -1.0], [9.0, 0.0, 1.0]], np.float32)
    assert (frame(np.full((6, 8), 2.0)).look_at(points, 0.05) == Sight.UNSEEN).all()


def test_silhouette_is_not_free_space() -> None:
    depth = np.full((6, 8), 5.0)
    depth[:, :4] = 2.0
    beside = np.array([[0.2, 0.0, 2.0]], np.float32)
    assert frame(depth).look_at(beside, 0.05)[0] != Sight.FREE


@pytest.mark.parametrize("focal", [0.0, -1.0, math.nan, math.inf])
def test_unusable_intrinsics_are_refused(focal: float) -> None:
    with pytest.raises(BadFrameError, match="intrinsics"):
        Intrinsics(8, 6, focal, 5.0, 3.5, 2.5)


def test_mismatched_sizes_and_bad_poses_are_refused() -> None:
    with pytest.raises(BadFrameError, match="sizes differ"):
        frame(np.zeros((5, 8)))
    with pytest.raises(BadFrameError, match="pose"):
        frame(np.zeros((6, 8)), pose=np.full((4, 4), np.nan))


def test_a_grid_of_points_is_that_of_its_pixels() -> None:
    room = box_rooms.BoxRoom(pitch=0.3)
    depth = np.linspace(0.5, 5.0, 48).reshape(6, 8)
    seen = frame(depth, pose=room.camera_pose(Pose(1.0, -2.0, 0.7)))
    rows, cols = np.mgrid[0:6:2, 0:8:2]
    points = seen.points(rows.ravel(), cols.ravel()).T.reshape(3, 3, 4)
    assert np.allclose(seen.point_grid(2), points, atol=1e-5)


def test_a_moved_frame_shows_the_same_elsewhere() -> None:
    seen = frame(np.full((6, 8), 2.0))
    shown = seen.distance
    pose = np.eye(4)
    pose[0, 3] = 1.0
    moved = seen.moved(pose, Pose(1, 0))
    assert moved.distance is shown
    assert moved.origin.tolist() == [1.0, 0.0, 0.0]
    assert moved.base == Pose(1, 0)
    with pytest.raises(BadFrameError):
        seen.moved(np.full((4, 4), np.nan), Pose(0, 0))
