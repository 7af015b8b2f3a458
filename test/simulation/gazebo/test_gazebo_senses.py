# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What our node makes of Gazebo's topics: masks, odometry of legs, effort of fingers."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.gazebo.dead_reckoning import DeadReckoning
from adhoc_teamwork.simulation.gazebo.finger_sense import FingerSense
from adhoc_teamwork.simulation.gazebo.labels import (
    THINGS,
    instance_labels,
    instances,
    robot_label,
    thing_labels,
)
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.gripper import GRIP_EFFORT

HOUSES = Path(__file__).parents[3] / "config" / "houses"
SPEEDS = st.floats(-2.0, 2.0)


def test_each_thing_and_robot_has_a_label_of_its_own() -> None:
    house = load_house(HOUSES / "two_rooms.json")
    labels = instance_labels(house, 3)
    ids = [label.instance for label in labels]
    assert len(set(ids)) == len(ids) == len(thing_labels(house)) + 3
    assert min(ids) == 1
    assert max(ids) < 256
    assert [label.category for label in labels[-3:]] == ["Robot"] * 3
    assert ids[-3:] == [robot_label(number) for number in range(3)]
    by_category = {label.category: label for label in labels}
    assert by_category["Bed"].is_receptacle
    assert not by_category["Bed"].pickupable
    assert by_category["FullBottle"].pickupable
    assert THINGS < robot_label(0) <= 255


def test_a_labels_map_becomes_ids() -> None:
    picture = np.zeros((2, 3, 3), np.uint8)
    picture[1, 2] = 200
    ids = instances(picture)
    assert ids.dtype == np.uint16
    assert ids.tolist() == [[0, 0, 0], [0, 0, 200]]


@given(SPEEDS, SPEEDS, st.integers(1, 40))
def test_odometry_closes_a_circle(speed: float, turn: float, steps: int) -> None:
    reckoning = DeadReckoning()
    reckoning.move(speed, 0.0, turn, 10.0)
    for step in range(1, steps + 1):
        pose = reckoning.move(speed, 0.0, turn, 10.0 + 0.02 * step)
    yaw = turn * 0.02 * steps
    assert math.remainder(pose.yaw - yaw, 2.0 * math.pi) == pytest.approx(0.0, abs=1e-9)
    way = speed * 0.02 * steps
    chord = way if abs(turn) < 1e-9 else way * math.sin(yaw / 2.0) / (yaw / 2.0)
    assert math.hypot(pose.x, pose.y) == pytest.approx(abs(chord), abs=1e-3)


def test_odometry_stands_still_over_gaps_and_jumps_of_the_clock() -> None:
    reckoning = DeadReckoning()
    for stamp in (5.0, 9.0, 9.1, 1.0, 1.1):
        pose = reckoning.move(1.0, 0.5, 0.0, stamp)
    # Two steps of a tenth of a second count: neither the gap nor the clock's way back.
    assert (pose.x, pose.y) == (pytest.approx(0.2), pytest.approx(0.1))


def test_fingers_feel_what_keeps_them_from_both_ends() -> None:
    sense = FingerSense("finger", 0.0, 0.04)
    moving = [sense.effort(0.04 - 0.01 * step, -0.1, 0.1 * step) for step in range(3)]
    resting = [sense.effort(0.02, 0.0, 0.2 + 0.1 * step) for step in range(6)]
    assert moving == [0.0] * 3
    assert resting[:3] == [0.0] * 3
    assert resting[-1] == GRIP_EFFORT
    for end in (0.0, 0.04, 0.001, 0.0395):
        assert [sense.effort(end, 0.0, 2.0 + 0.1 * step) for step in range(9)] == [0.0] * 9
    # A clock that jumps back begins anew.
    assert sense.effort(0.02, 0.0, 9.0) == 0.0
    assert sense.effort(0.02, 0.0, 9.4) == GRIP_EFFORT
    assert sense.effort(0.02, 0.0, 0.0) == 0.0
