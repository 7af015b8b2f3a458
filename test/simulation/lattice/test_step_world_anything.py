# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What holds whatever robots do."""

import math
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.evaluation.tidiness import evaluate
from adhoc_teamwork.simulation.houses.boxes import footprints_overlap
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TidyPlace

NAMES = ("al", "bo", "cy")
MISPLACED = (
    MisplacedObject("Bottle|0", TidyPlace(("Table",))),
    MisplacedObject("Mug|0", TidyPlace(("Shelf", FLOOR), ("Bedroom",)), position=(1.5, 2.0, 0.0)),
)
TARGETS = ("Bottle_0", "Mug_0", "Pot_0", "Table_0", "Bin_0", "Shelf_0", FLOOR, "nothing")
HANDS = (ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP)
TASK = Task("", "", 0, MISPLACED, ())

moves = st.sampled_from([k for k in ActionKind if k not in (*HANDS, ActionKind.STOP)])
hands = st.builds(Action, st.sampled_from(HANDS), st.sampled_from(TARGETS))
actions = st.one_of(st.builds(Action, moves), hands, st.just(Action(ActionKind.STOP)))
steps = st.lists(st.dictionaries(st.sampled_from(NAMES), actions), max_size=40)


@pytest.fixture
def play(
    small_house: House, spec_at: Callable[..., object]
) -> Callable[[list[dict[str, Action]]], tuple[StepWorld, list[Observation]]]:
    step_house = StepHouse.of(small_house)

    def run(taken: list[dict[str, Action]]) -> tuple[StepWorld, list[Observation]]:
        world = StepWorld(step_house, MISPLACED)
        # All stand where the bottle and the mug are within reach.
        for name, x, height in zip(NAMES, (0.75, 1.25, 1.75), (1.6, 0.9, 0.9), strict=True):
            start = spec_at(x, 1.25, -math.pi / 2, camera_height=height, battery=25)
            world.join(name, start)
        seen = []
        for acts in taken:
            world.step(acts)
            check(world)
            seen += [world.observe(name) for name in NAMES]
        return world, seen

    return run


def check(world: StepWorld) -> None:
    robots = [world.robot(name) for name in NAMES]
    assert len({robot.cell for robot in robots}) == len(robots)
    held = [number for robot in robots for number in robot.held]
    assert len(set(held)) == len(held)
    assert all(not world.scene.at_rest(number) for number in held)
    assert all(robot.battery == 25 - robot.steps >= 0 for robot in robots)
    places = world.places()
    assert set(world.tidied) == set(evaluate(TASK, places).tidied)
    assert sum(1 for place in places.values() if place.held_by) == len(held)
    small = [n for n, o in enumerate(world.step_house.house.objects) if o.pickupable]
    resting = [world.scene.boxes[n] for n in small if world.scene.at_rest(n)]
    for number, one in enumerate(resting):
        for other in resting[:number]:
            upright = min(one.top, other.top) - max(one.bottom, other.bottom)
            assert upright <= 1e-6 or not footprints_overlap(one, other, 1e-3)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(taken=steps)
def test_the_world_stays_sound(
    play: Callable[[list[dict[str, Action]]], tuple[StepWorld, list[Observation]]],
    taken: list[dict[str, Action]],
) -> None:
    first, seen = play(taken)
    again, seen_again = play(taken)
    assert seen == seen_again
    assert first.places() == again.places()
    explored = [o.explored for o in seen if o.cell == seen[-1].cell] if seen else []
    assert all(0.0 <= share <= 1.0 for rooms in explored for share in rooms.values())
