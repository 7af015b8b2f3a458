# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small things far away."""

import math

import numpy as np
import pytest
from box_rooms import Block, Looker, small
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.views import InstanceView, Label
from adhoc_teamwork.perception.objects.faint import FaintSightings

CONFIG = PerceptionConfig()
PEN = Label("Pen", pickupable=True)


@pytest.fixture
def far_pen(looker: Looker) -> Looker:
    """Return a room with a thing on the table of which few pixels show from 2 m away."""
    looker.room.blocks["mug"] = Block((2.8, 2.1, 0.715), (0.06, 0.06, 0.03), 2, small("Pen"))
    return looker


def test_what_shows_a_little_from_several_places_is_there(far_pen: Looker) -> None:
    for y in (1.7, 1.9, 2.1, 2.3):
        far_pen.look(0.7, y)
    pen = far_pen.object("Pen_0")
    assert math.dist((pen.position.x, pen.position.y), (2.8, 2.1)) < 0.05
    assert pen.receptacle == "DiningTable_0"


def test_what_shows_a_little_once_may_be_nothing(far_pen: Looker) -> None:
    far_pen.look(0.7, 1.9, times=2)
    far_pen.look(yaw=math.pi, times=4)
    assert "Pen_0" not in far_pen.ids()


def view(x: float, pixels: int) -> InstanceView:
    return InstanceView(7, PEN, np.full((pixels, 3), x, np.float32), pixels, False)


@given(st.lists(st.integers(1, 15), min_size=1, max_size=30))
def test_no_flicker_is_believed(sightings: list[int]) -> None:
    """Each sighting lies farther from all others than one thing's could."""
    faint = FaintSightings(CONFIG)
    for number, pixels in enumerate(sightings):
        assert not faint.believe(view(number * 2.0 * CONFIG.moved_gap, pixels), float(number))


@pytest.mark.parametrize(
    ("pixels", "period", "believed"),
    [
        (CONFIG.faint_pixels, 0.5, True),
        (CONFIG.faint_pixels - 1, 0.5, False),
        (CONFIG.faint_pixels, 0.5 * CONFIG.look_interval, True),
        (CONFIG.faint_pixels, 0.1 * CONFIG.look_interval, False),
        (CONFIG.faint_pixels, CONFIG.faint_memory, False),
        (CONFIG.faint_pixels, -0.5, False),
    ],
)
def test_what_is_believed(pixels: int, period: float, believed: bool) -> None:
    faint = FaintSightings(CONFIG)
    said = [faint.believe(view(1.0, pixels), 100.0 + number * period) for number in range(10)]
    assert any(said) is believed


def test_one_of_two_alike_is_believed_while_the_other_is_not() -> None:
    """The first place of a category is not the one that is believed."""
    faint = FaintSightings(CONFIG)
    assert not faint.believe(view(1.0, CONFIG.faint_pixels), 100.0)
    said = [faint.believe(view(3.0, CONFIG.faint_pixels), 101.0 + at) for at in range(10)]
    assert any(said)
