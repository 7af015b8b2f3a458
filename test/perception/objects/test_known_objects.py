# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where furniture is of which the own camera sees a part, and teammates the whole."""

import numpy as np
import pytest

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore
from adhoc_teamwork.perception.objects.surfaces import Surface

LOWER, UPPER = np.float32([2.7, 10.4, 0.0]), np.float32([3.4, 11.0, 0.96])
"""Of a sink, as a teammate tells it."""


@pytest.fixture
def sink() -> KnownObject:
    return ObjectStore(PerceptionConfig()).create("Sink", False, True, (LOWER, UPPER))


def points(lower: tuple[float, float, float], upper: tuple[float, float, float]) -> FloatArray:
    """Return points that fill a box, a centimetre apart along its edges or a little more."""
    axes = [
        np.linspace(a, b, max(2, int((b - a) / 0.02))) for a, b in zip(lower, upper, strict=True)
    ]
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 3).astype(np.float32)


def test_a_sliver_past_a_corner_is_not_the_whole(sink: KnownObject) -> None:
    sink.hear_extents("small", LOWER, UPPER)
    sink.observe(points((2.7, 10.4, 0.88), (3.4, 10.52, 0.98)), 1.2)
    assert sink.lower == pytest.approx(LOWER, abs=0.05)
    assert sink.upper[:2] == pytest.approx(UPPER[:2], abs=0.05)
    assert sink.upper[2] == pytest.approx(0.98, abs=0.05)


def test_what_is_told_after_the_sliver_was_seen_counts_as_well(sink: KnownObject) -> None:
    sink.observe(points((2.7, 10.4, 0.88), (3.4, 10.52, 0.98)), 1.2)
    assert sink.upper[1] == pytest.approx(10.52, abs=0.05)
    sink.hear_extents("small", LOWER, UPPER)
    assert sink.upper[1] == pytest.approx(11.0, abs=0.05)


def test_once_most_has_shown_own_sight_counts(sink: KnownObject) -> None:
    sink.hear_extents("small", LOWER, UPPER)
    for end, whole in ((10.5, 11.0), (10.7, 11.0), (10.93, 10.93)):
        sink.observe(points((2.7, 10.4, 0.1), (3.4, end, 0.9)), 1.2)
        assert sink.upper[1] == pytest.approx(whole, abs=0.05)


def test_what_shows_to_be_smaller_than_it_was_told_is(sink: KnownObject) -> None:
    """As a chair that a low camera took together with another one."""
    sink.hear_extents("small", LOWER, UPPER)
    sink.observe(points((2.7, 10.4, 0.1), (3.0, 10.7, 0.9)), 1.2)
    assert sink.upper == pytest.approx([3.0, 10.7, 0.9], abs=0.05)


def test_what_was_told_of_another_place_widens_nothing(sink: KnownObject) -> None:
    sink.hear_extents("small", LOWER + np.float32(1.0), UPPER + np.float32(1.0))
    sink.observe(points((2.7, 10.4, 0.88), (3.4, 10.52, 0.98)), 1.2)
    assert sink.upper[:2] == pytest.approx([3.4, 10.52], abs=0.05)


def test_own_points_that_replace_hearsay_are_a_part_of_it_as_well(sink: KnownObject) -> None:
    """Its middle seems elsewhere by what shows: that is how a first look is taken in."""
    sink.hear_extents("small", LOWER, UPPER)
    sink.replace_points(points((2.7, 10.4, 0.88), (3.4, 10.52, 0.98)), 1.2)
    assert sink.upper[1] == pytest.approx(11.0, abs=0.05)


def test_what_was_told_is_forgotten_where_it_is_believed_elsewhere(sink: KnownObject) -> None:
    sink.hear_extents("small", LOWER, UPPER)
    sink.place((LOWER + UPPER) / 2.0)
    sink.observe(points((2.7, 10.4, 0.88), (3.4, 10.52, 0.98)), 1.2)
    assert sink.upper[1] == pytest.approx(10.52, abs=0.05)


@pytest.mark.parametrize(("looked_down", "back"), [(True, 10.4), (False, 10.72)])
def test_past_its_fronts_furniture_reaches_as_far_as_who_looked_down_on_it_says(
    sink: KnownObject, looked_down: bool, back: float
) -> None:
    """As a counter round a corner, of which a low camera sees the fronts alone."""
    sink.hear_support("tall", Surface(0.9, seen=looked_down))
    sink.hear_extents("tall", np.float32([*LOWER[:2], 0.92]), UPPER)
    fronts = (
        ((2.7, 10.72, 0.0), (3.1, 10.73, 0.9)),
        ((3.1, 10.72, 0.0), (3.11, 11.0, 0.9)),
        ((3.1, 10.99, 0.0), (3.4, 11.0, 0.9)),
    )
    sink.observe(np.concatenate([points(*front) for front in fronts]), 0.4)
    assert sink.lower[1] == pytest.approx(back, abs=0.05)


