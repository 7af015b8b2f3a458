# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Infer what a room is for from the categories of the things in it (paper section IV-C)."""

import math
from collections.abc import Iterable, Mapping
from functools import cache, partial

Evidence = Mapping[str, Mapping[str, float]]

ROOM_EVIDENCE: Evidence = {
    "Kitchen": {
        "Fridge": 3.0, "CounterTop": 2.5, "Microwave": 2.5, "CoffeeMachine": 2.0, "Toaster": 2.5,
        "StoveBurner": 3.0, "StoveTop": 3.0, "Oven": 3.0, "Dishwasher": 3.0, "Pot": 2.0,
        "Pan": 2.0, "Kettle": 2.0, "Spatula": 1.5, "Ladle": 1.5, "Knife": 1.2, "ButterKnife": 1.2,
        "Fork": 1.0, "Spoon": 1.0, "Plate": 0.8, "Bowl": 0.6, "Cup": 0.6, "Mug": 0.5, "Egg": 1.2,
        "Tomato": 1.2, "Potato": 1.2, "Lettuce": 1.2, "Bread": 1.0, "Apple": 0.7,
        "DishSponge": 1.0, "PepperShaker": 1.2, "SaltShaker": 1.2, "PaperTowelRoll": 0.8,
        "Sink": 0.8, "DiningTable": 0.7, "GarbageCan": 0.3, "Stool": 0.4, "SoapBottle": 0.2,
        "WineBottle": 0.6, "Cabinet": 0.8, "Faucet": 0.4, "AluminumFoil": 1.2,
    },
    "Bedroom": {
        "Bed": 6.0, "Dresser": 1.2, "AlarmClock": 1.2, "Pillow": 0.8, "Desk": 0.7, "Wardrobe": 2.0,
        "DeskLamp": 0.4, "TeddyBear": 0.8, "BaseballBat": 0.7, "BasketBall": 0.6,
        "TennisRacket": 0.7, "Laptop": 0.4, "CellPhone": 0.4, "Pen": 0.3, "Pencil": 0.3, "CD": 0.5,
        "Chair": 0.1, "SideTable": 0.2, "Book": 0.3, "LaundryHamper": 0.8, "Boots": 0.4,
        "Safe": 0.4, "Desktop": 0.5, "Cloth": 0.3, "NightStand": 1.5, "Sofa": 0.2, "TVStand": 0.5,
        "Television": 0.5, "ArmChair": 0.4, "FloorLamp": 0.4, "ShelvingUnit": 0.4,
        "HousePlant": 0.1, "Painting": 0.1,
    },
    "Bathroom": {
        "Toilet": 6.0, "Bathtub": 5.0, "BathtubBasin": 5.0, "ShowerDoor": 4.0,
        "ShowerCurtain": 2.5, "ShowerHead": 2.5, "ToiletPaper": 2.0, "ToiletPaperHanger": 2.5,
        "Plunger": 2.0, "Towel": 1.5, "TowelHolder": 2.0, "HandTowel": 1.5, "HandTowelHolder": 2.0,
        "ScrubBrush": 1.5, "SoapBar": 1.5, "Mirror": 0.6, "Sink": 1.2, "Faucet": 0.6,
        "SprayBottle": 0.5, "SoapBottle": 0.5, "Candle": 0.3, "WashingMachine": 0.8,
        "ClothesDryer": 0.8, "TissueBox": 0.3, "DishSponge": 0.2, "Cloth": 0.3,
    },
    "LivingRoom": {
        "Sofa": 3.0, "TVStand": 1.8, "Television": 1.2, "CoffeeTable": 2.0, "ArmChair": 1.3,
        "Ottoman": 1.0, "FloorLamp": 0.7, "RemoteControl": 0.8, "Newspaper": 0.8,
        "ShelvingUnit": 0.3, "HousePlant": 0.3, "Statue": 0.5, "Vase": 0.4, "Painting": 0.1,
        "Pillow": 0.2, "SideTable": 0.2, "Laptop": 0.2, "KeyChain": 0.3, "Watch": 0.2,
        "CreditCard": 0.2, "DiningTable": 0.3, "Cart": 0.2, "DogBed": 0.5, "Box": 0.2, "Desk": 0.3,
        "Dresser": 0.3, "Chair": 0.1,
    },
}  # fmt: skip
"""How strongly a category speaks for a room type, as a logarithm of odds; extend as needed."""
_AGAINST = 0.5
"""Share of a category's strongest evidence that speaks against every other type."""
_CERTAIN_ENOUGH = 0.6
_AGREEMENT = 0.5
"""Weight of the second thing of one category; two chairs say little more than one."""


def infer_room_type(
    categories: Iterable[str], evidence: Evidence = ROOM_EVIDENCE
) -> tuple[str, float]:
    """Return the room type that these things suggest and its confidence, from 0 to 1.

    The type is empty while no type stands out.
    """
    counts: dict[str, int] = {}
    for category in categories:
        counts[category] = counts.get(category, 0) + 1
    speaks_for = _by_default if evidence is ROOM_EVIDENCE else partial(_speaks_for, evidence)
    scores = dict.fromkeys(evidence, 0.0)
    for category, count in counts.items():
        weight = 1.0 + (_AGREEMENT if count > 1 else 0.0)
        for kind, value in speaks_for(category):
            scores[kind] += weight * value
    if not scores or max(scores.values()) <= 0.0:
        return "", 0.0
    best = max(scores, key=lambda kind: scores[kind])
    # One more hypothesis, "none of these", keeps a single weak hint from being a certainty.
    total = math.exp(-scores[best]) * math.e + sum(
        math.exp(score - scores[best]) for score in scores.values()
    )
    confidence = 1.0 / total
    return (best, confidence) if confidence >= _CERTAIN_ENOUGH else ("", confidence)


@cache
def _by_default(category: str) -> tuple[tuple[str, float], ...]:
    """Return what `_speaks_for` returns for the evidence above: asked at every sight of a thing."""
    return _speaks_for(ROOM_EVIDENCE, category)


def _speaks_for(evidence: Evidence, category: str) -> tuple[tuple[str, float], ...]:
    """Return how strongly one thing of a category speaks for each room type, or against it."""
    values = {kind: table.get(category, 0.0) for kind, table in evidence.items()}
    against = _AGAINST * max(values.values())
    spoken = ((kind, value - (against if value == 0.0 else 0.0)) for kind, value in values.items())
    # What speaks neither way changes no sum.
    return tuple((kind, value) for kind, value in spoken if value)
