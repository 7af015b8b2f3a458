# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Two hands are used where the prompt gives them, and work is shared out by ways."""

import dataclasses
from typing import Any

from adhoc_teamwork.offline_model.options.options import options
from adhoc_teamwork.offline_model.options.sharing import Shares
from adhoc_teamwork.offline_model.reading.errands import Errand
from adhoc_teamwork.offline_model.reading.facts import (
    Facts,
    GoalFacts,
    Myself,
    RoomFact,
    Thing,
    Wish,
)
from adhoc_teamwork.offline_model.reading.talk import Heard, with_talk
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

BED = Thing("Bed_0", "Bed", room_type="Bedroom", receptacle=True, x=10.0, y=0.0, distance=10.0)
WISHES = (Wish("Mug", "Bed", "Bedroom", False, 3, 0),)
KINDS = (SubTaskKind.TRANSPORT, SubTaskKind.LOAD, SubTaskKind.TAKE)


def mug(number: int, x: float, **changes: Any) -> Thing:
    thing = Thing(f"Mug_{number}", "Mug", pickupable=True, out_of_place=True, x=x, y=0.0)
    return thing._replace(distance=x, **changes)


BOX = Thing("Box_0", "Box", pickupable=True, capacity=3, x=1.0, y=0.0, distance=1.0)


def best(
    *things: Thing,
    hands: int = 2,
    rooms: tuple[RoomFact, ...] = (),
    bed: Thing | None = BED,
    offered: tuple[SubTaskKind, ...] = KINDS,
    **me: str,
) -> str:
    myself = Myself("dog", arm=True, hands=hands, **me)  # type: ignore[arg-type]
    facts = Facts(
        myself,
        rooms,
        (*((bed,) if bed else ()), *things),
        goal=GoalFacts("", WISHES),
        offered=offered,
    )
    return str(options(facts)[0].subtask)


def test_what_lies_on_the_way_is_taken_along_where_a_hand_is_free() -> None:
    assert best(mug(0, 2.0)) == "Take <Mug_0>"
    held = mug(0, 2.0, holder="you")
    assert best(held, mug(1, 4.0), held="Mug_0") == "Take <Mug_1>"
    assert best(held, mug(1, 4.0), held="Mug_0", hands=1) == "Transport <Mug_0>"
    assert best(held, mug(1, 30.0), held="Mug_0") == "Transport <Mug_0>", "no way leads past it"
    both = (held, mug(1, 4.0, holder="you"), mug(2, 5.0))
    assert best(*both, held="Mug_0", other_held="Mug_1").startswith("Transport")


def test_a_container_in_the_hand_is_loaded_and_brought_once_it_is_full() -> None:
    goods = (mug(0, 2.0), mug(1, 3.0))
    assert best(*goods, BOX) == "Take <Box_0>"
    box = BOX._replace(holder="you")
    assert best(*goods, box, held="Box_0") == "Load <Mug_0> <Box_0>"
    carried = (mug(0, 2.0, holder="you"), box)
    assert best(*carried, held="Mug_0", other_held="Box_0") == "Load <Mug_0> <Box_0>"
    full = box._replace(load=3, out_of_place=True)
    assert best(mug(1, 30.0), full, held="Box_0") == "Transport <Box_0>"
    unseen = (RoomFact("room_1", distance=3.0, x=3.0, y=0.0),)
    half = full._replace(load=1)
    assert best(half, held="Box_0", rooms=unseen) == "Explore <room_1>", "there is room for more"
    more = best(mug(1, 6.0), half, held="Box_0", rooms=unseen)
    assert more == "Load <Mug_1> <Box_0>", "what is known before what may be found"
    near = BED._replace(x=4.0, distance=4.0)
    held = mug(0, 2.0, holder="you")
    brings = best(held, held="Mug_0", rooms=unseen, bed=near)
    assert brings == "Transport <Mug_0>", "a look takes longer than the way"


def test_what_is_closed_and_near_is_looked_into_before_what_is_held_is_brought() -> None:
    lid = Thing("Fridge_0", "Fridge", receptacle=True, closed=True, x=4.0, y=0.0, distance=4.0)
    held = mug(0, 2.0, holder="you")
    kinds = (*KINDS, SubTaskKind.CHECK)
    assert best(held, lid, held="Mug_0", offered=kinds) == "Check <Fridge_0>"
    far = lid._replace(x=9.0, distance=9.0)
    assert best(held, far, held="Mug_0", offered=kinds) == "Transport <Mug_0>"


def test_a_way_into_another_room_is_longer_than_the_straight_line() -> None:
    here, beyond = mug(0, 5.0, room="room_0"), mug(1, 3.0, room="room_1")
    assert best(here, beyond, room="room_0") == "Take <Mug_0>"
    assert best(here, beyond, room="room_1") == "Take <Mug_1>"
    assert best(here, beyond) == "Take <Mug_1>", "where it is not known the line has to do"
    held, bed = mug(2, 1.0, holder="you"), BED._replace(room="room_1", x=6.0, distance=6.0)
    near = mug(3, 8.0, room="room_0")
    assert best(held, near, held="Mug_2", room="room_0", bed=bed) == "Take <Mug_3>"
    assert best(held, near, held="Mug_2", room="room_1", bed=bed) == "Transport <Mug_2>"


def test_who_knows_no_place_for_what_it_holds_looks_for_one() -> None:
    rooms = (RoomFact("room_1", distance=3.0), RoomFact("room_2", distance=2.0))
    full = (mug(0, 2.0, holder="you"), mug(1, 2.0, holder="you"))
    hands = {"held": "Mug_0", "other_held": "Mug_1"}
    sought = best(*full, rooms=rooms, bed=None, **hands)
    assert sought == "Explore <room_2>"
    one = full[:1]
    assert best(*one, mug(2, 4.0), held="Mug_0", bed=None) == "Take <Mug_2>"
    assert best(*one, mug(2, 9.0), held="Mug_0", rooms=rooms, bed=None) == "Explore <room_2>"


def test_a_place_of_the_goal_is_believed_until_its_room_was_looked_through() -> None:
    told = Heard("tower", places=(Errand("Bed", 3.0, 4.0, "room_2"),))
    room = RoomFact("room_2", "Bedroom")
    facts = Facts(Myself("dog"), (room,), goal=GoalFacts("", WISHES))
    (bed,) = with_talk(facts, [told]).receptacles()
    assert (bed.category, bed.room, bed.distance) == ("Bed", "room_2", 5.0)
    seen = dataclasses.replace(facts, rooms=(dataclasses.replace(room, explored_by=("you",)),))
    assert not with_talk(seen, [told]).things
    known = dataclasses.replace(facts, things=(BED,))
    assert with_talk(known, [told]).things == (BED,)


def test_each_goes_on_to_what_is_near_to_where_it_ends() -> None:
    facts = Facts(Myself("dog", arm=True), (RoomFact("room_1", x=9.0, y=9.0),))
    shares = Shares(facts, {"dog": 0.0, "tower": 0.0}, {"dog": (0.0, 0.0), "tower": (9.0, 0.0)})
    near, far = Errand("Mug", 1.0, 0.0), Errand("Mug", 8.0, 0.0)
    assert (
        shares.order("dog", near)
        < shares.order("dog", far)
        < shares.order("dog", Errand(room="room_1"))
    )
    shares.give(shares.next(["dog", "tower"]), near)
    assert shares.next(["dog", "tower"]) == "tower"
    lost = dataclasses.replace(shares, at={"dog": (0.0, 0.0)})
    assert lost.order("tower", far) < lost.order("tower", near), "it may be anywhere"
