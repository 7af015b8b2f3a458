# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""What robots are given of a house: the outlines of its rooms, and which are connected."""

from simulation.house import House
from teamwork.scene import Predicate, Relation, Room, SceneGraph


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
