# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms know how high their floor is and by which steps they lead to one another."""

import pytest

from adhoc_teamwork.perception.rooms.levels import RoomLevels
from adhoc_teamwork.teamwork.maps.ground import Ground, Patch
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


def test_without_a_ground_all_is_level_and_with_another_it_is_worked_out_anew() -> None:
    levels = RoomLevels()
    low, high, _ = levels.of(ROOMS, LINKS)
    assert (low.passages, high.floor) == ((Passage("high"),), 0.0)
    levels.set_ground(ground())
    assert levels.of(ROOMS, LINKS)[0].passages == (Passage("high", pytest.approx(0.48)),)
    assert levels.of(ROOMS[:1], LINKS)[0].passages == ()
