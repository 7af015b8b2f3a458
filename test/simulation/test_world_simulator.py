# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time, joining, hands that take their time, the battery, and when a task counts as done."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace
from adhoc_teamwork.simulation.events import EventKind, WorldEvent
from adhoc_teamwork.simulation.manipulation.hand import release
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.simulator import HAND_TIME, STEP, HandCommand, Simulator
from adhoc_teamwork.simulation.world import Support, World
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing, Goal, Place
from adhoc_teamwork.teamwork.team.task import Episode, MisplacedObject, Task, TidyPlace

Maker = Callable[..., Simulator]


def run(simulator: Simulator, seconds: float) -> list[WorldEvent]:
    """Advance by some seconds and return what happened."""
    for _ in range(round(seconds / STEP)):
        simulator.step()
    return simulator.take_events()


def test_robot_joins_at_its_time(make_simulator: Maker) -> None:
    simulator = make_simulator()
    assert simulator.joined("al")
    assert not simulator.joined("bo")
    kinds = [(e.kind, e.robot) for e in simulator.take_events()]
    assert kinds == [(EventKind.TASK, ""), (EventKind.SPAWN, "al")]
    assert run(simulator, 2.9) == []
    (spawn,) = run(simulator, 0.2)
    assert (spawn.kind, spawn.robot, spawn.stamp) == (EventKind.SPAWN, "bo", pytest.approx(3.0))


def test_robot_appears_beside_what_stands_at_its_place(make_simulator: Maker) -> None:
    simulator = make_simulator()
    simulator.world.robots["al"].pose = Pose(6.0, 1.5)
    run(simulator, 3.1)
    al, bo = simulator.world.robots["al"], simulator.world.robots["bo"]
    assert al.pose.point.planar_distance_to(bo.pose.point) >= al.radius + bo.radius


def test_hand_takes_its_time_and_task_ends(make_simulator: Maker) -> None:
    simulator = make_simulator()
    simulator.world.robots["al"].pose = Pose(0.6, 1.1)
    action = simulator.manipulate("al", HandCommand.GRASP, Point(0.6, 0.6, 0.1))
    run(simulator, HAND_TIME - 0.1)
    assert action.result is None
    another = simulator.manipulate("al", HandCommand.GRASP, Point(0.6, 0.6, 0.1))
    assert another.result is not None
    assert another.result.cause is Cause.BLOCKED
    run(simulator, 0.2)
    assert action.result is not None
    assert action.result.success
    assert not simulator.evaluation().task_success
    simulator.world.robots["al"].pose = Pose(3.5, 1.0)
    simulator.manipulate("al", HandCommand.RELEASE, Point(3.5, 0.4, 0.55))
    events = run(simulator, 2.0)
    assert [e.kind for e in events if e.stamp < 5] == [
        EventKind.SPAWN, EventKind.DROP, EventKind.TASK,
    ] or [e.kind for e in events] == [EventKind.DROP, EventKind.TASK]  # fmt: skip
    assert simulator.evaluation().task_success


def test_held_object_moves_with_the_robot(make_simulator: Maker) -> None:
    simulator = make_simulator()
    simulator.world.robots["al"].pose = Pose(0.6, 1.1)
    simulator.manipulate("al", HandCommand.GRASP, Point(0.6, 0.6, 0.1))
    run(simulator, 2.0)
    goal = simulator.navigate("al", Pose(5.5, 2.5, 0.0))
    run(simulator, 40.0)
    assert goal.status is NavStatus.SUCCEEDED
    bottle = simulator.world.objects["Bottle|0"]
    assert (bottle.held_by, bottle.room_id) == ("al", "room_1")
    assert bottle.centre.planar_distance_to(Point(5.5, 2.5)) < 0.1


def test_robot_that_has_not_joined_does_nothing(make_simulator: Maker) -> None:
    action = make_simulator().manipulate("bo", HandCommand.GRASP, Point(0.0, 0.0))
    assert action.result is not None
    assert action.result.cause is Cause.SERVER_MISSING


def test_empty_battery_ends_the_drive(make_simulator: Maker, cards: dict[str, RobotCard]) -> None:
    card = cards["al"]
    cards["al"] = replace(card, capability=replace(card.capability, battery=2.0))
    simulator = make_simulator()
    goal = simulator.navigate("al", Pose(7.0, 2.0))
    run(simulator, 4.0)
    assert goal.status is NavStatus.ABORTED
    assert "battery" in goal.reason
    assert simulator.world.robots["al"].speed == 0.0


