# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model's common sense: what belongs where, for names nobody listed too."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from unseen_houses import DATA, OTHERS, with_others

from adhoc_teamwork.offline_model.knowledge.affordances import AFFORDANCES, THING_WORDS
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    homes_among,
    may_stay,
    thing_kind,
    usual_homes,
)
from adhoc_teamwork.offline_model.knowledge.words import (
    RECEPTACLE_WORDS,
    ROOM_WORDS,
    receptacle_kind,
    room_kind,
)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Mug", "cup"), ("CoffeeMug", "cup"), ("coffee_mug", "cup"), ("Red Coffee Mugs", "cup"),
        ("Bottle", "drink"), ("EmptyBottle", "waste"), ("empty wine bottle", "waste"),
        ("full_bottle", "supplies"), ("GarbageCan", ""), ("ClothesDryer", ""),
        ("SoapBottle", "soap"), ("ToiletPaper", "toilet paper"), ("Newspaper", "reading"),
        ("TVRemoteControl", "remote"), ("CD", "media"), ("Boots", "footwear"), ("Gizmo", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_things_are_known_by_their_words(name: str, kind: str) -> None:
    assert thing_kind(name) == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [("CounterTop", "counter"), ("kitchen island", "counter"), ("TVStand", "tv stand"),
     ("SideTable", "side table"), ("Glass Table", "dining table"), ("GarbageCan", "bin"),
     ("DogBed", "pet bed"), ("Floor", "floor"), ("Thing", "")],
)  # fmt: skip
def test_receptacles_are_known_by_their_words(name: str, kind: str) -> None:
    assert receptacle_kind(name) == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Kitchen", "kitchen"), ("LivingRoom", "living"), ("living room", "living"),
     ("Meeting Room", "office"), ("Corridor", "hall"), ("", "")],
)  # fmt: skip
def test_rooms_are_known_by_their_words(name: str, kind: str) -> None:
    assert room_kind(name) == kind


@pytest.mark.parametrize(
    ("thing", "receptacle", "room", "fine"),
    [
        ("Apple", "Fridge", "Kitchen", True), ("Apple", "Bed", "Bedroom", False),
        ("Apple", "CounterTop", "Bathroom", False), ("Mug", "Desk", "Bedroom", True),
        ("Mug", "Toilet", "Bathroom", False), ("Book", "Bed", "Bedroom", True),
        ("Book", "Sink", "Kitchen", False), ("Laptop", "Sofa", "LivingRoom", True),
        ("Laptop", "Fridge", "Kitchen", False), ("EmptyBottle", "Sofa", "LivingRoom", False),
        ("EmptyBottle", "GarbageCan", "Corridor", True), ("Bottle", "Floor", "LivingRoom", False),
        ("BasketBall", "Floor", "Bedroom", True), ("Pillow", "Bed", "Bedroom", True),
        ("Pillow", "DiningTable", "Kitchen", False), ("ToiletPaper", "Toilet", "Bathroom", True),
        ("ToiletPaper", "DiningTable", "Kitchen", False),
        ("ToiletPaper", "Sink", "Bathroom", False), ("Gizmo", "Bed", "Bedroom", True),
        ("Mug", "Thing", "Kitchen", True), ("Mug", "CounterTop", "", True),
        ("Mug", "Bed", "", False),
    ],
)  # fmt: skip
def test_what_may_stay(thing: str, receptacle: str, room: str, fine: bool) -> None:
    assert may_stay(thing, receptacle, room) is fine


def test_every_home_is_a_place_to_stay_and_has_a_name() -> None:
    for word, kind in THING_WORDS.items():
        assert kind in AFFORDANCES, word
        for home in usual_homes(word):
            assert may_stay(word, home.receptacle, home.room), (word, home)


def test_the_kinds_in_the_tables_exist() -> None:
    receptacles, rooms = set(RECEPTACLE_WORDS.values()), set(ROOM_WORDS.values())
    for affordance in AFFORDANCES.values():
        for kind, room_kinds in affordance.homes:
            assert kind in receptacles
            assert set(room_kinds) <= rooms
        for kinds, where in affordance.may_be:
            assert kinds <= receptacles
            assert where <= rooms


def test_the_best_known_place_comes_first() -> None:
    known = [("Shelf", "Bedroom"), ("DiningTable", "LivingRoom"), ("CounterTop", "Kitchen"),
             ("CounterTop", ""), ("Bed", "Bedroom")]  # fmt: skip
    found = [(h.receptacle, h.room) for h in homes_among("Mug", known)]
    assert found[0] == ("CounterTop", "Kitchen")
    assert ("Bed", "Bedroom") not in found
    assert found[-1] == ("CounterTop", "")


def pickupables(house: dict[str, Any], types: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield category, receptacle type and room type of each thing on a receptacle of a house."""
    rooms = {room["id"].split("|")[-1]: room["roomType"] for room in house["rooms"]}
    for parent in house["objects"]:
        for child in parent.get("children", []):
            category, on = (o["id"].split("|")[0] for o in (child, parent))
            if types.get(category, {}).get("isPickupable") and not on.isdigit():
                yield category, on, rooms.get(parent["id"].split("|")[1], "")


@with_others
def test_ordinary_houses_give_few_false_alarms() -> None:
    table = DATA / "procthor_db" / "object-types-compact.json"
    types = json.loads(table.read_text())["types"]
    houses = [json.loads(path.read_text()) for path in OTHERS]
    found = [item for house in houses for item in pickupables(house, types)]
    alarms = [item for item in found if not may_stay(*item)]
    assert len(found) > 100
    assert len(alarms) <= 0.08 * len(found), alarms


def test_a_holder_is_for_what_its_name_says() -> None:
    known = [("ToiletPaperHanger", "Bathroom"), ("HandTowelHolder", "Bathroom"),
             ("TowelHolder", "Bathroom")]  # fmt: skip
    assert [h.receptacle for h in homes_among("Towel", known)] == ["TowelHolder", "HandTowelHolder"]
