# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is true of a house, and what of it an exploration showed."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.measuring.perception.exploration import Exploration, Shot
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.sensors.ray_scene import BACKGROUND
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate

VISIBLE_SHARE = 0.0005
"""A thing shows in a picture that has this share of its pixels on it: 38 of 320 x 240."""
VISIBLE_PICTURES = 3
"""A thing counts as visible that showed in so many pictures."""


@dataclass(frozen=True)
class TrueObject:
    """Hold a thing of the house: its box in `map`, metres, and what carries it.

    `carrier` is the name of what it lies on or in, or `FLOOR`; `relation` says which of both.
    """

    name: str
    category: str
    pickupable: bool
    box: Box
    room: str
    carrier: str
    relation: Predicate

    @property
    def is_carried(self) -> bool:
        """Tell whether its relation says something: all furniture stands on the floor."""
        return self.pickupable or self.carrier != FLOOR


def true_objects(exploration: Exploration) -> dict[str, TrueObject]:
    """Return all that is in the house of an exploration, by name."""
    return {
        thing.name: TrueObject(
            name=thing.name,
            category=thing.source.category,
            pickupable=thing.source.pickupable,
            box=thing.box,
            room=thing.room_id,
            carrier=thing.support.receptacle,
            relation=Predicate.IN if thing.support.inside else Predicate.ON,
        )
        for thing in exploration.world.objects.values()
    }


class Visibility:
    """Count in how many pictures of an exploration each thing showed; see `VISIBLE_SHARE`."""

    def __init__(self, exploration: Exploration) -> None:
        self._names = {exploration.instance_of(n): n for n in exploration.world.objects}
        self._pictures: Counter[str] = Counter()

    def take(self, shot: Shot) -> None:
        """Count one perfect picture."""
        masks = shot.picture.instances
        pixels = np.bincount(masks.reshape(-1))
        for instance in np.flatnonzero(pixels >= VISIBLE_SHARE * masks.size).tolist():
            if instance != BACKGROUND and instance in self._names:
                self._pictures[self._names[instance]] += 1

    def visible(self) -> frozenset[str]:
        """Return the names of the things that count as visible so far."""
        return frozenset(n for n, count in self._pictures.items() if count >= VISIBLE_PICTURES)
