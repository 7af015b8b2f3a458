# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model's common sense: what belongs where, for names nobody listed too."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from unseen_houses import DATA, OTHERS, with_others

from adhoc_teamwork.offline_model.knowledge.affordances import AFFORDANCES
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    Grade,
    homes_among,
    may_stay,
    thing_kind,
    usual_homes,
)
from adhoc_teamwork.offline_model.knowledge.things import THING_WORDS
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
        ("SoapBottle", "soap"), ("ToiletPaper", "toilet paper"), ("Newspaper", "paper"),
        ("TVRemoteControl", "remote"), ("CD", "media"), ("Boots", "footwear"), ("Gizmo", ""),
        ("", ""), ("ButterKnife", "cutlery"), ("washingsponge", "washing-up"),
        ("WoodenSaladBowls", "dishes"), ("string", ""),
    ],
)  # fmt: skip
def test_things_are_known_by_their_words(name: str, kind: str) -> None:
    assert thing_kind(name) == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [("CounterTop", "counter"), ("kitchen island", "counter"), ("TVStand", "tv stand"),
     ("SideTable", "side table"), ("Glass Table", "dining table"), ("GarbageCan", "bin"),
     ("DogBed", "pet bed"), ("Floor", "floor"), ("Thing", ""), ("Ottoman", "footrest"),
     ("Stool", "chair")],
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
        ("Mug", "Bed", "", False), ("BasketBall", "TVStand", "LivingRoom", False),
        ("BasketBall", "Floor", "LivingRoom", False), ("TennisRacket", "Floor", "Bedroom", False),
        ("TennisRacket", "Floor", "Garage", True), ("Vase", "Floor", "LivingRoom", False),
        ("Vase", "ShelvingUnit", "LivingRoom", True), ("HousePlant", "Floor", "LivingRoom", True),
        ("Egg", "CoffeeTable", "LivingRoom", False), ("Egg", "CounterTop", "Kitchen", True),
        ("Kettle", "StoveBurner", "Kitchen", True), ("Kettle", "Desk", "Bedroom", False),
        ("CellPhone", "Toaster", "Kitchen", False), ("Mug", "CoffeeMachine", "Kitchen", True),
        ("Laptop", "Ottoman", "LivingRoom", False), ("Laptop", "ArmChair", "LivingRoom", True),
        ("Newspaper", "Footstool", "LivingRoom", True), ("Pillow", "Ottoman", "Bathroom", False),
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
        for kinds, where in (*affordance.kept, *affordance.also, *affordance.in_use):
            assert set(kinds) <= receptacles
            assert set(where) <= rooms


def test_every_kind_of_thing_is_kept_somewhere_and_no_place_stands_twice_in_its_homes() -> None:
    for kind, affordance in AFFORDANCES.items():
        homes = [
            (receptacle, room)
            for kinds, where in (*affordance.kept, *affordance.also)
            for receptacle in kinds
            for room in where
        ]
        assert affordance.kept, kind
        assert len(homes) == len(set(homes)), kind


@pytest.mark.parametrize(
    ("thing", "known", "grades"),
    [
        ("Apple", [("Fridge", "Kitchen"), ("CounterTop", "Kitchen")], [Grade.KEPT, Grade.KEPT]),
        ("Apple", [("DiningTable", "Kitchen"), ("Fridge", "Kitchen")], [Grade.KEPT, Grade.ALSO]),
        ("Kettle", [("ShelvingUnit", "Kitchen"), ("CounterTop", "Kitchen")],
         [Grade.KEPT, Grade.IN_USE]),
        ("Candle", [("ShelvingUnit", "LivingRoom"), ("CoffeeTable", "LivingRoom")],
         [Grade.KEPT, Grade.ALSO]),
        ("Mug", [("CounterTop", "")], [Grade.IN_USE]),
        ("CreditCard", [("Cart", "LivingRoom"), ("Dresser", "Bedroom")],
         [Grade.ALSO, Grade.IN_USE]),
        ("WineBottle", [("BarCart", "LivingRoom")], [Grade.ALSO]),
    ],
)  # fmt: skip
def test_how_usual_a_place_is(
    thing: str, known: list[tuple[str, str]], grades: list[Grade]
) -> None:
    assert [home.grade for home in homes_among(thing, known)] == grades


def test_the_best_known_place_comes_first() -> None:
    known = [("Shelf", "Bedroom"), ("DiningTable", "LivingRoom"), ("CounterTop", "Kitchen"),
             ("CounterTop", ""), ("Bed", "Bedroom")]  # fmt: skip
    found = [(h.receptacle, h.room) for h in homes_among("Mug", known)]
    assert found[0] == ("CounterTop", "Kitchen")
    assert ("Bed", "Bedroom") not in found
    assert found[-1] == ("CounterTop", "")


@pytest.mark.parametrize(("thing", "room"), [("Newspaper", "LivingRoom"), ("Apple", "Kitchen")])
def test_of_two_tables_the_one_in_a_room_where_such_things_are_kept_is_better(
    thing: str, room: str
) -> None:
    known = [("DiningTable", "Kitchen"), ("DiningTable", "LivingRoom")]
    better, other = homes_among(thing, known)
    assert (better.receptacle, better.room) == ("DiningTable", room)
    assert (better.grade, better.handicap < other.handicap) == (other.grade, True)


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
    assert len(alarms) <= len(found) / 8, alarms


def test_a_holder_is_for_what_its_name_says() -> None:
    known = [("ToiletPaperHanger", "Bathroom"), ("HandTowelHolder", "Bathroom"),
             ("TowelHolder", "Bathroom")]  # fmt: skip
    assert [h.receptacle for h in homes_among("Towel", known)] == ["TowelHolder", "HandTowelHolder"]
