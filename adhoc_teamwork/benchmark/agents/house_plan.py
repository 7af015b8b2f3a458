# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is worked out of a house once for all robots of all episodes in it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.tasks.touch import Touch
from adhoc_teamwork.perception.rooms.levels import RoomLevels
from adhoc_teamwork.simulation.houses.house import given_plan
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import Room

_AROUND = 2
"""How many cells to each side of a robot must be free for others to get past it."""
_CLOSE = 0.75
"""Standing this close to unseen floor, in metres, is as close as one needs to be."""


@dataclass(frozen=True)
class HousePlan:
    """Hold a house ready for step worlds, and from where each spot of its floor is approached.

    Spots are the points of `StepHouse.floor`, by number.
    """

    house: StepHouse

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """Return what robots are told of rooms: ids and outlines, not what they are for.

        In a house of several levels they are told as well how high each room lies, and by which
        steps rooms lead to one another.
        """
        house, ground = self.house.house, self.house.ground
        if ground.is_flat:
            return self.house.floor_plan
        plan, levels = given_plan(house), RoomLevels()
        levels.set_ground(HeightMap.of(ground, house.bounds))
        return levels.of(plan.rooms, plan.relations)

    @cached_property
    def touch(self) -> Touch:
        """Return from where things can be handled; the oracle alone asks."""
        return Touch(self.house)

    @cached_property
    def nearest(self) -> NDArray[np.int32]:
        """Return the cell nearest to each spot."""
        lattice = self.house.lattice
        cells = [lattice.nearest(float(x), float(y)) for x, y in self.house.floor.points]
        return np.array(cells, np.int32)

    @cached_property
    def spot_points(self) -> tuple[tuple[float, float], ...]:
        """Return where each spot is, metres in `map`."""
        return tuple((float(x), float(y)) for x, y in self.house.floor.points)

    @cached_property
    def spots_at(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell the spots to which it is the nearest."""
        found: list[list[int]] = [[] for _ in range(len(self.house.lattice))]
        for spot, cell in enumerate(self.nearest.tolist()):
            found[cell].append(spot)
        return tuple(map(tuple, found))

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell those one move away."""
        rows = self.house.lattice.neighbours.tolist()
        return tuple(tuple(cell for cell in row if cell >= 0) for row in rows)

    @cached_property
    def beside(self) -> tuple[frozenset[int], ...]:
        """Return for each spot the cells close to it; where there are none, the nearest cell."""
        lattice = self.house.lattice
        found = []
        for number, (x, y) in enumerate(self.house.floor.points):
            near = frozenset(lattice.within(float(x), float(y), _CLOSE).tolist())
            found.append(near or frozenset([int(self.nearest[number])]))
        return tuple(found)

    @cached_property
    def lay_bys(self) -> frozenset[int]:
        """Return the cells on which a robot is least in the way: those with the most room around.

        Wherever there are such cells they have free ones on all sides.
        """
        index = self.house.lattice.index >= 0
        padded = np.pad(index, _AROUND).astype(np.int32)
        side = 2 * _AROUND + 1
        sums = padded.cumsum(axis=0).cumsum(axis=1)
        sums = np.pad(sums, ((1, 0), (1, 0)))
        around = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side]
        around = around + sums[:-side, :-side]
        most = int(around[index].max())
        return frozenset(self.house.lattice.index[index & (around == most)].tolist())

    @cached_property
    def room_numbers(self) -> dict[str, int]:
        """Return the number of each room in the lattice, by id."""
        return {room.room_id: number for number, room in enumerate(self.house.floor_plan)}
