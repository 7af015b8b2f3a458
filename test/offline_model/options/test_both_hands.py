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
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

BED = Thing("Bed_0", "Bed", room_type="Bedroom", receptacle=True, x=10.0, y=0.0, distance=10.0)
WISHES = (Wish("Mug", "Bed", "Bedroom", False, 3, 0),)
KINDS = (SubTaskKind.TRANSPORT, SubTaskKind.LOAD, SubTaskKind.TAKE)


def mug(number: int, x: float, **changes: Any) -> Thing:
    thing = Thing(f"Mug_{number}", "Mug", pickupable=True, out_of_place=True, x=x, y=0.0)
    return thing._replace(distance=x, **changes)


BOX = Thing("Box_0", "Box", pickupable=True, capacity=3, x=1.0, y=0.0, distance=1.0)


def best(*things: Thing, hands: int = 2, rooms: tuple[RoomFact, ...] = (), **me: str) -> str:
    myself = Myself("dog", arm=True, hands=hands, **me)  # type: ignore[arg-type]
    facts = Facts(myself, rooms, (BED, *things), goal=GoalFacts("", WISHES), offered=KINDS)
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
