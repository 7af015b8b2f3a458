# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots that act together in the small house, one action a step."""

import math
from dataclasses import replace

import pytest

from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, evaluate
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import StepRobot
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TidyPlace

BOTTLE = MisplacedObject("Bottle|0", TidyPlace(("Table",), ("Kitchen",)))


@pytest.fixture
def step_house(small_house: House) -> StepHouse:
    return StepHouse.of(small_house)


@pytest.fixture
def step_world(step_house: StepHouse) -> StepWorld:
    return StepWorld(step_house, [BOTTLE])


def act(world: StepWorld, name: str, *kinds: ActionKind, target: str = "") -> ActionResult:
    results = [world.step({name: Action(kind, target)})[name] for kind in kinds]
    return results[-1]


def in_view(world: StepWorld, name: str) -> set[str]:
    return {seen.object_id for seen in world.observe(name).detections}


def test_moves_follow_the_heading(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.5, math.pi / 2))
    for kind, x, y in (
        (ActionKind.MOVE_AHEAD, 1.0, 1.75),
        (ActionKind.MOVE_LEFT, 0.75, 1.75),
        (ActionKind.MOVE_BACK, 0.75, 1.5),
        (ActionKind.MOVE_RIGHT, 1.0, 1.5),
    ):
        assert act(step_world, "al", kind).success
        assert step_world.pose("al") == Pose(x, y, math.pi / 2)
    assert act(step_world, "al", ActionKind.ROTATE_RIGHT).success
    assert step_world.pose("al").yaw == 0.0
    robot = step_world.robot("al")
    assert (robot.steps, robot.path, robot.battery) == (5, 1.0, 95)


def test_walls_and_robots_block(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(0.25, 1.5, math.pi))
    step_world.join("bo", spec_at(0.25, 1.75, 0.0))
    assert act(step_world, "al", ActionKind.MOVE_AHEAD).cause is Cause.BLOCKED
    result = act(step_world, "bo", ActionKind.MOVE_RIGHT)
    assert (result.cause, result.reason) == (Cause.BLOCKED, "al is in the way")
    assert step_world.robot("bo").failures == 1


def test_robots_act_in_the_order_of_their_names(step_world: StepWorld, spec_at) -> None:
    step_world.join("bo", spec_at(1.25, 1.5))
    step_world.join("al", spec_at(1.0, 1.5))
    both = {name: Action(ActionKind.MOVE_AHEAD) for name in ("bo", "al")}
    results = step_world.step(both)
    assert list(results) == ["al", "bo"]
    assert [r.success for r in results.values()] == [False, True]


def test_the_camera_turns_between_its_ends(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.5))
    assert act(step_world, "al", ActionKind.LOOK_DOWN).success
    assert act(step_world, "al", ActionKind.LOOK_DOWN).cause is Cause.BAD_ARGUMENT
    assert act(step_world, "al", *[ActionKind.LOOK_UP] * 3).success
    assert step_world.observe("al").pitch == -30
    assert not act(step_world, "al", ActionKind.LOOK_UP).success


def test_the_bottle_is_tidied(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.0, -math.pi / 2))
    act(step_world, "al", ActionKind.LOOK_DOWN)
    assert "Bottle_0" in in_view(step_world, "al")
    assert act(step_world, "al", ActionKind.PICK_UP, target="Bottle_0").success
    assert step_world.observe("al").held == ("Bottle_0",)
    assert "Bottle_0" not in in_view(step_world, "al")
    assert step_world.places()["Bottle|0"] == ObjectPlace("", held_by="al")
    act(step_world, "al", ActionKind.ROTATE_LEFT, *[ActionKind.MOVE_AHEAD] * 4)
    act(step_world, "al", *[ActionKind.MOVE_LEFT] * 5)
    act(step_world, "al", ActionKind.ROTATE_LEFT, ActionKind.LOOK_UP)
    assert act(step_world, "al", ActionKind.PUT_DOWN, target="Table_0").success
    assert step_world.places()["Bottle|0"] == ObjectPlace("Table", "Kitchen")
    assert step_world.tidied == ("Bottle|0",)
    assert step_world.tidied_at == (("Bottle|0", step_world.step_count),)
    assert step_world.success
    assert step_world.finished
    task = Task("", "", 0, (BOTTLE,), ())
    assert evaluate(task, step_world.places()).task_success
    seen = next(d for d in step_world.observe("al").detections if d.object_id == "Bottle_0")
    assert (seen.receptacle, seen.relation, seen.room) == ("Table_0", Predicate.ON, "room_0")


