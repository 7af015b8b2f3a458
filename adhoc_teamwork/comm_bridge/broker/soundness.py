# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a message can be true: finite numbers, places in this world, texts of sane length."""

import math
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.message import TeamMessage

MOST_METRES = 1.0e5
"""A place further from the origin of the map than this is none."""
LONGEST_NAME = 256
"""Characters of an id, a type, or a sub-task's argument."""
LONGEST_TEXT = 8192
"""Characters of free words."""
MOST_ITEMS = 256
"""Items of a list, such as detections."""

_TEXTS = frozenset({"text", "reason"})
_PLACES = frozenset({"x", "y", "z"})
_MAY_BE_UNKNOWN = frozenset({"support_height"})
"""Not a number where it is not known."""


class Odd(StrEnum):
    """Name what cannot be."""

    NUMBER = "number"
    LENGTH = "length"


def find_oddity(message: TeamMessage) -> Odd | None:
    """Return what of a message's content cannot be, or None where it is sound."""
    for name, value in _values("", message):
        if isinstance(value, str):
            if len(value) > (LONGEST_TEXT if name in _TEXTS else LONGEST_NAME):
                return Odd.LENGTH
        elif isinstance(value, float):
            if not math.isfinite(value):
                if not (math.isnan(value) and name in _MAY_BE_UNKNOWN):
                    return Odd.NUMBER
            elif name in _PLACES and abs(value) > MOST_METRES:
                return Odd.NUMBER
        elif len(value) > MOST_ITEMS:
            return Odd.LENGTH
    return None


def _values(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every text, real number and list in `value`, each with the name of its field."""
    if isinstance(value, (str, float)):
        yield name, value
    elif isinstance(value, tuple):
        yield name, value
        for item in value[: MOST_ITEMS + 1]:
            yield from _values(name, item)
    elif isinstance(value, Action):
        yield name, value.arguments
        yield from (("kind", value.kind), *value.arguments)
    elif is_dataclass(value):
        for field in value.__dataclass_fields__:
            yield from _values(field, getattr(value, field))
