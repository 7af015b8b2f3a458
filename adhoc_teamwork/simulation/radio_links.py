# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who hears whom over simulated radios: range, walls in between, partitions, loss and delay."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Wall
from adhoc_teamwork.teamwork.settings.radio_setting import BROKER_NAME, RadioSetting

Floats = NDArray[np.float64]
Place = tuple[float, float]
"""A spot on the floor in `map`, metres."""


@dataclass(frozen=True)
class RadioLink:
    """Say how frames travel one way between two members; delays in seconds of simulated time."""

    reachable: bool
    loss: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0


class RadioLinks:
    """Tell, for places and a time, how frames travel between every two members of a team.

    Args:
        setting: How radios are.
        walls: Of the house; stretches that begin above the floor, over doorways, let radio through.
    """

    def __init__(self, setting: RadioSetting, walls: tuple[Wall, ...]) -> None:
        self._setting = setting
        solid = [(w.x0, w.y0, w.x1, w.y1) for w in walls if w.bottom <= 0.0]
        self._walls = np.array(solid, dtype=np.float64).reshape(-1, 4)
        self._open = RadioLink(True, setting.loss, setting.delay, setting.jitter)

    def at(self, places: Mapping[str, Place], time: float) -> dict[tuple[str, str], RadioLink]:
        """Return the link from each member to each other, the broker among them.

        Args:
            places: Where the robots are.
            time: Simulated time, s.
        """
        members: dict[str, Place | None] = {**places, BROKER_NAME: self._setting.broker}
        links: dict[tuple[str, str], RadioLink] = {}
        for one, other in combinations(members, 2):
            heard = self._reach(members[one], members[other])
            heard = heard and not self._parted(one, other, time)
            links[one, other] = links[other, one] = self._open if heard else RadioLink(False)
        return links

    def _reach(self, here: Place | None, there: Place | None) -> bool:
        if here is None or there is None:
            return True
        reach = self._setting.range
        if reach is not None and np.hypot(here[0] - there[0], here[1] - there[1]) > reach:
            return False
        return not (self._setting.walls_block and self._wall_between(here, there))

    def _wall_between(self, here: Place, there: Place) -> bool:
        """Tell whether the straight line between two places meets a solid wall."""
        ends = self._walls.reshape(-1, 2, 2)
        beam = np.array([here, there])
        # They cross where each one's ends lie on different sides of the other.
        beside_beam = _side(beam[0], beam[1], ends[:, 0]) * _side(beam[0], beam[1], ends[:, 1])
        beside_wall = _side(ends[:, 0], ends[:, 1], beam[0]) * _side(
            ends[:, 0], ends[:, 1], beam[1]
        )
        return bool(np.any((beside_beam <= 0.0) & (beside_wall < 0.0)))

    def _parted(self, one: str, other: str, time: float) -> bool:
        return any(
            (one in partition.apart) != (other in partition.apart)
            for partition in self._setting.partitions
            if partition.start <= time < partition.end
        )


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    """Return on which side of a line points lie: above zero on its left, zero on it."""
    along, to = end - start, point - start
    side: Floats = along[..., 0] * to[..., 1] - along[..., 1] * to[..., 0]
    return side
