# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Share out what is to be done among robots: each goes on from where it is to what is near."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from adhoc_teamwork.offline_model.options.aims import wish_for
from adhoc_teamwork.offline_model.options.places import instances
from adhoc_teamwork.offline_model.reading.errands import Errand
from adhoc_teamwork.offline_model.reading.facts import Facts

HANDLING = 2.0
"""What a look or a grasp lasts, in metres of way."""

Place = tuple[float, float]


@dataclass
class Shares:
    """Hold who does what, how long its way is by then (metres), and where it ends.

    Where a robot is that `at` does not hold is not known.
    """

    facts: Facts
    way: dict[str, float]
    at: dict[str, Place] = field(default_factory=dict)
    given: list[tuple[str, Errand]] = field(default_factory=list)

    def give(self, name: str, errand: Errand) -> None:
        """Give something to a robot, after all that it has to do by then."""
        self.given.append((name, errand))
        self.way[name] += self._metres(self.at.get(name), errand) + HANDLING
        self.at[name] = self._place(errand)
        goal = self._goal(errand)
        if goal is not None:
            self.way[name] += math.dist(self.at[name], goal)
            self.at[name] = goal

    def next(self, able: Sequence[str]) -> str:
        """Return whose way is the shortest so far, the first of equals."""
        return min(able, key=lambda name: self.way[name])

    def order(self, name: str, errand: Errand) -> tuple[bool, float]:
        """Return what a robot goes by: what is to be brought first, near before far.

        For who may be anywhere, what is far from the robot that shares out is near.
        """
        if name in self.at:
            away = self._metres(self.at[name], errand)
        else:
            away = -self._metres((self.facts.me.x, self.facts.me.y), errand)
        return (not errand.is_moved, away)

    def _goal(self, errand: Errand) -> Place | None:
        """Return where a thing goes that is to be brought, as far as that is known."""
        wish = wish_for(self.facts, errand.category) if errand.is_moved else None
        found = instances(self.facts, wish.receptacle, wish.room) if wish is not None else []
        return next(((target.x, target.y) for target in found), None)

    def _metres(self, start: Place | None, errand: Errand) -> float:
        """Return how far something is in a straight line; 0 where that is not known."""
        metres = math.dist(start, self._place(errand)) if start is not None else 0.0
        return 0.0 if math.isnan(metres) else metres

    def _place(self, errand: Errand) -> Place:
        if errand.category:
            return (errand.x, errand.y)
        room = self.facts.room(errand.room)
        return (room.x, room.y) if room is not None else (math.nan, math.nan)
