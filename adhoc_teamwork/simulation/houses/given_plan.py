# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots are given of a house: the outlines of its rooms, and which are connected."""

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room, SceneGraph


def given_plan(house: House) -> SceneGraph:
    """Return the floor plan of a house: rooms without types, and which are connected."""
    rooms = tuple(Room(room.room_id, room.outline) for room in house.rooms)
    pairs = {
        tuple(sorted((door.room0, door.room1)))
        for door in house.doorways
        if door.room1 and door.room0 != door.room1
    }
    relations = tuple(Relation(one, Predicate.CONNECTED, other) for one, other in sorted(pairs))
    return SceneGraph(rooms=rooms, relations=relations)
