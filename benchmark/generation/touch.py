"""From which cells of a house robots can handle things, and with that: where things can go."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from simulation.boxes import planar_distance
from simulation.house import House, HouseObject
from simulation.nav_grid import Mask, NavGrid
from simulation.occupancy import occupancy_grid
from simulation.reach import STANDING_ERROR, Reach
from simulation.spots import Spot, surface_spots
from simulation.steps.config import StepConfig
from simulation.steps.lattice import Lattice
from teamwork.capability import Capability
from teamwork.geometry import Point
from teamwork.task import Goal

_HIGHEST = 1.8
"""Things whose middle is higher than this, metres, no camera sees well enough to take them."""
_STRONGEST = 20.0
_SPOTS = 6


@dataclass(frozen=True)
class Floor:
    """Hold where robots stand in a house, and what they reach from there."""

    house: House
    config: StepConfig
    lattice: Lattice
    hand: Reach
    _cells: dict[tuple[float, float], frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, house: House, config: StepConfig | None = None) -> "Floor":
        """Return the floor of a house for bodies as configured."""
        config = config or StepConfig()
        lattice = Lattice.of(house, config)
        grid = occupancy_grid(house, config.body_height)
        capability = Capability(
            "any",
            can_manipulate=True,
            payload=_STRONGEST,
            reach=config.reach + STANDING_ERROR,
            reach_max_height=_HIGHEST,
        )
        hand = Reach(house, grid, _standing(grid, lattice), capability)
        return cls(house, config, lattice, hand)

    def cells_at(self, receptacle: HouseObject) -> frozenset[int]:
        """Return the cells from which some part of a receptacle is within reach."""
        box = receptacle.box
        key = (box.x, box.y)
        if key not in self._cells:
            half = max(box.size_x, box.size_y)
            near = self.lattice.within(box.x, box.y, self.config.reach + half)
            found = (
                int(c)
                for c in near
                if planar_distance(box, *map(float, self.lattice.points[c])) <= self.config.reach
            )
            self._cells[key] = frozenset(found)
        return self._cells[key]

    def cells_around(self, x: float, y: float) -> frozenset[int]:
        """Return the cells from which a point is within reach."""
        return frozenset(int(cell) for cell in self.lattice.within(x, y, self.config.reach))

    def places_for(
        self, thing: HouseObject, goal: Goal, rng: np.random.Generator
    ) -> Iterator[HouseObject]:
        """Yield the receptacles on which a thing is tidy and for which a free spot was found."""
        for receptacle in self.house.objects:
            if receptacle.category not in goal.receptacles or not receptacle.surfaces:
                continue
            spots = surface_spots(self.house, thing, receptacle, rng, inside=True)
            if any(self._good(thing, spot, goal) for spot in islice(spots, _SPOTS)):
                yield receptacle

    def _good(self, thing: HouseObject, spot: Spot, goal: Goal) -> bool:
        room = self.room_type_at(spot.x, spot.y)
        if goal.rooms and room not in goal.rooms:
            return False
        return self.hand.touches(spot.x, spot.y, spot.z, spot.z + thing.box.size_z)

    def room_type_at(self, x: float, y: float) -> str:
        """Return the type of the room at a floor point, or an empty text."""
        point = Point(x, y)
        return next((r.room_type for r in self.house.rooms if r.contains(point)), "")


def _standing(grid: NavGrid, lattice: Lattice) -> Mask:
    """Return the fine grid's cells nearest to the lattice's points."""
    mask = np.zeros(grid.clearance.shape, np.bool_)
    for x, y in lattice.points:
        cell = grid.cell(float(x), float(y))
        if grid.holds(cell):
            mask[cell] = True
    return mask
