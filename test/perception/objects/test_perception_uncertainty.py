# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How sure positions are."""

import math

import numpy as np
import pytest
from box_rooms import Looker

from adhoc_teamwork.perception.objects.uncertainty import PositionUncertainty, view_covariance
from adhoc_teamwork.teamwork.geometry import Point

BOX = np.array(
    [[x, y, z] for x in (1.95, 2.05) for y in (-0.05, 0.05) for z in (0.0, 0.1)], np.float32
)
SIDE = BOX[BOX[:, 0] < 2.0]
"""Of the box, what a camera in the origin sees."""
ORIGIN = np.zeros(3)


def deviation(covariance: np.ndarray, *axis: float) -> float:
    direction = np.array(axis) / np.linalg.norm(axis)
    return math.sqrt(float(direction @ covariance @ direction))


def test_a_view_is_less_sure_along_the_ray() -> None:
    view = view_covariance(SIDE, ORIGIN)
    assert deviation(view, 1, 0, 0) > 1.3 * deviation(view, 0, 1, 0)
    assert np.allclose(view, view.T)


def test_far_is_less_sure_than_near() -> None:
    far = view_covariance(SIDE + np.float32([3.0, 0.0, 0.0]), ORIGIN)
    assert np.trace(far) > 2.0 * np.trace(view_covariance(SIDE, ORIGIN))


def test_views_from_elsewhere_make_it_surer_and_from_the_same_place_do_not() -> None:
    known = PositionUncertainty()
    known.see(SIDE, ORIGIN)
    first = known.covariance
    assert first is not None
    for _ in range(5):
        known.see(SIDE, ORIGIN + 0.01)
    assert np.array_equal(known.covariance, first)
    known.see(BOX[BOX[:, 1] < 0.0], np.array([2.0, -2.0, 0.0]))
    second = known.covariance
    assert second is not None
    assert deviation(second, 1, 0, 0) < 0.8 * deviation(first, 1, 0, 0)
    for turn in range(200):
        place = np.array([2.0 + 2.0 * math.cos(turn), 2.0 * math.sin(turn), 0.0])
        known.see(BOX, place)
    assert known.covariance is not None
    assert np.linalg.eigvalsh(known.covariance).min() >= 0.01**2 - 1e-9


def test_what_is_inferred_is_unsure_and_what_moved_begins_anew() -> None:
    known = PositionUncertainty()
    assert known.numbers() == ()
    known.assume()
    assert deviation(np.reshape(known.numbers(), (3, 3)), 1, 1, 1) == pytest.approx(0.4)
    known.begin_anew()
    assert known.numbers() == ()
    known.see(SIDE[:1], ORIGIN)
    assert np.isfinite(known.numbers()).all()


@pytest.mark.parametrize(
    "told", [(), (math.nan,) * 9, (1.0,) * 8, (math.inf,) + (0.0,) * 8]
)  # fmt: skip
def test_a_teammates_covariance_that_is_none_is_not_taken(told: tuple[float, ...]) -> None:
    known = PositionUncertainty()
    known.assume()
    before = known.numbers()
    known.adopt(told)
    assert known.numbers() == before


def test_a_teammates_covariance_is_taken_and_kept_positive() -> None:
    known = PositionUncertainty()
    known.adopt((0.04, 0, 0, 0, 0.09, 0, 0, 0, -1.0))
    assert known.covariance is not None
    assert np.linalg.eigvalsh(known.covariance).min() > 0.0
    assert deviation(known.covariance, 0, 1, 0) == pytest.approx(0.3)


def test_the_true_place_lies_within_three_deviations(looker: Looker) -> None:
    looker.look(times=2)
    one = looker.object("Mug_0")
    looker.look(x=2.8, y=0.8, yaw=math.pi / 2.0, times=2)
    mug = looker.object("Mug_0")
    covariance = np.reshape(mug.covariance, (3, 3))
    error = np.array([mug.position.x - 2.8, mug.position.y - 2.1, mug.position.z - 0.76])
    assert error @ np.linalg.inv(covariance) @ error < 9.0
    assert np.trace(covariance) < np.trace(np.reshape(one.covariance, (3, 3)))
    assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.05
