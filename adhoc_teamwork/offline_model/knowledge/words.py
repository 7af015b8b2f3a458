# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recognise what a name such as ``KitchenIsland`` or ``empty_bottle`` is by the words in it."""

import re
from collections.abc import Mapping
from functools import lru_cache

ROOM_WORDS: dict[str, str] = {
    "kitchen": "kitchen", "kitchenette": "kitchen", "pantry": "kitchen",
    "dining": "dining", "diningroom": "dining",
    "living": "living", "livingroom": "living", "lounge": "living", "den": "living",
    "familyroom": "living", "playroom": "living", "gameroom": "living",
    "bedroom": "bedroom", "nursery": "bedroom", "guestroom": "bedroom",
    "bathroom": "bathroom", "bath": "bathroom", "restroom": "bathroom", "washroom": "bathroom",
    "toilet": "bathroom", "wc": "bathroom",
    "office": "office", "study": "office", "library": "office", "meetingroom": "office",
    "corridor": "hall", "hall": "hall", "hallway": "hall", "entrance": "hall", "foyer": "hall",
    "laundry": "laundry", "laundryroom": "laundry", "utilityroom": "laundry",
    "garage": "garage", "basement": "garage", "storage": "garage", "storeroom": "garage",
}  # fmt: skip
ONE_IN_A_HOUSE = frozenset({"kitchen", "living", "dining", "laundry", "garage"})
"""Kinds of rooms of which a house has hardly ever a second."""

RECEPTACLE_WORDS: dict[str, str] = {
    "countertop": "counter", "counter": "counter", "island": "counter", "worktop": "counter",
    "vanity": "counter",
    "diningtable": "dining table", "kitchentable": "dining table", "table": "dining table",
    "coffeetable": "coffee table",
    "sidetable": "side table", "nightstand": "side table", "endtable": "side table",
    "bedsidetable": "side table", "cart": "trolley", "trolley": "trolley",
    "desk": "desk", "workbench": "desk",
    "shelf": "shelf", "shelves": "shelf", "shelvingunit": "shelf", "shelving": "shelf",
    "bookshelf": "shelf", "bookcase": "shelf", "rack": "shelf",
    "dresser": "dresser", "drawer": "dresser", "wardrobe": "dresser", "closet": "dresser",
    "chestofdrawers": "dresser",
    "cabinet": "cabinet", "cupboard": "cabinet", "sideboard": "cabinet",
    "tvstand": "tv stand", "tvtable": "tv stand", "mediaunit": "tv stand",
    "bed": "bed", "dogbed": "pet bed", "petbed": "pet bed", "catbed": "pet bed",
    "sofa": "sofa", "couch": "sofa", "loveseat": "sofa", "futon": "sofa",
    "chair": "chair", "armchair": "chair", "stool": "chair", "bench": "chair",
    "seat": "chair",
    "ottoman": "footrest", "footstool": "footrest", "footrest": "footrest", "pouf": "footrest",
    "fridge": "fridge", "refrigerator": "fridge", "freezer": "fridge",
    "sink": "sink", "basin": "sink", "sinkbasin": "sink",
    "garbagecan": "bin", "trashcan": "bin", "bin": "bin", "wastebasket": "bin",
    "garbagebag": "bin", "trashbag": "bin", "dustbin": "bin", "wastebin": "bin",
    "toilet": "toilet",
    "bathtub": "bathtub", "tub": "bathtub", "bathtubbasin": "bathtub", "shower": "bathtub",
    "laundryhamper": "hamper", "hamper": "hamper", "laundrybasket": "hamper",
    "washingmachine": "washer", "washer": "washer", "clothesdryer": "washer", "dryer": "washer",
    "stove": "stove", "stoveburner": "stove", "oven": "stove", "cooktop": "stove", "hob": "stove",
    "microwave": "microwave", "toaster": "toaster", "coffeemachine": "coffee machine",
    "towelholder": "holder", "handtowelholder": "holder", "toiletpaperhanger": "holder",
    "towelrack": "holder", "hook": "holder", "hanger": "holder",
    "bowl": "vessel", "plate": "vessel", "pot": "vessel", "pan": "vessel", "cup": "vessel",
    "mug": "vessel", "tray": "vessel",
    "box": "box", "basket": "box", "crate": "box",
    "safe": "safe",
    "floor": "floor", "ground": "floor", "carpet": "floor", "rug": "floor",
}  # fmt: skip

_FRONT, _END = 3, 4
"""Letters that both parts of words written as one have at least: a string is no kind of ring."""


@lru_cache(maxsize=4096)
def split_words(name: str) -> tuple[str, ...]:
    """Return the lower-case words of a name in camel case, snake case or plain text."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return tuple(word.lower() for word in re.findall(r"[A-Za-z]+", spaced))


def look_up(name: str, table: Mapping[str, str]) -> str:
    """Return what the longest last words of `name` stand for in `table`, or an empty string.

    The last word tells what a thing is ("coffee mug"), so words are dropped from the front; only
    where no ending is known does any other word decide, the later ones first, and at last what
    words written as one end in ("washingsponge").
    """
    words = split_words(name)
    endings = ["".join(words[i:]) for i in range(len(words))]
    parts = [word[i:] for word in reversed(words) for i in range(_FRONT, len(word) - _END + 1)]
    for key in (*endings, *reversed(words), *parts):
        for form in (key, key.removesuffix("s"), key.removesuffix("es")):
            if form in table:
                return table[form]
    return ""


@lru_cache(maxsize=4096)
def receptacle_kind(name: str) -> str:
    """Return which kind of receptacle a type is, or an empty string."""
    return look_up(name, RECEPTACLE_WORDS)


@lru_cache(maxsize=4096)
def room_kind(name: str) -> str:
    """Return which kind of room a type is, or an empty string."""
    return look_up(name, ROOM_WORDS)
