# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What becomes of a thing that is taken, put on or into something, or let go of."""

from dataclasses import replace

from adhoc_teamwork.teamwork.actions.effects import dropped, gone, laid, taken
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Presence

MUG = Detection("Mug_0", "Mug", Point(1.0, 1.0, 0.8), Size(0.1, 0.1, 0.2), pickupable=True)
ON_DESK = replace(MUG, receptacle="Desk_0", receptacle_category="Desk", relation=Predicate.ON)
SHELF = Detection(
    "Shelf_0", "Shelf", Point(4.0, 2.0, 1.0), room="room_1", room_type="Office",
    support_height=1.4, is_receptacle=True,
)  # fmt: skip


def test_what_is_taken_is_on_nothing_any_more() -> None:
    held = taken(ON_DESK)
    assert (held.status, held.position) == (Presence.HELD, ON_DESK.position)
    assert (held.receptacle, held.receptacle_category, held.relation) == ("", "", None)


def test_what_is_put_down_is_on_its_receptacle_and_in_that_room() -> None:
    mug = laid(taken(MUG), SHELF, is_inside=False)
    assert (mug.status, mug.relation) == (Presence.PRESENT, Predicate.ON)
    assert (mug.receptacle, mug.receptacle_category) == ("Shelf_0", "Shelf")
    assert (mug.room, mug.room_type, mug.position) == ("room_1", "Office", Point(4.0, 2.0, 1.4))


def test_what_goes_into_a_container_or_behind_a_door_is_in_it() -> None:
    assert laid(MUG, SHELF, is_inside=True).relation is Predicate.IN
    assert laid(MUG, replace(SHELF, closed=False), is_inside=False).relation is Predicate.IN


def test_what_is_let_go_of_lies_on_the_floor() -> None:
    mug = dropped(ON_DESK, Point(3.0, 3.0, 0.7), "room_2")
    assert (mug.receptacle, mug.room, mug.position) == (FLOOR, "room_2", Point(3.0, 3.0, 0.1))


def test_what_is_gone_is_known_still() -> None:
    assert gone(MUG) == replace(MUG, status=Presence.GONE)
