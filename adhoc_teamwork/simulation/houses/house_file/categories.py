# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Guess an object's type from free text where its asset is unknown."""

import re
from collections.abc import Iterable

_OTHER_NAMES = {
    "bookshelf": "ShelvingUnit",
    "bookcase": "ShelvingUnit",
    "shelvingunit": "ShelvingUnit",
    "couch": "Sofa",
    "tv": "Television",
    "monitor": "Television",
    "nightstand": "SideTable",
    "endtable": "SideTable",
    "trashcan": "GarbageCan",
    "wastebasket": "GarbageCan",
    "refrigerator": "Fridge",
    "plant": "HousePlant",
    "lamp": "FloorLamp",
    "sculpture": "Statue",
    "photoframe": "Painting",
    "picture": "Painting",
    "blanket": "Cloth",
    "magazine": "Newspaper",
    "basketball": "BasketBall",
}
_MEANINGLESS = {"small", "object", "obj", "asset", "prefab", "room"}


def guess_category(texts: Iterable[str], known: Iterable[str]) -> str:
    """Return the first known type that the end of one of the texts names, else a made-up name.

    "50 inch tv-0|tv_stand-0 (living room)" gives Television: what stands before `|`, without
    brackets and numbers, is read from its last words on.

    Args:
        texts: Ids and names of the object, the most telling first.
        known: Types that there are.
    """
    by_name = {name.lower(): name for name in known} | _OTHER_NAMES
    made_up = ""
    for text in texts:
        words = _words(text)
        for start in range(len(words)):
            found = by_name.get("".join(words[start:]))
            if found:
                return found
        if words and not made_up and len("".join(words)) > 2 and words[0] not in _MEANINGLESS:
            made_up = "".join(word.capitalize() for word in words)
    return made_up or "Object"


def _words(text: str) -> list[str]:
    name = re.sub(r"\(.*\)", "", text.split("|")[0])
    if re.fullmatch(r"\s*(?=\w*\d)[0-9a-f]{16,}\s*", name):
        return []
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return [word.lower() for word in re.findall(r"[A-Za-z]+", spaced)]
