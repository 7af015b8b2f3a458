# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A clock that was set back by 0.7 s is taken for one by all, whatever they do then."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.bringup.bags.recording_clock import RecordingClock
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.frames.timeline import CONFIRMED, Timeline
from adhoc_teamwork.simulation.gazebo.finger_sense import REST, FingerSense
from adhoc_teamwork.teamwork.clock import SET_BACK, SlowerClock, lately, was_set_back
from adhoc_teamwork.teamwork.maps.transform_buffer import (
    Transform,
    TransformBuffer,
    TransformError,
)

BEFORE = 100.0


def console(fall: float) -> bool:
    picture = Picture()
    picture.note_time(BEFORE)
    return picture.note_time(BEFORE - fall)


def transforms(fall: float) -> bool:
    buffer, still = TransformBuffer(), Transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    buffer.set("map", "odom", BEFORE, still)
    buffer.set("map", "odom", BEFORE - fall, still)
    try:
        buffer.lookup("map", "odom", BEFORE)
    except TransformError:
        return True
    return False


def pictures(fall: float) -> bool:
    timeline = Timeline()
    timeline.take(BEFORE)
    for number in range(CONFIRMED):
        try:
            if timeline.check(BEFORE - fall + 0.01 * number):
                return True
        except BadFrameError:
            continue
    return False


def recording(fall: float) -> bool:
    clock = RecordingClock()
    clock.tick(BEFORE, 1_000)
    clock.tick(BEFORE - fall, 2_000)
    return clock.stamp(1_500) == round((BEFORE - fall) * 1e9)


def fingers(fall: float) -> bool:
    sense = FingerSense("finger", 0.0, 0.04)
    sense.effort(0.02, 0.0, BEFORE)
    sense.effort(0.02, 0.0, BEFORE - fall)
    return sense.effort(0.02, 0.0, BEFORE - fall + REST + 0.01) > 0.0


ALL: tuple[Callable[[float], bool], ...] = (console, transforms, pictures, recording, fingers)


@pytest.mark.parametrize("of", ALL)
@pytest.mark.parametrize("fall", [0.7, 1.5, 60.0])
def test_a_clock_that_was_set_back_is_known_by_all(
    of: Callable[[float], bool], fall: float
) -> None:
    assert of(fall)


@pytest.mark.parametrize("of", ALL)
def test_what_overtakes_sets_no_clock_back(of: Callable[[float], bool]) -> None:
    assert not of(0.4)


@given(st.floats(0.0, 1e9), st.floats(0.0, 1e9), st.floats(0.0, 1e6))
def test_lately_is_neither_long_ago_nor_before_the_clock_was_set_back(
    at: float, now: float, seconds: float
) -> None:
    assert lately(at, now, seconds) == (not was_set_back(at, now) and now < at + seconds) or (
        abs(now - at - seconds) < 1e-6
    )
    assert was_set_back(at, now) == (at - now > SET_BACK) or abs(at - now - SET_BACK) < 1e-6
    assert not lately(float("-inf"), now, seconds)


def test_what_stands_or_is_set_back_on_one_clock_counts_on_neither() -> None:
    wall, simulated = [50.0], [3.0]
    clock = SlowerClock(lambda: wall[0], lambda: simulated[0])
    wall[0] += 30.0
    assert clock() == 0.0, "simulated time stands"
    simulated[0] += 5.0
    assert clock() == 0.0, "nobody could work"
    wall[0] += 2.0
    simulated[0] += 1.5
    assert clock() == 1.5
    wall[0] += 1.0
    simulated[0] = 0.0
    assert clock() == 1.5
