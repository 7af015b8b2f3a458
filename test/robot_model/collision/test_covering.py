# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.collision.covering import (
    MOST_PIECES,
    MOST_SPHERES,
    Spheres,
    boxes_about,
    cover_box,
    cover_cylinder,
    cover_points,
    cover_sphere,
    cover_surface,
    fill_box,
)
from adhoc_teamwork.robot_model.shapes import Box
from adhoc_teamwork.robot_model.surface import Surface, hull_surface

lengths = st.floats(0.01, 1.0)
shares = np.random.default_rng(0).uniform(-0.5, 0.5, (300, 3))


def uncovered(cover: Spheres, points: np.ndarray) -> float:
    """Return how far the worst point lies outside of all spheres."""
    gaps = np.linalg.norm(points[:, None] - cover.centres, axis=2) - cover.radii
    return float(gaps.min(axis=1).max())


@settings(max_examples=40)
@given(lengths, lengths, lengths)
def test_a_box_is_covered_by_few_spheres(x: float, y: float, z: float) -> None:
    cover = cover_box((x, y, z))
    assert len(cover.radii) <= MOST_SPHERES
    assert uncovered(cover, shares * (x, y, z)) <= 1e-9


@settings(max_examples=40)
@given(lengths, lengths, lengths)
def test_a_box_is_filled_by_spheres_well_inside_of_it(x: float, y: float, z: float) -> None:
    filled, within = fill_box((x, y, z), 0.02), np.maximum(np.array([x, y, z]) / 2.0 - 0.02, 0.001)
    assert (np.abs(filled.centres) + filled.radii[:, None] <= within + 1e-9).all()
    assert filled.radii.min() > 0.0


@settings(max_examples=40)
@given(lengths, lengths)
def test_a_cylinder_is_covered(radius: float, length: float) -> None:
    turn = np.pi * 2.0 * shares[:, 0]
    rim = np.stack([radius * np.cos(turn), radius * np.sin(turn), length * shares[:, 1]], axis=1)
    cover = cover_cylinder(radius, length)
    assert len(cover.radii) <= MOST_SPHERES
    assert uncovered(cover, rim) <= 1e-9


def test_a_slender_cylinder_grows_by_little() -> None:
    assert cover_cylinder(0.04, 0.4).radii.max() < 1.06 * 0.04


@settings(max_examples=30)
@given(st.integers(0, 1000))
def test_the_hull_of_points_is_covered(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(20, 3)) * rng.uniform(0.05, 1.0, 3)
    weights = rng.dirichlet(np.full(20, 0.3), 200)
    assert uncovered(cover_points(points), weights @ points) <= 1e-9


def test_points_of_a_plane_are_covered_too() -> None:
    points = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    assert uncovered(cover_points(points), points) <= 1e-9


def boxes(*sizes_and_middles: tuple[tuple[float, ...], tuple[float, ...]]) -> Surface:
    """Return the surface of some boxes, each by its extents and its middle."""
    parts = [(hull_surface(Box(size).corners), middle) for size, middle in sizes_and_middles]
    faces = [part.faces + 8 * number for number, (part, _) in enumerate(parts)]
    vertices = [part.vertices + middle for part, middle in parts]
    return Surface(np.concatenate(vertices), np.concatenate(faces))


FRAME = boxes(
    ((0.1, 0.3, 0.04), (0.0, 0.0, 0.02)),
    ((0.1, 0.3, 0.04), (0.0, 0.0, 0.48)),
    ((0.1, 0.04, 0.5), (0.0, -0.13, 0.25)),
)
"""A post with a foot and a roof, open to one side: most of its hull is air."""


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.booleans())
def test_a_surface_is_covered_by_few_spheres_and_boxes(seed: int, is_frame: bool) -> None:
    rng = np.random.default_rng(seed)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    surface = hull_surface(rng.normal(size=(20, 3)) * rng.uniform(0.01, 0.4, 3))
    if is_frame:
        surface = Surface(FRAME.vertices @ turn, FRAME.faces)
    points = surface.points(0.03, 1_000_000)
    assert points is not None
    spheres, pieces = cover_surface(surface), boxes_about(surface, 12)
    assert len(spheres.radii) <= MOST_SPHERES
    # Points are told to a micrometre.
    assert uncovered(spheres, points) <= 2e-6
    assert len(pieces) <= 12
    lows, highs = (np.array([side(piece, axis=0) for piece in pieces]) for side in (np.min, np.max))
    out = np.maximum(lows - points[:, None], points[:, None] - highs).max(axis=2)
    assert out.min(axis=1).max() <= 2e-6


def test_the_room_in_a_frame_stays_free() -> None:
    inside = np.array([[0.0, 0.05, 0.25]])
    assert uncovered(cover_points(FRAME.hull_corners), inside) < 0.0
    assert uncovered(cover_surface(FRAME), inside) > 0.05
    assert len(cover_surface(FRAME).radii) <= MOST_PIECES
    for piece in boxes_about(FRAME, 12):
        assert ((piece.min(axis=0) > inside) | (piece.max(axis=0) < inside)).any()


def test_the_bound_of_spheres_holds_them() -> None:
    cover = cover_box((0.4, 0.2, 0.1))
    centre, radius = cover.bound
    assert (np.linalg.norm(cover.centres - centre, axis=1) + cover.radii <= radius + 1e-9).all()
    assert cover_sphere(0.3).bound[1] == pytest.approx(0.3)
