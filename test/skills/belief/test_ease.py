# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How easily a hand works where: what the resume's map says of places, and what it does not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.skills.belief.ease import EASY, Ease
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.geometry import Point, Pose

CARD = Path(__file__).parents[3] / "config" / "robots" / "quadruped.yaml"
SHARES = GraspShares((0.2, 0.4, 0.6), (0.0, 0.5, 1.0), ((0.2, 0.4, 0.1), (0, 0.8, 0.2), (0, 0, 0)))


def easy(ease: Ease, distance: float, height: float) -> float:
    return float(ease.at(np.array([distance]), np.array([height]))[0])


@pytest.mark.parametrize(
    ("distance", "height", "expected"),
    [(0.4, 0.0, 1.0), (0.2, 0.0, 0.5), (0.3, 0.0, 0.75), (0.6, 0.5, 0.25), (0.9, 0.5, 0.0)],
)
def test_places_are_compared_with_the_best_at_their_height(
    distance: float, height: float, expected: float
) -> None:
    assert easy(Ease(SHARES), distance, height) == pytest.approx(expected)


@pytest.mark.parametrize("height", [1.0, 3.0])
def test_above_all_that_a_grasp_gets_to_the_highest_that_it_does_counts(height: float) -> None:
    assert easy(Ease(SHARES), 0.4, height) == 1.0
    assert easy(Ease(SHARES), 0.6, height) == pytest.approx(0.25)
    assert easy(Ease(SHARES), 0.2, height) == 0.0


def test_an_arm_that_takes_nothing_anywhere_finds_all_as_easy() -> None:
    nothing = GraspShares((0.2, 0.4), (0.0, 0.5), ((0.0, 0.0), (0.0, 0.0)))
    assert easy(Ease(nothing), 0.3, 0.2) == 1.0


def test_without_a_map_all_is_easy() -> None:
    assert easy(Ease(None), 0.1, 0.3) == 1.0
    assert not Ease(None).is_known


@given(st.floats(0.0, 3.0), st.floats(-1.0, 3.0))
def test_ease_is_a_share(distance: float, height: float) -> None:
    assert 0.0 <= easy(Ease(SHARES), distance, height) <= 1.0


def test_a_map_with_rows_of_other_lengths_is_refused() -> None:
    with pytest.raises(ValueError, match="a row for each height"):
        GraspShares((0.2, 0.4), (0.0,), ((0.1,),))


def test_the_quadruped_stands_farther_from_a_bed_than_from_the_floor() -> None:
    ease = Ease(load_robot_card(CARD).grasps)
    assert ease.is_known
    assert easy(ease, 0.45, 0.1) > EASY > easy(ease, 0.45, 0.6)
    assert easy(ease, 0.7, 0.6) > EASY


@given(st.floats(-3.0, 3.0), st.floats(0.6, 2.0), st.floats(-3.0, 3.0), st.floats(-0.4, 0.4))
def test_who_faces_a_thing_has_it_on_the_arms_line(
    heading: float, distance: float, yaw: float, aside: float
) -> None:
    ease = Ease(replace(SHARES, line=ReachLine(yaw, aside)))
    spot = Point(1.0 + distance * np.cos(heading), 2.0 + distance * np.sin(heading))
    turned = float(ease.facing(np.array([heading]), np.array([distance]))[0])
    assert ease.is_faced(Pose(1.0, 2.0, turned), spot)
    assert not ease.is_faced(Pose(1.0, 2.0, turned + 0.2), spot)


def test_an_arm_that_turns_itself_faces_what_is_ahead() -> None:
    headings = np.array([3.5, -0.2])
    assert Ease(SHARES).facing(headings, np.array([0.5, 0.6])) is headings
    assert Ease(SHARES).is_faced(Pose(0.0, 0.0, 2.0), Point(1.0, 0.0))
