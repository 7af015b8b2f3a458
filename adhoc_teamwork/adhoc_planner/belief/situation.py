# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a thing is, or is kept, in the terms on which common sense judges it."""

from dataclasses import dataclass
from typing import NamedTuple

from adhoc_teamwork.teamwork.scene import FLOOR, Detection

Place = tuple[str, str]
"""Types of receptacle and of room."""


@dataclass(frozen=True)
class Kept:
    """Say where things of a category are kept, any of them, and what says so beside the model."""

    places: tuple[Place, ...]
    source: str


class Situation(NamedTuple):
    """Say where a thing is, in the terms on which common sense judges it."""

    category: str
    relation: str
    receptacle: str
    room_type: str

    @property
    def is_known(self) -> bool:
        """Tell whether both the carrying receptacle and the type of the room are known."""
        return bool(self.receptacle and self.room_type)


def situation_of(detection: Detection) -> Situation:
    """Return the situation of an object; unknown parts are empty."""
    on_floor = detection.receptacle == FLOOR
    receptacle = FLOOR if on_floor else detection.receptacle_category
    relation = detection.relation.value if detection.relation and not on_floor else ""
    return Situation(detection.category, relation, receptacle, detection.room_type)
