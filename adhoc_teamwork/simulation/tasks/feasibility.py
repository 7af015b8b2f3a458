# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which misplaced objects of a task no robot of its team could tidy, by the task maker's checks.

python -m adhoc_teamwork.simulation.tasks.feasibility task.json
"""

import json
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, goal_text, is_tidy
from adhoc_teamwork.simulation.generation.furniture.spots import surface_spots
from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.rules.placing import Spot
from adhoc_teamwork.simulation.tasks.misplacing import SPOTS, HandLimits
from adhoc_teamwork.simulation.tasks.scenario import load_card, openings_of
from adhoc_teamwork.simulation.tasks.sight import Sight
from adhoc_teamwork.simulation.tasks.task_maker import load_task
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_type_at
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser, ended
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TidyPlace
from adhoc_teamwork.teamwork.text.console import say

PROGRAM = "simulation.tasks.feasibility"
DRAWS = 8
"""How often spots are drawn before none is said to be free: the task maker found one by fewer."""


def infeasible(
    task: Task, house: House, cards: dict[str, RobotCard], openings: dict[str, float]
) -> dict[str, str]:
    """Return why no robot can tidy them, by the names of the misplaced objects of which that holds.

    Args:
        task: The task; a goal in counted predicates says nothing of single objects.
        house: Its house as loaded.
        cards: The robots' cards by name.
        openings: How wide their fingers open, metres, by the name of who has an arm.
    """
    if task.wishes:
        return {}
    sight = Sight.of(house, task.robots, cards, openings)
    found = {item.object: _why(item, house, sight, task.seed) for item in task.misplaced}
    return {name: why for name, why in found.items() if why}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print, as JSON, why objects of a task file cannot be tidied; return the exit code."""
    parser = Parser(prog=PROGRAM, description="Say which objects of a task nobody can tidy.")
    parser.add_argument("task", type=Path, metavar="task.json")
    parser.add_argument("--config", type=Path, metavar="DIR", help="default: config")
    options = parser.parse_args(arguments)
    return ended(PROGRAM, lambda: _print(options.task, options.config or config_dir()))


def _print(path: Path, config: Path) -> int:
    task = load_task(path)
    house = load_house(Path(task.house))
    cards = {robot.name: load_card(robot.card, config) for robot in task.robots}
    openings = openings_of(task.robots, cards, config)
    say(json.dumps(infeasible(task, house, cards, openings)))
    return DONE


def _why(item: MisplacedObject, house: House, sight: Sight, seed: int) -> str:
    thing = house.object(item.object)
    if thing is None:
        return "it is not in the house"
    light = [reach for reach in sight.reaches if thing.mass <= reach.capability.payload]
    if not light:
        return f"nobody with a hand lifts its {thing.mass:.2f} kg"
    here = _spot(thing, item)
    hands = [reach for reach in light if HandLimits((reach,)).hand_for(thing, here)]
    if not hands:
        return "nobody who could lift it gets a hand to where it lies"
    if not sight.shows(item):
        return "no camera of the team shows it where it lies"
    draws = [np.random.default_rng((seed, number)) for number in range(DRAWS)]
    if not any(_can_put(house, thing, item.goal, hand, rng) for rng in draws for hand in hands):
        return f"nobody who could take it gets it to a free spot {goal_text(item.goal)}"
    return ""


def _spot(thing: HouseObject, item: MisplacedObject) -> Spot:
    x, y, z = item.position or (thing.box.x, thing.box.y, thing.box.bottom)
    return Spot(x, y, z)


def _can_put(
    house: House, thing: HouseObject, goal: TidyPlace, reach: Reach, rng: np.random.Generator
) -> bool:
    """Tell whether a hand gets a thing to a free spot where the evaluator counts it."""
    for receptacle in house.objects:
        if not receptacle.surfaces or receptacle.category not in goal.receptacles:
            continue
        for spot in islice(surface_spots(house, thing, receptacle, rng, inside=True), SPOTS):
            room_type = room_type_at(house.rooms, Point(spot.x, spot.y))
            place = ObjectPlace(receptacle.category, room_type)
            if is_tidy(goal, place) and reach.holds(thing, spot):
                return True
    return False


if __name__ == "__main__":
    sys.exit(main())
