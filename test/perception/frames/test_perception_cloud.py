# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Merged points stay bounded and keep their extents."""

import numpy as np

from adhoc_teamwork.perception.frames.cloud import VoxelCloud, robust_bounds


def test_looking_again_adds_nothing() -> None:
    points = np.random.default_rng(0).uniform(0, 1, (500, 3)).astype(np.float32)
    cloud = VoxelCloud(0.05, 10_000)
    assert cloud.add(points) > 0
    size = len(cloud)
    assert cloud.add(points) == 0
    assert len(cloud) == size


def test_size_is_capped() -> None:
    points = np.random.default_rng(0).uniform(0, 5, (5000, 3)).astype(np.float32)
    cloud = VoxelCloud(0.02, 100)
    cloud.add(points)
    cloud.add(points + 1.0)
    assert len(cloud) == 100


def test_bounds_ignore_a_stray_point_among_many() -> None:
    points = np.random.default_rng(0).uniform(0, 1, (2000, 3)).astype(np.float32)
    points[0] = (50.0, 50.0, 50.0)
    lower, upper = robust_bounds(points)
    assert (upper <= 1.0).all()
    assert (upper >= 0.95).all()
    assert (lower >= 0.0).all()


def test_negative_coordinates_have_voxels_of_their_own() -> None:
    cloud = VoxelCloud(0.1, 100)
    cloud.add(np.array([[-0.05, 0, 0], [0.05, 0, 0]], np.float32))
    assert len(cloud) == 2


def test_clear_and_keep() -> None:
    cloud = VoxelCloud(0.1, 100)
    cloud.add(np.array([[0, 0, 0], [1, 1, 1]], np.float32))
    cloud.keep(cloud.points[:, 0] > 0.5)
    assert len(cloud) == 1
    cloud.clear()
    assert len(cloud) == 0
