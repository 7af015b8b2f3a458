# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Examples of things in and out of place: tidy houses as drawn, and things put elsewhere."""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.policies.learned.placement import Situation
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.tasks.touch import Touch
from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.tasks.misplacing import HandLimits, Misplacer
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_type_at
from adhoc_teamwork.teamwork.scene import FLOOR

_ROUNDS, _AT_A_TIME = 2, 12
"""How often things are misplaced in each house, and how many each time."""


@dataclass(frozen=True)
class PlacementExample:
    """Say where a thing is, and whether it is out of place there."""

    situation: Situation
    misplaced: bool


def placement_examples(step_house: StepHouse, seed: int) -> list[PlacementExample]:
    """Return all small things of a tidy house as they lie, and some of them put out of place.

    What is out of place is what the simulator's own tasks put there: the ground truth that the
    paper trains the detector with (appendix F.2).
    """
    house = step_house.house
    found = [PlacementExample(_lies(house, o), False) for o in house.objects if o.pickupable]
    misplacer = Misplacer(house, placement_table(), HandLimits((Touch(step_house).hand,)), ())
    categories = {thing.name: thing.category for thing in house.objects}
    for number in range(_ROUNDS):
        rng = generator_for(seed, house.source, "placements", number)
        for item in misplacer.draw(_AT_A_TIME, rng):
            if item.position is None:
                continue
            receptacle = FLOOR if item.moved_to == FLOOR else categories[item.moved_to]
            room = room_type_at(house.rooms, Point(item.position[0], item.position[1]))
            found.append(PlacementExample((categories[item.object], receptacle, room), True))
    return found


def _lies(house: House, thing: HouseObject) -> Situation:
    carrier = house.object(thing.parent) if thing.parent else None
    room = room_type_at(house.rooms, Point(thing.box.x, thing.box.y))
    return (thing.category, carrier.category if carrier else FLOOR, room)