def test_who_looked_down_on_a_part_adds_that_to_the_fronts(sink: KnownObject) -> None:
    """Of the counter above its end was out of sight for the teammate, too."""
    sink.hear_support("tall", Surface(0.9, seen=True))
    sink.observe(points((2.7, 10.72, 0.0), (3.4, 11.0, 0.88)), 0.4)
    sink.hear_extents("tall", np.float32([2.95, 10.4, 0.8]), UPPER)
    assert sink.lower[:2] == pytest.approx([2.7, 10.4], abs=0.05)
    sink.hear_extents("tall", np.float32([3.2, 10.4, 0.8]), UPPER)
    assert sink.lower[:2] == pytest.approx([2.7, 10.72], abs=0.05), "that may be another one"


def test_who_looked_down_on_it_as_well_believes_its_own_camera(sink: KnownObject) -> None:
    sink.hear_support("tall", Surface(0.9, seen=True))
    sink.observe(points((2.7, 10.6, 0.88), (3.4, 11.0, 0.9)), 1.5)
    sink.hear_extents("tall", LOWER, UPPER)
    assert sink.lower[1] == pytest.approx(10.6, abs=0.05)


FRONT = points((2.7, 10.4, 0.0), (3.4, 10.44, 1.27))
"""Of a shelf 1.5 m high, as far as a picture from near shows it."""
ENDS = points((2.7, 10.4, 1.26), (3.4, 10.44, 1.27))


@pytest.fixture
def shelf() -> KnownObject:
    return ObjectStore(PerceptionConfig()).create("ShelvingUnit", False, True, (LOWER, UPPER))


def test_what_no_picture_showed_the_top_of_goes_on_above_them(shelf: KnownObject) -> None:
    shelf.replace_points(FRONT, 0.6, ENDS)
    assert shelf.goes_on_above is True, "a truth value of NumPy's is none for a message"
    assert shelf.upper[2] == pytest.approx(1.27, abs=0.05), "nobody knows by how much"
    assert shelf.observe(points((2.7, 10.4, 0.0), (3.4, 10.44, 1.5)), 0.6)
    assert not shelf.goes_on_above
    assert shelf.upper[2] == pytest.approx(1.5, abs=0.05)


def test_a_picture_from_farther_off_shows_that_it_ends_there(shelf: KnownObject) -> None:
    shelf.replace_points(FRONT, 0.6, ENDS)
    assert shelf.observe(FRONT, 0.6), "no new points, but news"
    assert not shelf.goes_on_above
    assert not shelf.observe(FRONT, 0.6)


def test_what_was_seen_whole_ends_there_however_near_the_camera_comes(shelf: KnownObject) -> None:
    shelf.replace_points(FRONT, 0.6)
    shelf.observe(FRONT, 0.6, ENDS)
    assert not shelf.goes_on_above


@pytest.mark.parametrize("seen_anew", [True, False])
def test_what_was_seen_whole_ends_there_under_another_name(
    shelf: KnownObject, seen_anew: bool
) -> None:
    """Pictures from near end as high as it does, so that its points alone do not say so."""
    shelf.replace_points(FRONT, 0.6)
    shelf.observe(FRONT, 0.6, ENDS)
    other = ObjectStore(PerceptionConfig()).create("Dresser", False, True, (LOWER, UPPER))
    (other.replace_as if seen_anew else other.observe_as)(shelf)
    assert not other.goes_on_above


def test_what_shows_above_where_a_picture_ends_is_its_top(shelf: KnownObject) -> None:
    """The near end of a long counter leaves the picture, and its far end is seen whole."""
    ends = points((2.7, 10.4, 1.0), (2.9, 10.44, 1.02))
    shelf.replace_points(FRONT, 0.6, ends)
    assert not shelf.goes_on_above


@pytest.mark.parametrize("told_before", [True, False])
def test_how_high_it_is_says_who_saw_it_whole(shelf: KnownObject, told_before: bool) -> None:
    low, high = np.float32([2.7, 10.4, 0.0]), np.float32([3.4, 10.8, 1.5])
    if not told_before:
        shelf.replace_points(FRONT, 0.6, ENDS)
    shelf.hear_extents("other", low, high - np.float32([0.0, 0.0, 0.2]), goes_on_above=True)
    shelf.hear_extents("low", low, np.float32([3.4, 10.8, 0.9]))
    if told_before:
        shelf.replace_points(FRONT, 0.6, ENDS)
    assert shelf.goes_on_above, "who saw no more, or less, does not say how high it is"
    shelf.hear_extents("tall", low, high)
    assert not shelf.goes_on_above
    assert shelf.upper[2] == pytest.approx(1.5)


def test_of_what_only_others_saw_they_say_whether_it_goes_on(shelf: KnownObject) -> None:
    shelf.hear_extents("small", LOWER, UPPER, goes_on_above=True)
    assert shelf.goes_on_above
    shelf.hear_extents("tall", LOWER, UPPER)
    assert not shelf.goes_on_above
