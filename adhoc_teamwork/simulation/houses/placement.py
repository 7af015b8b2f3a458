# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things belong, for the evaluator only: worked out from ProcTHOR's placement statistics.

An object lies well where ProcTHOR's own generator may put it: on a receptacle type of its list, in
a room type that suits it. How often it was found there does not count: the generator adds a bias of
its own, so that the rare places of the statistics are common in its houses.
"""

from dataclasses import dataclass
from functools import lru_cache

from adhoc_teamwork.simulation.houses.house_file.assets import DATA_FOLDER, read_table
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.teamwork.team.task import TidyPlace

_FOR_ALL_SORTS = (Profile.TABLE, Profile.SHELF, Profile.COUNTER, Profile.CABINET, Profile.DRESSER)


def takes_all_sorts(receptacle: str) -> bool:
    """Tell whether people put down all sorts of things on such furniture: tables, shelves."""
    return profile_of(receptacle) in _FOR_ALL_SORTS


@dataclass(frozen=True)
class PlacementTable:
    """Hold how often object types lie on receptacle types, and which rooms suit an object type.

    `shares` are of receptacles, 0 to 1; `fits` are 1 to 3; what is not listed is zero.
    """

    shares: dict[tuple[str, str], float]
    fits: dict[tuple[str, str], float]

    def knows(self, category: str) -> bool:
        """Tell whether anything is known of where an object type belongs."""
        return any(name == category for name, _ in self.shares)

    def receptacles(self, category: str) -> tuple[str, ...]:
        """Return the receptacle types (or "Floor") that are reasonable for an object type."""
        return tuple(sorted(r for c, r in self.shares if c == category))

    def rooms(self, category: str) -> tuple[str, ...]:
        """Return the room types that suit an object type; none listed means any."""
        return tuple(sorted(room for (c, room) in self.fits if c == category))

    def goal(self, category: str) -> TidyPlace:
        """Return where an object of a type counts as tidy."""
        return TidyPlace(self.receptacles(category), self.rooms(category))

    def reasonable(self, category: str, receptacle: str, room_type: str) -> bool:
        """Tell whether an object lies well on a receptacle in a room."""
        rooms = self.rooms(category)
        return (category, receptacle) in self.shares and (not rooms or room_type in rooms)

    def unreasonable(self, category: str, receptacle: str, room_type: str) -> bool:
        """Tell whether an object of a type plainly does not belong on such a receptacle in a room.

        It was never found on one; and where all sorts of things lie on such furniture (tables,
        shelves), the room must not suit it either. Of a receptacle type without any statistics
        nothing is said.
        """
        if not self.knows(category) or (category, receptacle) in self.shares:
            return False
        if not any(name == receptacle for _, name in self.shares):
            return False
        rooms = self.rooms(category)
        suits = not rooms or room_type in rooms
        return not (suits and takes_all_sorts(receptacle))


@lru_cache(maxsize=1)
def placement_table() -> PlacementTable:
    """Return the table that ships with this package.

    Raises:
        ConfigError: A table is missing.
    """
    shares = {
        (row["object_type"], row["receptacle_type"]): float(row["share"])
        for row in read_table(DATA_FOLDER / "placement_receptacles.csv")
    }
    fits = {
        (row["object_type"], row["room_type"]): float(row["fit"])
        for row in read_table(DATA_FOLDER / "placement_rooms.csv")
    }
    return PlacementTable(shares, fits)
