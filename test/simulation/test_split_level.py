# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shipped house with two levels, and what bodies can do in it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.motion.navigation import NavError
from adhoc_teamwork.simulation.motion.occupancy import body_grid, components
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.simulator import HandCommand, Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.tasks.task_maker import TaskRequest, make_task
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

CONFIG = Path(__file__).parents[2] / "config"
UPSTAIRS, DOWNSTAIRS = Pose(7.0, 2.6, 0.0), Pose(2.8, 4.2, 0.0)
FLOOR_ABOVE = 0.48


@pytest.fixture(scope="module")
def house() -> House:
    return load_house(CONFIG / "houses" / "split_level.json")


@pytest.fixture(scope="module")
def cards() -> dict[str, RobotCard]:
    return {name: load_card(name, CONFIG) for name in ("quadruped", "small")}


def _simulator(house: House, cards: dict[str, RobotCard], **starts: Pose) -> Simulator:
    robots = tuple(TaskRobot(name, name, pose) for name, pose in starts.items())
    simulator = Simulator(house, Task("split", "", 0, (), robots), cards)
    simulator.start()
    return simulator


def _drive(simulator: Simulator, name: str, pose: Pose) -> tuple[list[float], NavStatus, str]:
    goal = simulator.navigate(name, pose)
    heights = []
    while not goal.done and simulator.time < 120.0:
        simulator.step()
        heights.append(simulator.world.base_height(simulator.world.robots[name]))
    assert goal.error is (NavError.NO_VALID_PATH if goal.reason else NavError.NONE)
    return heights, goal.status, goal.reason


def test_legs_climb_the_stairs_and_the_base_rises_smoothly(
    house: House, cards: dict[str, RobotCard]
) -> None:
    simulator = _simulator(house, cards, quadruped=DOWNSTAIRS)
    robot = simulator.world.robots["quadruped"]
    on_stairs: list[float] = []
    goal, heights = simulator.navigate("quadruped", UPSTAIRS), [0.0]
    while not goal.done and simulator.time < 120.0:
        simulator.step()
        under = house.ground.patch_at(robot.pose.x, robot.pose.y)
        heights.append(simulator.world.base_height(robot))
        if under is not None and under.rises:
            on_stairs.append(robot.speed)
    assert goal.status is NavStatus.SUCCEEDED
    assert (heights[0], heights[-1]) == (0.0, pytest.approx(FLOOR_ABOVE))
    assert max(np.abs(np.diff(heights))) < 0.06
    slow = robot.card.body.stairs_speed * robot.card.capability.max_speed
    assert max(on_stairs[8:]) == pytest.approx(slow), "after 0.4 s of braking"


def test_wheels_are_told_what_is_in_their_way(house: House, cards: dict[str, RobotCard]) -> None:
    simulator = _simulator(house, cards, small=DOWNSTAIRS)
    heights, status, reason = _drive(simulator, "small", UPSTAIRS)
    assert (status, set(heights)) == (NavStatus.ABORTED, {0.0})
    assert reason == (
        "room_2 is up stairs, 0.48 m higher: 4 steps of 0.12 m; "
        "wheels climb steps of at most 0.03 m"
    )
    goal = simulator.navigate("small", Pose(4.9, 4.2, 0.0))
    simulator.step()
    assert goal.error is NavError.GOAL_OCCUPIED
    assert goal.reason.startswith("the goal is on stairs: 4 steps")


def test_without_stairs_legs_are_told_so(house: House, cards: dict[str, RobotCard]) -> None:
    ledge = replace(house, ground=replace(house.ground, patches=house.ground.patches[:1]))
    simulator = _simulator(ledge, cards, quadruped=DOWNSTAIRS)
    *_, reason = _drive(simulator, "quadruped", UPSTAIRS)
    assert reason == "room_2 is 0.48 m higher, and no stairs lead there"


def test_the_floor_is_another_for_each_kind_of_body(
    house: House, cards: dict[str, RobotCard]
) -> None:
    same = {}
    for name, card in cards.items():
        _, grid = body_grid(house, card)
        labels = components(grid, card.body.radius)
        places = [labels[grid.cell(p.x, p.y)] for p in (DOWNSTAIRS, UPSTAIRS)]
        assert min(places) > 0
        same[name] = places[0] == places[1]
    assert same == {"quadruped": True, "small": False}