def test_hands_refuse_with_a_cause(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(2.25, 2.25, math.pi / 2))
    step_world.join("bo", spec_at(1.0, 1.0, can_manipulate=False))
    pick, put = ActionKind.PICK_UP, ActionKind.PUT_DOWN
    for kind, target, cause in (
        (pick, "Cup_0", Cause.UNKNOWN_OBJECT),
        (pick, "Table_0", Cause.NOT_PICKUPABLE),
        (pick, "Bottle_0", Cause.TOO_FAR),
        (pick, "Pot_0", Cause.TOO_HEAVY),
        (put, "Table_0", Cause.HAND_EMPTY),
        (pick, "Mug_0", None),
        (pick, "Pot_0", Cause.HAND_FULL),
        (put, "Cup_0", Cause.UNKNOWN_RECEPTACLE),
        (put, "Pot_0", Cause.NOT_RECEPTACLE),
        (put, "Bin_0", Cause.TOO_FAR),
    ):
        assert act(step_world, "al", kind, target=target).cause is cause, target
    assert act(step_world, "bo", pick, target="Bottle_0").cause is Cause.NO_ARM
    act(step_world, "al", ActionKind.ROTATE_RIGHT, ActionKind.ROTATE_RIGHT)
    assert act(step_world, "al", put, target="Table_0").cause is Cause.LOST_OBJECT
    assert act(step_world, "al", pick, target="Mug_0").cause is Cause.HAND_FULL


def test_what_one_holds_no_other_takes(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.75, 2.25, math.pi / 2))
    step_world.join("bo", spec_at(2.25, 2.25, math.pi / 2))
    act(step_world, "al", ActionKind.PICK_UP, target="Mug_0")
    assert act(step_world, "bo", ActionKind.PICK_UP, target="Mug_0").cause is Cause.HELD_BY_OTHER


def test_a_full_receptacle_has_no_space(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(7.5, 3.25, math.pi / 2))
    robot: StepRobot = step_world.robot("al")
    number = step_world.step_house.by_id["Bottle_0"]
    step_world.scene.take(number)
    robot.held = (number,)
    # The bottle is 20 cm high, the shelf's board has 15 cm above it.
    assert act(step_world, "al", ActionKind.PUT_DOWN, target="Shelf_0").cause is Cause.NO_SPACE


def test_a_dropped_thing_lies_on_the_floor(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.75, 2.25, math.pi / 2))
    act(step_world, "al", ActionKind.PICK_UP, target="Mug_0")
    assert act(step_world, "al", ActionKind.DROP).success
    assert step_world.places()["Mug|0"] == ObjectPlace(FLOOR, "Kitchen")
    act(step_world, "al", ActionKind.LOOK_DOWN)
    seen = next(d for d in step_world.observe("al").detections if d.object_id == "Mug_0")
    assert seen.position.z == pytest.approx(0.1)
    assert math.dist((seen.position.x, seen.position.y), (1.75, 2.25)) <= 0.5


def test_an_empty_battery_ends_it(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.5, battery=2))
    act(step_world, "al", ActionKind.MOVE_AHEAD, ActionKind.MOVE_AHEAD)
    assert step_world.robot("al").stopped == "battery"
    assert step_world.finished
    assert act(step_world, "al", ActionKind.MOVE_AHEAD).cause is Cause.BATTERY_EMPTY
    assert step_world.robot("al").steps == 2


def test_stop_costs_nothing_and_ends_it(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.5))
    assert act(step_world, "al", ActionKind.STOP).success
    robot = step_world.robot("al")
    assert (robot.stopped, robot.steps, robot.battery) == ("Stop", 0, 100)


def test_one_who_joins_late_stands_beside_who_is_there(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(1.0, 1.5))
    act(step_world, "al", ActionKind.ROTATE_LEFT)
    late = step_world.join("bo", spec_at(1.0, 1.5))
    assert late.joined == 1
    assert late.cell != step_world.robot("al").cell
    start, lattice = step_world.robot("al").cell, step_world.step_house.lattice
    assert late.cell in lattice.neighbours[start]


def test_nobody_starts_outside(step_world: StepWorld, spec_at) -> None:
    with pytest.raises(ConfigError, match=r"^zo: start: \(20.0, 1.5\).*expected"):
        step_world.join("zo", spec_at(20.0, 1.5))


def test_a_misplaced_thing_must_exist(step_house: StepHouse) -> None:
    with pytest.raises(ConfigError, match=r"^small: objects: misplaced object 'Cup'.*expected"):
        StepWorld(step_house, [replace(BOTTLE, object="Cup")])


def test_a_misplaced_thing_lies_where_it_was_put(step_house: StepHouse, spec_at) -> None:
    there = replace(BOTTLE, object="Mug|0", position=(6.0, 2.0, 0.0))
    world = StepWorld(step_house, [there])
    world.join("al", spec_at(6.0, 3.0, -math.pi / 2))
    assert in_view(world, "al") == {"Mug_0"}
    world = StepWorld(step_house, [replace(there, position=(2.2, 3.1, 0.7))])
    assert world.places()["Mug|0"] == ObjectPlace("Table", "Kitchen")


def test_nobody_sees_through_walls(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(4.5, 0.5, math.pi))
    assert in_view(step_world, "al") == set()
    explored = step_world.observe("al").explored
    assert explored["room_0"] == 0.0
    assert 0.0 < explored["room_1"] < 0.8


def test_turning_round_shows_all_the_floor_there_is(step_world: StepWorld, spec_at) -> None:
    step_world.join("al", spec_at(6.0, 2.0))
    act(step_world, "al", ActionKind.LOOK_DOWN, *[ActionKind.ROTATE_LEFT] * 4)
    act(step_world, "al", ActionKind.LOOK_UP, *[ActionKind.ROTATE_LEFT] * 4)
    assert step_world.observe("al").explored["room_1"] == 1.0
