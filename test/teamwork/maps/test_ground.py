# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.maps.ground import FLAT, Ground, Patch

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@st.composite
def stairs(draw: st.DrawFn) -> Patch:
    """Draw turned, rectangular stairs or ramps."""
    yaw = draw(st.floats(-math.pi, math.pi))
    length, half = draw(st.floats(0.3, 5.0)), draw(st.floats(0.3, 2.0))
    x0, y0 = draw(st.floats(-20.0, 20.0)), draw(st.floats(-20.0, 20.0))
    cos, sin = math.cos(yaw), math.sin(yaw)
    corners = ((0.0, -half), (length, -half), (length, half), (0.0, half))
    outline = tuple((x0 + cos * a - sin * b, y0 + sin * a + cos * b) for a, b in corners)
    base, rise = draw(st.floats(0.0, 2.0)), draw(st.floats(0.02, 3.0))
    return Patch("stairs", outline, base, rise, yaw, draw(st.integers(0, 12)))


@given(stairs(), st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(0.05, 0.95))
def test_stairs_rise_from_one_floor_to_the_other(
    patch: Patch, one: float, other: float, across: float
) -> None:
    low, high = sorted((one, other))
    heights = [patch.height(*_place(patch, share, across)) for share in (low, high)]
    assert all(patch.base - 1e-9 <= z <= patch.top + 1e-9 for z in heights)
    assert heights[1] >= heights[0] - 1e-6
    if patch.steps:
        levels = (np.array(heights) - patch.base) / patch.step_rise
        assert levels == pytest.approx(np.rint(levels), abs=1e-6)
        assert min(heights) >= patch.base + patch.step_rise - 1e-9


@given(stairs(), st.floats(0.02, 0.98), st.floats(0.02, 0.98))
def test_many_points_get_the_heights_of_single_ones(
    patch: Patch, share: float, across: float
) -> None:
    x, y = _place(patch, share, across)
    ground = Ground((Patch("hall", _around(patch), 0.1), patch))
    xs, ys = np.array([x, x + 50.0]), np.array([[y]])
    assert patch.contains(x, y)
    assert ground.heights(xs, ys)[0].tolist() == [ground.height(x, y), ground.height(x + 50.0, y)]


def test_a_later_patch_lies_over_an_earlier_one() -> None:
    stage = Patch("stage", ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)), 0.9)
    ground = Ground((Patch("room_1", SQUARE, 0.5), stage))
    assert [ground.height(x, 1.5) for x in (0.5, 1.5, 5.0)] == [0.5, 0.9, 0.0]
    assert FLAT.is_flat
    assert FLAT.height(1.0, 1.0) == 0.0


def test_steps_are_even_and_the_last_is_level_with_the_upper_floor() -> None:
    patch = Patch("stairs", SQUARE, 0.2, 0.6, math.pi / 2.0, 3)
    assert patch.step_rise == pytest.approx(0.2)
    assert [patch.height(2.0, y) for y in (0.1, 1.5, 3.9)] == pytest.approx([0.4, 0.6, 0.8])


def _place(patch: Patch, share: float, across: float) -> tuple[float, float]:
    """Return a point of rectangular stairs: a share of the way up, and from right to left."""
    (x0, y0), (x1, y1), _, (x3, y3) = patch.outline
    return x0 + share * (x1 - x0) + across * (x3 - x0), y0 + share * (y1 - y0) + across * (y3 - y0)


def _around(patch: Patch) -> tuple[tuple[float, float], ...]:
    x, y = patch.outline[0]
    return ((x - 20.0, y - 20.0), (x + 20.0, y - 20.0), (x + 20.0, y + 20.0), (x - 20.0, y + 20.0))
