# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small things far away: too little of them shows in one picture, and enough in several."""

from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.views import InstanceView

_MOST = 64
"""So many places are remembered."""


@dataclass(eq=False)
class _Place:
    """Hold where something of a category showed: its middle, (3,), metres in `map`."""

    category: str
    middle: FloatArray
    stamp: float
    sightings: int = 1


class FaintSightings:
    """Count in how many pictures something small showed in the same place.

    A wrong mask flickers from picture to picture; a thing shows again where it is.
    """

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._places: list[_Place] = []

    def believe(self, view: InstanceView, stamp: float) -> bool:
        """Take in a sighting of a small thing; tell whether there were enough to believe in it.

        Args:
            view: What showed of it.
            stamp: When, seconds.
        """
        config = self._config
        if not self.takes(view):
            return False
        self._places = [p for p in self._places if 0.0 <= stamp - p.stamp < config.faint_memory]
        middle = view.points.mean(axis=0)
        place = self._same(view.label.category, middle)
        if place is None:
            self._places = [*self._places, _Place(view.label.category, middle, stamp)][-_MOST:]
            return False
        if stamp - place.stamp < config.look_interval:
            return False
        place.sightings += 1
        place.stamp, place.middle = stamp, middle
        if place.sightings < config.faint_sightings:
            return False
        self._places.remove(place)
        return True

    def takes(self, view: InstanceView) -> bool:
        """Tell whether enough shows of a small thing for several such pictures to prove it."""
        return not view.cut and view.pixels >= self._config.faint_pixels

    def _same(self, category: str, middle: FloatArray) -> _Place | None:
        near = [
            place
            for place in self._places
            if place.category == category
            and float(np.linalg.norm(place.middle - middle)) < self._config.moved_gap
        ]
        return near[-1] if near else None