def test_a_hand_reaches_from_the_floor_that_a_thing_stands_on(
    house: House, cards: dict[str, RobotCard]
) -> None:
    mug, bottle = (house.object(name) for name in ("Mug|2|6", "EmptyBottle|2|8"))
    assert mug is not None
    assert bottle is not None
    above = Reach.of(house, cards["quadruped"], (7.0, 2.6))
    for thing in (mug.box, bottle.box):
        assert above.touches(thing.x, thing.y, thing.bottom, thing.top)
    # Beside the ledge it reaches across nothing: only from the upper floor.
    assert not above.touches(mug.box.x, mug.box.y, mug.box.bottom + 0.5, mug.box.top + 0.5)


def test_what_is_let_go_upstairs_lies_on_the_floor_there(
    house: House, cards: dict[str, RobotCard]
) -> None:
    simulator = _simulator(house, cards, quadruped=Pose(7.0, 2.2, -1.57))
    world = simulator.world
    bottle = world.objects["EmptyBottle|2|8"]
    assert bottle.support.z == FLOOR_ABOVE
    _hand(simulator, HandCommand.GRASP, bottle.centre)
    assert bottle.held_by == "quadruped"
    assert bottle.box.z > FLOOR_ABOVE
    _hand(simulator, HandCommand.RELEASE, Point(7.3, 1.7, FLOOR_ABOVE + 0.5))
    assert (bottle.support.receptacle, bottle.support.z) == (FLOOR, FLOOR_ABOVE)
    assert bottle.box.bottom == pytest.approx(FLOOR_ABOVE)
    kinds = [event.kind for event in simulator.take_events()]
    assert EventKind.DROP in kinds


def _hand(simulator: Simulator, command: HandCommand, target: Point) -> None:
    action = simulator.manipulate("quadruped", command, target)
    while action.result is None:
        simulator.step()
    assert action.result.success, action.result.message


def test_a_camera_sees_the_steps(house: House, cards: dict[str, RobotCard]) -> None:
    simulator = _simulator(house, cards, quadruped=Pose(3.0, 4.2, 0.0))
    robot = simulator.world.robots["quadruped"]
    heights = _heights_seen(simulator, robot)
    steps = [0.0, 0.12, 0.24, 0.36, FLOOR_ABOVE]
    counts = [int((np.abs(heights - z) < 0.004).sum()) for z in steps]
    assert min(counts) > 100, dict(zip(steps, counts, strict=True))
    flat = simulator.sensors.scan(robot)
    assert flat[180] == pytest.approx(4.2 + 2 * 0.35 - 3.0, abs=0.01)


def test_upstairs_the_camera_is_lifted_with_its_base(
    house: House, cards: dict[str, RobotCard]
) -> None:
    simulator = _simulator(house, cards, quadruped=Pose(6.6, 3.0, 0.0))
    heights = _heights_seen(simulator, simulator.world.robots["quadruped"])
    assert heights.min() == pytest.approx(FLOOR_ABOVE, abs=1e-3)


def _heights_seen(simulator: Simulator, robot: WorldRobot) -> np.ndarray:
    """Return the heights in `map` of what each pixel of a picture shows, metres."""
    camera, sensors = Camera.of(robot.card), simulator.sensors
    depth = sensors.picture(robot).depth
    left, up = camera.slopes()
    ahead, along, upright = camera.rotation(robot.pose)[2]
    slope = ahead + along * left[None, :] + upright * up[:, None]
    height = camera.position(robot.pose, sensors.base_height(robot))[2]
    seen = np.isfinite(depth)
    return np.asarray((height + depth * slope)[seen])


def test_tasks_are_drawn_for_both_levels(house: House) -> None:
    task, _ = make_task(TaskRequest(CONFIG, house="split_level", misplaced=4, seed=0))
    ground = house.ground
    assert len(task.misplaced) == 4
    for misplaced in task.misplaced:
        assert misplaced.position is not None
        x, y, z = misplaced.position
        floor = ground.height(x, y)
        assert z == floor if misplaced.moved_to == FLOOR else z > floor
    starts = [ground.patch_at(robot.pose.x, robot.pose.y) for robot in task.robots]
    assert starts == [None, None, None], "all of them can drive below, some of them not above"
