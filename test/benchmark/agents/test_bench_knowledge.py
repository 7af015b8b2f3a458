# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot believes: what it saw goes before what it was told earlier, and rooms get types."""

from dataclasses import replace

from adhoc_teamwork.benchmark.agents import knowledge
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import FLOOR, INFERRED, Detection, Predicate, Presence, Room

ROOMS = (
    Room("room_0", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))),
    Room("room_1", ((4.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 4.0))),
)
MUG = Detection("Mug_0", "Mug", Point(1.0, 1.0, 0.5), room="room_0", pickupable=True)
FRIDGE = Detection("Fridge_0", "Fridge", Point(2.0, 3.0, 0.9), room="room_0", is_receptacle=True)
BED = Detection(
    "Bed_0", "Bed", Point(6.0, 2.0, 0.3), Size(2.0, 1.6, 0.6), "room_1", is_receptacle=True
)


def test_the_same_sight_again_is_no_news():
    known = Knowledge("r", ROOMS)
    assert [d.object_id for d in known.see([MUG], 1.0)] == ["Mug_0"]
    version = known.version
    assert known.see([MUG], 2.0) == []
    assert known.version == version
    assert known.objects["Mug_0"].seen_by == "r"


def test_room_types_are_inferred_and_things_know_of_it():
    known = Knowledge("r", ROOMS)
    known.see([MUG], 1.0)
    assert known.objects["Mug_0"].room_type == ""
    known.see([FRIDGE, replace(FRIDGE, object_id="CounterTop_0", category="CounterTop")], 2.0)
    assert known.rooms[0].room_type == "Kitchen"
    assert known.objects["Mug_0"].room_type == "Kitchen"


def test_what_is_told_is_the_same_object_to_all_who_hear_it():
    told = replace(MUG, seen=4.0, seen_by="mate")
    for name in ("r", "s"):
        known = Knowledge(name, ROOMS)
        assert known.hear([told])[0] is told
        assert known.hear([replace(told)]) == []


def test_older_news_is_left_out():
    known = Knowledge("r", ROOMS)
    known.see([MUG], 5.0)
    told = replace(MUG, position=Point(6.0, 1.0, 0.5), room="room_1", seen=4.0, seen_by="mate")
    assert known.hear([told]) == []
    assert [d.room for d in known.hear([replace(told, seen=6.0)])] == ["room_1"]
    assert [d.room for d in known.see([MUG], 7.0)] == ["room_0"]


def test_what_was_put_down_lies_there():
    known = Knowledge("r", ROOMS)
    known.see([MUG, BED], 1.0)
    known.take("Mug_0", 2.0)
    mug = known.objects["Mug_0"]
    assert (mug.status, mug.receptacle) == (Presence.HELD, "")
    known.lay("Mug_0", known.objects["Bed_0"], False, 3.0)
    mug = known.objects["Mug_0"]
    assert (mug.status, mug.receptacle, mug.room) == (Presence.PRESENT, "Bed_0", "room_1")
    assert (mug.relation, mug.confidence) == (Predicate.ON, INFERRED)
    known.drop("Mug_0", Point(3.0, 3.0), 4.0)
    mug = known.objects["Mug_0"]
    assert (mug.status, mug.receptacle, mug.room) == (Presence.PRESENT, FLOOR, "room_0")
    known.lose("Mug_0", 5.0)
    assert known.objects["Mug_0"].status is Presence.GONE
    known.lose("Nothing_0", 5.0)
    assert "Nothing_0" not in known.objects


def test_what_is_seen_where_it_was_put_is_believed_for_sure():
    known = Knowledge("r", ROOMS)
    known.see([MUG, BED], 1.0)
    known.lay("Mug_0", known.objects["Bed_0"], False, 3.0)
    known.see([replace(MUG, receptacle="Bed_0")], 4.0)
    assert known.objects["Mug_0"].confidence > INFERRED


def test_shares_of_floor_are_taken_over():
    known = Knowledge("r", ROOMS)
    known.look_over({"room_0": 0.5, "room_1": 0.0})
    assert [room.explored for room in known.rooms] == [0.5, 0.0]


def test_what_a_room_is_for_is_asked_where_other_things_are_in_it(monkeypatch):
    asked = []

    def infer(categories):
        asked.append(sorted(categories))
        return "", 0.0

    monkeypatch.setattr(knowledge, "infer_room_type", infer)
    known = Knowledge("r", ROOMS)
    known.see([MUG, FRIDGE], 1.0)
    known.see([replace(MUG, position=Point(1.5, 1.0, 0.5))], 2.0)
    assert asked == [["Fridge", "Mug"]]
    known.see([replace(MUG, room="room_1")], 3.0)
    known.see([replace(FRIDGE, position=Point(2.5, 3.0, 0.9))], 4.0)
    assert asked[1:] == [["Mug"], ["Fridge"]]
