# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.damped_steps import damped_step


def step(
    jacobian: object, error: object, states: object, limits: tuple[float, float], longest: float
) -> np.ndarray:
    bounds = (np.full(np.shape(states)[1], limits[0]), np.full(np.shape(states)[1], limits[1]))
    return damped_step(
        np.array(jacobian, dtype=float),
        np.array(error, dtype=float),
        1e-6,
        np.array(states, dtype=float),
        bounds,
        longest,
    )


def test_a_joint_at_its_limit_stays_and_the_other_does_its_part() -> None:
    # Both joints move the point alike; the first may not go on.
    after = step([[[1.0, 1.0]]], [[0.4]], [[1.0, 0.0]], (-1.0, 1.0), 10.0)
    np.testing.assert_allclose(after, [[1.0, 0.4]], atol=1e-4)
    # Away from its limit it may.
    after = step([[[1.0, 1.0]]], [[-0.4]], [[1.0, 0.0]], (-1.0, 1.0), 10.0)
    np.testing.assert_allclose(after, [[0.8, -0.2]], atol=1e-4)


def test_rows_do_not_touch_each_other() -> None:
    rows = [([[1.0, 1.0]], [0.4], [1.0, 0.0]), ([[1.0, 1.0]], [0.4], [0.0, 0.0])]
    together = step(*map(list, zip(*rows, strict=True)), (-1.0, 1.0), 10.0)
    for number, (jacobian, error, state) in enumerate(rows):
        alone = step([jacobian], [error], [state], (-1.0, 1.0), 10.0)
        np.testing.assert_allclose(together[number], alone[0], atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.floats(0.01, 2.0))
def test_steps_keep_limits_and_length_and_reduce_a_linear_error(seed: int, longest: float) -> None:
    random = np.random.default_rng(seed)
    jacobian, error = random.normal(size=(6, 3, 5)), random.normal(size=(6, 3))
    states = np.clip(random.normal(size=(6, 5)), -1.0, 1.0)
    after = step(jacobian, error, states, (-1.0, 1.0), longest)
    assert np.abs(after).max() <= 1.0
    assert np.abs(after - states).max() <= longest + 1e-9
    moved = (jacobian @ (after - states)[:, :, None])[:, :, 0]
    inside = (np.abs(after) < 1.0).all(axis=1)
    left = np.linalg.norm(error - moved, axis=1)
    assert (left[inside] <= np.linalg.norm(error, axis=1)[inside] + 1e-9).all()
