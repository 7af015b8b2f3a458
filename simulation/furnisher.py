"""Furnish the rooms of a drawn house, by the statistics of ProcTHOR's placements."""

from collections.abc import Sequence

import numpy as np

from simulation.belongings import things_on
from simulation.furniture_groups import Group, alone, bed, counters, desk, dining, living
from simulation.house_drawing import HouseDrawing, RoomDrawing, Thing
from simulation.openings import Opening
from simulation.placement import PlacementTable, placement_table
from simulation.placing import Piece
from simulation.room_programs import BATHROOM, BEDROOM, KITCHEN, LIVING
from simulation.room_space import AT_DOOR, RoomSpace

_NEEDED: dict[str, tuple[Group, ...]] = {
    KITCHEN: (counters,),
    LIVING: (living,),
    BEDROOM: (bed,),
    BATHROOM: (alone("Toilet"), alone("Sink")),
}
"""What makes a room what it is."""

_OPTIONAL: dict[str, Group] = {
    "ArmChair": alone("ArmChair"),
    "Desk": desk,
    "DiningTable": dining,
    "Dresser": alone("Dresser"),
    "FloorLamp": alone("FloorLamp", front=0.0, corner=True),
    "GarbageCan": alone("GarbageCan", front=0.0, corner=True),
    "HousePlant": alone("HousePlant", front=0.0, corner=True),
    "LaundryHamper": alone("LaundryHamper", front=0.3, corner=True),
    "Ottoman": alone("Ottoman", front=0.3),
    "Safe": alone("Safe", front=0.3, corner=True),
    "ShelvingUnit": alone("ShelvingUnit"),
    "SideTable": alone("SideTable", front=0.4),
    "Sofa": alone("Sofa"),
    "Stool": alone("Stool", front=0.0),
    "WashingMachine": alone("WashingMachine"),
    "ClothesDryer": alone("ClothesDryer"),
    "DogBed": alone("DogBed", front=0.3, corner=True),
    "Cart": alone("Cart", front=0.3),
    "VacuumCleaner": alone("VacuumCleaner", front=0.0, corner=True),
}
"""What can stand in rooms that suit it; how well it suits them is in the placement table."""

_FULL = 0.26
"""Share of a room's floor that furniture covers at most when more is added."""
_AT_OPEN_BORDER = 0.5


def furnish(
    drawing: HouseDrawing, openings: Sequence[Opening], density: float, rng: np.random.Generator
) -> None:
    """Add furniture and things to all rooms of a drawing; what does not fit is left out.

    Args:
        drawing: Rooms, numbered as in the openings.
        openings: Where the rooms are joined: there the floor stays free.
        density: How full rooms get, 1 for the usual.
        rng: Where chance comes from.
    """
    table = placement_table()
    for room in drawing.rooms:
        space = _space(room, openings)
        pieces = _pieces(room.room_type, space, table, density, rng)
        for piece in pieces:
            drawing.things.append(
                Thing(
                    piece.category,
                    piece.x,
                    piece.y,
                    piece.size,
                    piece.facing,
                    on_it=things_on(piece, room.room_type, table, rng),
                )
            )


def _space(room: RoomDrawing, openings: Sequence[Opening]) -> RoomSpace:
    space = RoomSpace(room.corners)
    for opening in openings:
        if room.number in opening.rooms:
            for gap in opening.gaps:
                deep = _AT_OPEN_BORDER if opening.whole else AT_DOOR
                space.keep_open(gap.x, gap.y, gap.width, gap.along, deep)
    return space


def _pieces(
    room_type: str,
    space: RoomSpace,
    table: PlacementTable,
    density: float,
    rng: np.random.Generator,
) -> list[Piece]:
    pieces: list[Piece] = []
    for group in _NEEDED.get(room_type, ()):
        pieces += group(space, rng)
    for name in _wishes(room_type, table, rng):
        covered = sum(p.size[0] * p.size[1] for p in pieces)
        if covered > _FULL * density * space.area:
            break
        pieces += _OPTIONAL[name](space, rng)
    return pieces


def _wishes(room_type: str, table: PlacementTable, rng: np.random.Generator) -> list[str]:
    """Return what one would like to add to a room, in order: the better it suits, the sooner."""
    fits = {name: table.fits.get((name, room_type), 0.0) for name in sorted(_OPTIONAL)}
    names = [name for name, fit in fits.items() if fit > 0.0]
    weights = np.array([fits[name] ** 2 for name in names])
    order = rng.choice(len(names), len(names), replace=False, p=weights / weights.sum())
    return [names[int(index)] for index in order]
