# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms know how high their floor is and by which steps they lead to one another."""

import math

import pytest

from adhoc_teamwork.perception.rooms.levels import RoomLevels
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP, Ground, Patch
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import Passage, Predicate, Relation, Room


def square(x: float) -> tuple[tuple[float, float], ...]:
    return ((x, 0.0), (x + 4.0, 0.0), (x + 4.0, 4.0), (x, 4.0))


ROOMS = (Room("low", square(0.0)), Room("high", square(4.0)), Room("apart", square(8.0)))
LINKS = (Relation("low", Predicate.CONNECTED, "high"), Relation("low", Predicate.CONNECTED, "?"))
STAIRS = Patch("stairs", ((3.0, 1.0), (4.0, 1.0), (4.0, 3.0), (3.0, 3.0)), 0.0, 0.48, 0.0, 4)


def ground(*patches: Patch) -> HeightMap:
    return HeightMap.of(Ground((Patch("high", square(4.0), 0.48), *patches)), (0.0, 0.0, 12.0, 4.0))


def test_floors_and_steps_are_those_of_the_ground() -> None:
    levels = RoomLevels()
    levels.set_ground(ground(STAIRS))
    low, high, apart = levels.of(ROOMS, LINKS)
    assert [room.floor for room in (low, high, apart)] == pytest.approx([0.0, 0.48, 0.0])
    assert low.passages == (Passage("high", 0.12),)
    assert high.passages == (Passage("low", 0.12),)
    assert apart.passages == ()


@pytest.mark.parametrize("degrees", [5.0, 10.0, 25.0])
def test_a_ramp_is_told_as_steep_as_it_is(degrees: float) -> None:
    length = 0.48 / math.tan(math.radians(degrees))
    start = 4.0 - length
    ramp = Patch("ramp", ((start, 1.0), (4.0, 1.0), (4.0, 3.0), (start, 3.0)), 0.0, 0.48)
    wide = HeightMap.of(Ground((Patch("high", square(4.0), 0.48), ramp)), (-4.0, 0.0, 12.0, 4.0))
    levels = RoomLevels()
    levels.set_ground(wide)
    low, high, _ = levels.of(ROOMS, LINKS)
    (up,) = low.passages
    assert math.degrees(up.slope) == pytest.approx(degrees, abs=1.0)
    assert up.step < LOWEST_STEP
    assert high.passages[0].slope == up.slope


def test_a_sill_is_no_ramp_and_stairs_are_none() -> None:
    levels = RoomLevels()
    sill = Patch("sill", ((3.0, 0.0), (3.1, 0.0), (3.1, 4.0), (3.0, 4.0)), 0.02)
    levels.set_ground(HeightMap.of(Ground((sill,)), (0.0, 0.0, 12.0, 4.0)))
    (over,) = levels.of(ROOMS, LINKS)[0].passages
    assert (over.step, math.degrees(over.slope)) == (0.02, pytest.approx(4.0, abs=0.5))
    levels.set_ground(ground(STAIRS))
    assert levels.of(ROOMS, LINKS)[0].passages[0].slope == 0.0


def test_without_a_ground_all_is_level_and_with_another_it_is_worked_out_anew() -> None:
    levels = RoomLevels()
    low, high, _ = levels.of(ROOMS, LINKS)
    assert (low.passages, high.floor) == ((Passage("high"),), 0.0)
    levels.set_ground(ground())
    assert levels.of(ROOMS, LINKS)[0].passages == (Passage("high", pytest.approx(0.48)),)
    assert levels.of(ROOMS[:1], LINKS)[0].passages == ()
