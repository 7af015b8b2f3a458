# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.surface import Surface, hull_surface


def on_it(surface: Surface, seed: int) -> np.ndarray:
    """Return points on a surface, by chance."""
    rng = np.random.default_rng(seed)
    corners = surface.vertices[surface.faces[rng.integers(len(surface.faces), size=200)]]
    return np.einsum("nk,nki->ni", rng.dirichlet(np.ones(3), 200), corners)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.floats(0.02, 0.5))
def test_points_leave_no_gaps(seed: int, spacing: float) -> None:
    rng = np.random.default_rng(seed)
    # Slender ones have slender triangles.
    surface = hull_surface(rng.normal(size=(12, 3)) * rng.uniform(0.002, 0.3, 3))
    points = surface.points(spacing, 1_000_000)
    assert points is not None
    gaps = np.linalg.norm(on_it(surface, seed)[:, None] - points, axis=2).min(axis=1)
    assert gaps.max() <= 0.58 * spacing


def test_a_surface_that_takes_too_many_points_has_none() -> None:
    huge = hull_surface(np.random.default_rng(0).normal(size=(12, 3)) * 1e6)
    assert huge.points(0.004, 10_000) is None


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 2))
def test_halves_hold_all_of_it(seed: int, axis: int) -> None:
    surface = hull_surface(np.random.default_rng(seed).normal(size=(12, 3)))
    low, high = surface.box
    halves = surface.halves(axis)
    assert len(halves) == 2
    areas = []
    for half in (surface, *halves):
        one, two, three = np.moveaxis(half.vertices[half.faces], 1, 0)
        areas.append(np.linalg.norm(np.cross(two - one, three - one), axis=1).sum())
        assert (half.box[0] >= low - 1e-9).all()
        assert (half.box[1] <= high + 1e-9).all()
    assert np.isclose(areas[0], areas[1] + areas[2])
    assert all(np.isclose(half.size[axis], (high - low)[axis] / 2.0) for half in halves)


def test_a_flat_surface_has_a_hull_and_halves() -> None:
    flat = Surface(
        np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]),
        np.array([[0, 1, 2], [1, 3, 2]]),
    )
    assert np.ptp(flat.hull_corners, axis=0).tolist() == [1.001, 1.001, 0.001]
    assert [half.size[0] for half in flat.halves(0)] == [0.5, 0.5]
