# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where what is let go of counts as delivered, for good: near to the goal's place, in its room."""

from collections.abc import Callable
from dataclasses import dataclass

from adhoc_teamwork.simulation.houses.boxes import planar_distance
from adhoc_teamwork.simulation.houses.house import HouseObject
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.goal import Goal, Place


@dataclass(frozen=True)
class Zone:
    """Say where things are delivered: within `within` metres of such a place, in its room.

    What is let go of there is delivered for good, if the goal asks for things of its category; a
    container is used up, and what is in it is delivered.
    """

    place: Place
    within: float
    wants: frozenset[str] = frozenset()

    @classmethod
    def of(cls, goal: Goal) -> "Zone | None":
        """Return the zone of a goal, or None: then things count where they lie."""
        if not goal.zone or goal.place is None:
            return None
        return cls(goal.place, goal.zone, frozenset(goal.objects))

    def is_asked_for(self, category: str) -> bool:
        """Tell whether the goal asks for things of a category, whichever way it is capitalised."""
        return category.casefold() in {wanted.casefold() for wanted in self.wants}

    def serves(
        self, receptacle: HouseObject, base: Point, room_type_at: Callable[[float, float], str]
    ) -> bool:
        """Tell whether what a robot at `base` lets go of is delivered at a receptacle."""
        box = receptacle.box
        room_type = room_type_at(box.x, box.y)
        is_place = self.place.fits(receptacle.category, room_type)
        is_near = round(planar_distance(box, base.x, base.y), 6) <= self.within
        return is_place and is_near and room_type_at(base.x, base.y) == room_type
