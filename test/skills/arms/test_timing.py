# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A path is timed as fast as joints' speeds and accelerations allow, and no faster."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.skills.arms.timing import SPEED_SHARE, timed


@given(way=st.floats(0.01, 4.0), speed=st.floats(0.2, 3.0), acceleration=st.floats(0.5, 8.0))
@settings(max_examples=40)
def test_one_joint_is_as_fast_as_a_trapezoid(way: float, speed: float, acceleration: float) -> None:
    path = np.array([[0.0], [way]])
    made = timed(path, ("joint",), np.array([speed]), np.array([acceleration]))
    most, push = SPEED_SHARE * speed, SPEED_SHARE * acceleration
    peak = min(most, math.sqrt(way * push))
    fastest = way / peak + peak / push
    assert fastest * 0.999 <= made.duration <= fastest * 1.025


@st.composite
def ways(draw: st.DrawFn) -> np.ndarray:
    joints, corners = draw(st.integers(1, 7)), draw(st.integers(2, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return np.cumsum(rng.uniform(-1.0, 1.0, (corners, joints)), axis=0)


@given(way=ways(), seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_limits_are_kept_round_every_corner(way: np.ndarray, seed: int) -> None:
    joints = way.shape[1]
    rng = np.random.default_rng(seed)
    velocity, acceleration = rng.uniform(0.5, 3.0, joints), rng.uniform(1.0, 8.0, joints)
    names = tuple(f"joint_{number}" for number in range(joints))
    made = timed(way, names, velocity, acceleration)
    assert (np.diff(made.times) > 0.0).all()
    assert made.positions[0] == pytest.approx(way[0])
    assert made.positions[-1] == pytest.approx(way[-1])
    assert not made.velocities[[0, -1]].any()
    assert (np.abs(made.velocities) <= velocity * 1.0001).all()
    assert (np.abs(made.accelerations) <= acceleration * 1.0001).all()
    # What is said of speeds is what positions do.
    middle = np.diff(made.positions, axis=0) / np.diff(made.times)[:, None]
    assert (np.abs(middle) <= velocity * 1.02).all()


def test_a_way_back_on_itself_is_timed() -> None:
    path = np.array([[0.0, 0.0], [1.0, 0.5], [0.0, 0.0]])
    made = timed(path, ("one", "other"), np.full(2, 1.0), np.full(2, 2.0))
    assert made.duration == pytest.approx(2.0 * (1.0 / 0.9 + 0.9 / 1.8), rel=0.3)
    assert made.positions[:, 0].max() > 0.9


def test_states_at_many_times_are_those_at_each() -> None:
    made = timed(np.array([[0.0, 0.0], [0.7, -0.2]]), ("a", "b"), np.ones(2), np.ones(2))
    asked = np.linspace(-1.0, made.duration + 1.0, 50)
    assert made.at(asked) == pytest.approx(np.array([made.at(float(one)) for one in asked]))
    assert made.at(made.times) == pytest.approx(made.positions)
    assert made.at(-1.0) == pytest.approx(made.positions[0])
    assert made.at(made.duration + 1.0) == pytest.approx(made.positions[-1])
    still = timed(np.zeros((2, 2)), ("a", "b"), np.ones(2), np.ones(2))
    assert still.at(asked).shape == (50, 2)
    assert still.at(0.3).shape == (2,)
