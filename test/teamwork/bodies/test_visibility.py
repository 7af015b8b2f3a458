# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of the floor a camera shows, from its height, angle and range."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.bodies.visibility import (
    BEST_SHARE,
    IN_REACH,
    LOW,
    low_sight,
    nearest_floor,
    sees_floor,
    sees_seats,
    shows_upper_end_alone,
    steepest_fall,
)
from adhoc_teamwork.teamwork.settings.config import load_config

CARDS = Path(__file__).parents[3] / "config" / "robots"
TALL = Capability("tall", camera_height=1.5, camera_range=3.5, vertical_fov=0.6)
LOOKING_DOWN = Capability("low", camera_height=0.5, camera_pitch=0.4, vertical_fov=0.8)


def test_a_camera_that_sees_the_floor_must_look_under_the_height_of_small_things() -> None:
    assert low_sight(0.5, math.tan(0.8), 5.0) == LOW


def test_a_camera_that_looks_too_high_has_done_its_best_where_it_sees_lowest() -> None:
    fall = math.tan(0.3)
    assert low_sight(1.5, fall, 3.5) == pytest.approx(1.5 - fall * BEST_SHARE * 3.5)
    assert low_sight(1.5, 0.0, 3.5) == 1.5


def test_the_floor_is_looked_at_from_where_the_lowest_ray_is_low_enough() -> None:
    assert nearest_floor(LOOKING_DOWN) == pytest.approx((0.5 - LOW) / math.tan(0.8))
    assert nearest_floor(TALL) == pytest.approx(BEST_SHARE * 3.5)
    assert nearest_floor(replace(LOOKING_DOWN, camera_height=0.1)) == 0.0


@pytest.mark.parametrize("pitch", [1.1, math.pi / 2.0 - 0.4, 1.5])
def test_a_camera_that_looks_straight_down_sees_the_floor_at_its_feet(pitch: float) -> None:
    down = replace(LOOKING_DOWN, camera_pitch=pitch)
    assert 0.0 < steepest_fall(down) < 100.0
    assert nearest_floor(down) < 0.06
    assert sees_floor(down)


def test_a_camera_that_looks_up_does_not_see_the_floor() -> None:
    up = replace(LOOKING_DOWN, camera_pitch=-0.5)
    assert not sees_floor(up)
    assert not sees_floor(replace(up, camera_height=0.1))
    assert steepest_fall(up) > 0.0


@pytest.mark.parametrize(("name", "sees"), [("small", True), ("quadruped", True), ("tall", False)])
def test_which_of_the_shipped_robots_see_the_floor(name: str, sees: bool) -> None:
    card = load_config(CARDS / f"{name}.yaml", RobotCard)
    assert sees_floor(card.capability) is sees


@pytest.mark.parametrize(("name", "sees"), [("small", False), ("quadruped", True), ("tall", False)])
def test_which_of_the_shipped_robots_see_beds_and_seats(name: str, sees: bool) -> None:
    card = load_config(CARDS / f"{name}.yaml", RobotCard)
    assert sees_seats(card.capability) is sees


@pytest.mark.parametrize(
    ("name", "alone"), [("small", False), ("quadruped", False), ("tall", True)]
)
def test_of_a_toilet_a_tall_robot_shows_the_tank_alone(name: str, alone: bool) -> None:
    camera = load_config(CARDS / f"{name}.yaml", RobotCard).capability
    assert shows_upper_end_alone(camera, 0.47, 1.04) is alone
    assert not shows_upper_end_alone(camera, 0.47, 0.6)
    assert not shows_upper_end_alone(camera, 0.47, IN_REACH + 0.01)
    assert not shows_upper_end_alone(camera, 0.9, 1.04)
