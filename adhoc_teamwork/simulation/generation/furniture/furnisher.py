# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Furnish the rooms of a drawn house, by the statistics of ProcTHOR's placements."""

from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.belongings import things_on
from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.furniture.furniture_groups import (
    Group,
    alone,
    bed,
    counters,
    desk,
    dining,
    living,
    sometimes,
)
from adhoc_teamwork.simulation.generation.furniture.placing import Piece
from adhoc_teamwork.simulation.generation.furniture.room_space import AT_DOOR, RoomSpace
from adhoc_teamwork.simulation.generation.furniture.room_walk import passable
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, RoomDrawing, Thing
from adhoc_teamwork.simulation.generation.rooms.openings import Opening
from adhoc_teamwork.simulation.generation.rooms.room_programs import (
    BATHROOM,
    BEDROOM,
    KITCHEN,
    LIVING,
)
from adhoc_teamwork.simulation.houses.placement import PlacementTable, placement_table

_NEEDED: dict[str, tuple[Group, ...]] = {
    KITCHEN: (counters, sometimes(0.6, dining)),
    LIVING: (living, sometimes(0.4, dining)),
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

_MOST = {"ArmChair": 2, "Dresser": 2, "HousePlant": 2, "ShelvingUnit": 2, "SideTable": 2}
"""How many of a type one room has at most, where that is more than one."""

_FULL = 0.3
"""Share of a room's floor that furniture covers at most when more is added."""
_AT_OPEN_BORDER = 0.5


def furnish(
    drawing: HouseDrawing,
    openings: Sequence[Opening],
    rng: np.random.Generator,
    brief: Brief | None = None,
) -> None:
    """Add furniture and things to all rooms of a drawing; what does not fit is left out.

    Args:
        drawing: Rooms, numbered as in the openings.
        openings: Where the rooms are joined: there the floor stays free.
        rng: Where chance comes from.
        brief: What is wanted beyond the usual, or None.
    """
    table = placement_table()
    brief = brief or Brief(())
    for room in drawing.rooms:
        space = _space(room, openings)
        pieces = _pieces(room.room_type, space, table, rng, brief)
        for piece in pieces:
            drawing.things.append(
                Thing(
                    piece.category,
                    piece.x,
                    piece.y,
                    piece.size,
                    piece.facing,
                    on_it=() if brief.bare else things_on(piece, room.room_type, table, rng),
                )
            )


def _space(room: RoomDrawing, openings: Sequence[Opening]) -> RoomSpace:
    space = RoomSpace(room.corners)
    for opening in openings:
        if room.number in opening.rooms:
            for gap in opening.gaps:
                deep = _AT_OPEN_BORDER if opening.whole else AT_DOOR
                space.keep_open(gap.x, gap.y, gap.width, gap.along, deep)
                space.entrances.append((gap.x, gap.y))
    return space


def _pieces(
    room_type: str,
    space: RoomSpace,
    table: PlacementTable,
    rng: np.random.Generator,
    brief: Brief,
) -> list[Piece]:
    pieces: list[Piece] = []
    for group in brief.needed.get(room_type, _NEEDED.get(room_type, ())):
        pieces += _passable(group, space, rng)
    wishes = [*_wishes(room_type, table, rng), *_wishes(room_type, table, rng)]
    for name in (wish for wish in wishes if wish not in brief.without):
        covered = sum(p.size[0] * p.size[1] for p in pieces)
        if covered > _FULL * space.area:
            break
        if sum(p.category == name for p in pieces) < _MOST.get(name, 1):
            pieces += _passable(_OPTIONAL[name], space, rng)
    return pieces


def _passable(group: Group, space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a group, and take it away again where it bars the way."""
    before = len(space.solid), len(space.open_floor)
    pieces = group(space, rng)
    if pieces and not passable(space):
        del space.solid[before[0] :], space.open_floor[before[1] :]
        return []
    return pieces


def _wishes(room_type: str, table: PlacementTable, rng: np.random.Generator) -> list[str]:
    """Return what one would like to add to a room, in order: the better it suits, the sooner."""
    fits = {name: table.fits.get((name, room_type), 0.0) for name in sorted(_OPTIONAL)}
    names = [name for name, fit in fits.items() if fit > 0.0]
    if not names:
        return []
    weights = np.array([fits[name] ** 2 for name in names])
    order = rng.choice(len(names), len(names), replace=False, p=weights / weights.sum())
    return [names[int(index)] for index in order]