def test_the_battery_is_counted_from_work_not_by_the_clock(make_simulator: Maker) -> None:
    simulator = make_simulator()
    robot = simulator.world.robots["al"]
    robot.pose, full = Pose(0.6, 1.1), robot.battery
    run(simulator, 20.0)
    assert robot.battery == full
    simulator.manipulate("al", HandCommand.GRASP, Point(0.6, 0.6, 0.1))
    run(simulator, 20.0)
    assert full - robot.battery == pytest.approx(HAND_TIME, abs=0.1)
    before, began = robot.battery, simulator.time
    goal = simulator.navigate("al", Pose(5.5, 2.5, 0.0))
    while not goal.done:
        simulator.step()
    drive = simulator.time - began
    run(simulator, 20.0)
    assert 0.7 * drive < before - robot.battery <= drive + 0.1


def test_time_limit_is_said_once(make_simulator: Maker) -> None:
    simulator = make_simulator(time_limit=1.0)
    simulator.take_events()
    events = run(simulator, 2.0)
    assert [e.text for e in events] == ["the time limit of the task has passed"]


def test_misplaced_object_starts_where_the_task_puts_it(
    small_house: object, small_task: Task, cards: dict[str, RobotCard]
) -> None:
    moved = MisplacedObject("Mug|0", TidyPlace(("Table",)), "Floor", (6.0, 3.0, 0.0))
    world = World.from_task(small_house, replace(small_task, misplaced=(moved,)), cards)  # type: ignore[arg-type]
    mug = world.objects["Mug|0"]
    assert (mug.support.receptacle, mug.room_id, mug.box.bottom) == ("Floor", "room_1", 0.0)


def test_task_with_unknown_object_is_refused(make_simulator: Maker) -> None:
    with pytest.raises(ConfigError, match="Spoon"):
        make_simulator(misplaced=(MisplacedObject("Spoon|9", TidyPlace(("Table",))),))


def test_what_is_in_a_carried_container_counts_where_that_is(make_simulator: Maker) -> None:
    simulator = make_simulator(furnishing=Furnishing(containers={"Pot": 1}))
    world, robot = simulator.world, simulator.world.robots["al"]
    bottle, pot = world.objects["Bottle|0"], world.objects["Pot|0"]
    world.put_in(bottle, pot)
    assert simulator.place("Bottle|0") == ObjectPlace("Table", "Kitchen")
    world.take(pot, robot)
    assert simulator.place("Bottle|0") == ObjectPlace("", "Kitchen", "al")
    robot.let_go()
    world.rest(pot, 3.5, 0.4, Support("Bin|0", "Bin", 0.02, inside=True))
    assert simulator.evaluation().task_success


@pytest.mark.parametrize(("x", "y", "counts"), [(2.0, 1.8, True), (0.4, 0.4, False)])
def test_what_is_let_go_of_near_the_goals_place_counts_for_good(
    make_simulator: Maker, x: float, y: float, counts: bool
) -> None:
    goal = Goal(objects={"Bottle": 1}, place=Place("Table", "Kitchen"))
    simulator = make_simulator(told=goal, wishes=goal.wishes, zone=1.0)
    world, robot = simulator.world, simulator.world.robots["al"]
    bottle = world.objects["Bottle|0"]
    for there in (Pose(x, y), Pose(6.0, 1.5)):
        robot.pose = there
        world.take(bottle, robot)
        assert release(world, robot, Point(there.x + 0.5, there.y, 0.0)).success
        assert simulator.evaluation().task_success is counts


def test_a_zone_is_for_what_is_asked_for_and_for_what_containers_bring(
    make_simulator: Maker,
) -> None:
    goal = Goal(objects={"Bottle": 1, "Mug": 1}, place=Place("Table", "Kitchen"))
    simulator = make_simulator(
        told=goal, wishes=goal.wishes, zone=1.0, furnishing=Furnishing(containers={"Pot": 1})
    )
    world, robot = simulator.world, simulator.world.robots["al"]
    robot.pose = Pose(2.0, 2.0)
    world.put_in(world.objects["Bottle|0"], world.objects["Pot|0"])
    for name, at in (("Pot|0", Point(2.5, 2.0, 0.0)), ("Mug|0", Point(1.5, 2.0, 0.0))):
        world.take(world.objects[name], robot)
        assert release(world, robot, at).success
    assert world.delivered == {"Bottle|0", "Mug|0"}
    assert simulator.evaluation().task_success
    # Nothing is taken away.
    assert "Pot|0" in [thing.name for thing in world.at_rest()]


def test_what_an_episode_has_otherwise_is_among_the_first_events(make_simulator: Maker) -> None:
    simulator = make_simulator(
        episode=Episode("s", "e", 10, "step", 4.0, ("a robot has one hand",))
    )
    texts = [event.text for event in simulator.take_events() if event.kind is EventKind.TASK]
    assert texts[1:] == ["note: a robot has one hand"]
