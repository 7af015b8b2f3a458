# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a thing lies, by what was seen of it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.skills.grasping.tight_box import turned, with_depth

PITCH = 0.025


def upper_face(length: float, width: float, yaw: float, height: float = 0.08) -> Floats:
    """Return points of the top and of two sides, (n, 3), of a thing that lies on the floor."""
    x, y = np.meshgrid(
        np.linspace(-0.5, 0.5, max(2, round(length / PITCH))) * length,
        np.linspace(-0.5, 0.5, max(2, round(width / PITCH))) * width,
    )
    flat = np.stack([x.ravel(), y.ravel()], axis=1)
    turn = np.array([[math.cos(yaw), math.sin(yaw)], [-math.sin(yaw), math.cos(yaw)]])
    layers = [np.column_stack([flat @ turn, np.full(len(flat), z)]) for z in (0.0, height)]
    return np.concatenate(layers)


def as_perceived(points: Floats) -> Item:
    low, high = points.min(axis=0), points.max(axis=0)
    middle, size = (low + high) / 2.0, high - low
    return Item("Bat_0", tuple(middle.tolist()), tuple(size.tolist()))


@given(st.floats(0.3, 1.0), st.floats(0.04, 0.12), st.floats(0.35, 1.2), st.booleans())
def test_what_is_long_and_lies_askew_is_as_narrow_as_it_is(
    length: float, width: float, yaw: float, mirrored: bool
) -> None:
    points = upper_face(length, width, -yaw if mirrored else yaw)
    item = turned(as_perceived(points), points)
    assert sorted(item.size[:2]) == pytest.approx([width, length], abs=0.03)
    assert item.centre == pytest.approx(as_perceived(points).centre, abs=0.01)
    assert item.spans[:2] == pytest.approx(as_perceived(points).size[:2], abs=0.06)
    corners = (points - item_box(item).pose[:3, 3]) @ item_box(item).pose[:3, :3]
    assert (np.abs(corners) <= np.array(item.size) / 2.0 + 0.02).all()


def test_fingers_close_across_a_bat_that_lies_askew() -> None:
    points = upper_face(0.9, 0.06, 0.6)
    given_item = as_perceived(points)
    assert not grasps(given_item, 0.1, (0.0, 0.0))
    first = grasps(turned(given_item, points), 0.1, (0.0, 0.0))[0]
    closing = first.pose[:2, 1]
    assert abs(float(closing @ [math.cos(0.6), math.sin(0.6)])) < 0.8
    assert first.width < 0.1


def test_what_is_not_turned_too_flat_or_hardly_seen_stays_as_it_was_given() -> None:
    straight = upper_face(0.9, 0.06, 0.0)
    assert turned(as_perceived(straight), straight) == as_perceived(straight)
    askew = upper_face(0.9, 0.06, 0.6)
    item = as_perceived(askew)
    assert turned(item, askew[:5]) == item
    assert turned(item, np.empty((0, 3))) == item
    half = askew[askew[:, 0] > 0.0]
    assert turned(item, half) == item
    card = upper_face(0.09, 0.03, 0.6, height=0.004)
    assert turned(as_perceived(card), card) == as_perceived(card)
    round_one = askew[:, :3].copy()
    angle = np.linspace(0.0, math.tau, len(round_one))
    round_one[:, 0], round_one[:, 1] = 0.2 * np.cos(angle), 0.2 * np.sin(angle)
    assert turned(as_perceived(round_one), round_one) == as_perceived(round_one)


@pytest.mark.parametrize(
    ("size", "yaw", "whole", "centre"),
    [
        ((0.01, 0.17, 0.19), 0.0, (0.17, 0.17, 0.19), (1.08, 0.0)),
        ((0.17, 0.01, 0.19), math.pi / 2.0, (0.17, 0.17, 0.19), (1.08, 0.0)),
        ((0.01, 0.3, 0.1), 0.0, (0.1, 0.3, 0.1), (1.045, 0.0)),
        ((0.1, 0.17, 0.19), 0.0, (0.1, 0.17, 0.19), (1.0, 0.0)),
        ((0.01, 0.19, 0.01), 0.0, (0.01, 0.19, 0.01), (1.0, 0.0)),
    ],
)
def test_what_may_be_a_front_has_depth_behind_it(
    size: tuple[float, float, float],
    yaw: float,
    whole: tuple[float, float, float],
    centre: tuple[float, float],
) -> None:
    made = with_depth(Item("Box_0", (1.0, 0.0, 0.5), size, yaw), (0.2, 0.1))
    assert made.size == pytest.approx(whole)
    assert made.centre == pytest.approx((*centre, 0.5))
