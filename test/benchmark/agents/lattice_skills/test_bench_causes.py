# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A call that is wrong from the start fails alike in the step world and on robots."""

from dataclasses import dataclass, replace

import pytest
from bench_episodes import DrawnSet
from bench_fakes import a_robot

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body, capability_of
from adhoc_teamwork.benchmark.agents.lattice_skills.handling import put
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.measuring.skills.back_ends import SimulatorHand, SimulatorNavigator
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.registry import all_skills
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

HERE = Point(0.0, 0.0, 0.5)
"""Where things are, from where the robot stands."""
MUG = Detection("Mug_0", "Mug", HERE, pickupable=True)
BOX = Detection("Box_0", "Box", HERE, pickupable=True)
TABLE = Detection("Table_0", "Table", HERE, Size(0.5, 0.5, 1.0), is_receptacle=True)
FRIDGE = replace(TABLE, object_id="Fridge_0", category="Fridge", closed=True)
KNOWN = (
    MUG,
    replace(MUG, object_id="Mug_1", status=Presence.HELD),
    replace(MUG, object_id="Mug_2", status=Presence.GONE),
    replace(MUG, object_id="Mug_3", position=Point(30.0, 0.0, 0.5)),
    replace(MUG, object_id="Mug_4", position=Point(0.0, 0.0, 3.0)),
    replace(MUG, object_id="Mug_5", receptacle="Fridge_1"),
    BOX,
    replace(BOX, object_id="Box_1", position=Point(30.0, 0.0, 0.5)),
    TABLE,
    replace(TABLE, object_id="Table_1", support_height=3.0),
    replace(TABLE, object_id="Table_2", room="room_9", room_type="Sauna"),
    replace(TABLE, object_id="Table_3", status=Presence.GONE),
    FRIDGE,
    replace(FRIDGE, object_id="Fridge_1", closed=False),
    replace(FRIDGE, object_id="Fridge_2", closed=True, position=Point(30.0, 0.0, 0.5)),
    Detection("Lamp_0", "Lamp", HERE),
)
K = SubSkillKind


@dataclass(frozen=True)
class Case:
    """Say what a robot is told, with which body and hand, and why it cannot."""

    cause: Cause
    call: SubSkill
    has_arm: bool = True
    holds: bool = False


def _put(cause: Cause, where: str, room: str = "") -> Case:
    return Case(cause, SubSkill(K.PUT_OBJECT, "Mug_0", where, room_id=room), holds=True)


def _put_in(cause: Cause, where: str) -> Case:
    return Case(cause, SubSkill(K.PUT_IN, "Mug_0", where), holds=True)


CASES = (
    Case(Cause.UNKNOWN_OBJECT, SubSkill(K.GO_TO_OBJECT, "Yeti_0")),
    Case(Cause.UNKNOWN_OBJECT, SubSkill(K.GO_TO_OBJECT, "Mug_99")),
    Case(Cause.HELD_BY_OTHER, SubSkill(K.GO_TO_OBJECT, "Mug_1")),
    Case(Cause.LOST_OBJECT, SubSkill(K.GO_TO_OBJECT, "Mug_2")),
    Case(Cause.TOO_HIGH, SubSkill(K.GO_TO_OBJECT, "Mug_4")),
    Case(Cause.TOO_HIGH, SubSkill(K.GO_TO_OBJECT, "Table_1"), holds=True),
    Case(Cause.UNKNOWN_ROOM, SubSkill(K.GO_TO_ROOM, room_id="room_99")),
    Case(Cause.UNKNOWN_ROOM, SubSkill(K.EXPLORE, room_id="room_99")),
    Case(Cause.BAD_ARGUMENT, SubSkill(K.GO_TO_POINT, dx=1000.0)),
    Case(Cause.BAD_ARGUMENT, SubSkill(K.GO_TO_POINT)),
    Case(Cause.NO_ARM, SubSkill(K.PICKUP_OBJECT, "Mug_0"), has_arm=False),
    Case(Cause.UNKNOWN_OBJECT, SubSkill(K.PICKUP_OBJECT, "Yeti_0")),
    Case(Cause.HELD_BY_OTHER, SubSkill(K.PICKUP_OBJECT, "Mug_1")),
    Case(Cause.LOST_OBJECT, SubSkill(K.PICKUP_OBJECT, "Mug_2")),
    Case(Cause.TOO_FAR, SubSkill(K.PICKUP_OBJECT, "Mug_3")),
    Case(Cause.TOO_HIGH, SubSkill(K.PICKUP_OBJECT, "Mug_4")),
    Case(Cause.NOT_PICKUPABLE, SubSkill(K.PICKUP_OBJECT, "Table_0")),
    Case(Cause.NOT_PICKUPABLE, SubSkill(K.PICKUP_OBJECT, "Lamp_0")),
    Case(Cause.HAND_FULL, SubSkill(K.PICKUP_OBJECT, "Mug_0"), holds=True),
    Case(Cause.NO_ARM, SubSkill(K.PUT_OBJECT, "Mug_0", "Table_0"), has_arm=False),
    Case(Cause.HAND_EMPTY, SubSkill(K.PUT_OBJECT, "Mug_0", "Table_0")),
    Case(Cause.HAND_EMPTY, SubSkill(K.PUT_OBJECT, "Mug_0", FLOOR)),
    _put(Cause.UNKNOWN_RECEPTACLE, "Altar_0"),
    _put(Cause.NOT_RECEPTACLE, "Lamp_0"),
    _put(Cause.LOST_OBJECT, "Table_3"),
    _put(Cause.WRONG_ROOM, "Table_2", "Garden"),
    _put(Cause.TOO_HIGH, "Table_1"),
    _put(Cause.CLOSED, "Fridge_0"),
    Case(Cause.NO_ARM, SubSkill(K.PUT_IN, "Mug_0", "Box_0"), has_arm=False),
    Case(Cause.HAND_EMPTY, SubSkill(K.PUT_IN, "Mug_0", "Box_0")),
    _put_in(Cause.UNKNOWN_RECEPTACLE, "Altar_0"),
    _put_in(Cause.NOT_RECEPTACLE, "Mug_0"),
    _put_in(Cause.NOT_RECEPTACLE, "Lamp_0"),
    _put_in(Cause.CLOSED, "Fridge_0"),
    _put_in(Cause.TOO_FAR, "Box_1"),
    Case(Cause.NO_ARM, SubSkill(K.TAKE_FROM, "Mug_0", "Box_0"), has_arm=False),
    Case(Cause.UNKNOWN_RECEPTACLE, SubSkill(K.TAKE_FROM, "Mug_0", "Altar_0")),
    Case(Cause.UNKNOWN_OBJECT, SubSkill(K.TAKE_FROM, "Yeti_0", "Box_0")),
    Case(Cause.CLOSED, SubSkill(K.TAKE_FROM, "Mug_0", "Fridge_0")),
    Case(Cause.NOT_INSIDE, SubSkill(K.TAKE_FROM, "Mug_0", "Box_0")),
    Case(Cause.HAND_FULL, SubSkill(K.TAKE_FROM, "Mug_5", "Fridge_1"), holds=True),
    Case(Cause.NO_ARM, SubSkill(K.OPEN_OBJECT, "Fridge_0"), has_arm=False),
    Case(Cause.UNKNOWN_OBJECT, SubSkill(K.OPEN_OBJECT, "Altar_0")),
    Case(Cause.NOT_OPENABLE, SubSkill(K.OPEN_OBJECT, "Table_0")),
    Case(Cause.BAD_ARGUMENT, SubSkill(K.OPEN_OBJECT, "Fridge_1")),
    Case(Cause.BAD_ARGUMENT, SubSkill(K.CLOSE_OBJECT, "Fridge_0")),
    Case(Cause.TOO_FAR, SubSkill(K.OPEN_OBJECT, "Fridge_2")),
)


def around(start: Pose) -> tuple[Detection, ...]:
    """Return what is known, at its places around a robot's start."""
    return tuple(
        replace(t, position=Point(start.x + t.position.x, start.y + t.position.y, t.position.z))
        for t in KNOWN
    )


def placed(drawn: DrawnSet, case: Case) -> tuple[StepWorld, Body]:
    """Return a step world with one robot that is to do what cannot be done."""
    plan, start = drawn.plan(drawn.task(2, 1)), drawn.task(2, 1).adhoc.start
    robot = replace(a_robot("al", can_manipulate=case.has_arm), start=start)
    world, knowledge = StepWorld(plan.house, ()), Knowledge("al", plan.house.floor_plan)
    state = world.join("al", robot)
    if case.holds:
        held = next(n for n, t in enumerate(plan.house.house.objects) if t.pickupable)
        world.scene.take(held)
        state.held = (held,)
    body = Body(robot, plan, knowledge)
    knowledge.hear(around(start))
    body.perceive(world.observe("al")._replace(detections=()), 0.0)
    return world, body


def in_the_step_world(drawn: DrawnSet, case: Case) -> SkillResult | None:
    """Return how a robot's sub-skill ends at once."""
    _, body = placed(drawn, case)
    runner = SkillRunner(body)
    runner.start(case.call)
    assert runner.step() is None
    return runner.result


def on_a_robot(drawn: DrawnSet, case: Case) -> SkillResult | None:
    house, start = drawn.plan(drawn.task(2, 1)).house, drawn.task(2, 1).adhoc.start
    card = RobotCard(capability_of(a_robot("al", can_manipulate=case.has_arm), house))
    task = Task("t", "h", 0, (), (TaskRobot("al", "any", start),))
    simulator = Simulator(house.house, task, {"al": card})
    simulator.start()
    if case.holds:
        held = next(t for t in simulator.world.objects.values() if t.source.pickupable)
        simulator.world.take(held, simulator.world.robots["al"])
    known = Knowledge("al", house.floor_plan)
    known.hear(around(start))
    graph = SceneGraph(1.0, known.rooms, known.known())
    belief = World(graph=graph, pose=start, odometry_at=(0.0, 0.0))
    hand, navigator = SimulatorHand(simulator, "al"), SimulatorNavigator(simulator, "al")
    robot = Robot(card, navigator, hand, belief, lambda: simulator.time)
    executor = Executor(robot, all_skills())
    executor.start(case.call)
    return executor.step()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.call}: {case.cause.value}")
def test_a_wrong_call_has_one_cause_and_sentence(drawn: DrawnSet, case: Case) -> None:
    one, other = in_the_step_world(drawn, case), on_a_robot(drawn, case)
    assert one is not None
    assert other is not None
    assert (one.success, one.cause) == (False, case.cause), one.message
    assert (one.cause, one.message) == (other.cause, other.message)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.call}: {case.cause.value}")
def test_where_all_is_tried_a_wrong_call_fails_a_step_later(drawn: DrawnSet, case: Case) -> None:
    refused = in_the_step_world(drawn, case)
    world, body = placed(drawn, case)
    runner = SkillRunner(body, tries_all=True)
    runner.start(case.call)
    action = runner.step()
    by_hand = case.call.takes or case.call.lets_go
    assert (action is not None) == by_hand
    assert runner.is_running
    assert runner.result is None
    results = world.step({"al": action} if action is not None else {})
    body.perceive(world.observe("al"), 1.0)
    assert runner.step() is None
    assert refused is not None
    assert runner.result is not None
    assert runner.result.duration == 1.0
    if any(result.success for result in results.values()):
        # Only the robot took the refrigerator to be closed: the world knows better.
        assert case.cause is Cause.CLOSED
        assert runner.result.success
        return
    assert not runner.result.success
    assert (runner.result.cause, runner.result.message) == (refused.cause, refused.message)
    robot = world.robot("al")
    assert (robot.steps, robot.failures) == (int(by_hand), int(by_hand))


@pytest.mark.parametrize(("length", "cause"), [(0.5, Cause.NO_SPACE), (6.0, Cause.LOST_OBJECT)])
def test_another_side_is_tried_only_where_the_hand_gets_to_more(
    drawn: DrawnSet, length: float, cause: Cause
) -> None:
    """From one side of a small table the hand has been at all of it; a long one has more.

    The table is never seen: whoever goes to its other side misses it there.
    """
    case = _put(Cause.NO_SPACE, "Table_0")
    world, body = placed(drawn, case)
    start, table = body.pose, body.thing("Table_0")
    assert table is not None
    body.knowledge.objects["Table_0"] = replace(table, size=Size(length, 0.5, 1.0))
    full, acting = ActionResult(False, Cause.NO_SPACE, "no free spot"), put(body, case.call)
    action = next(acting)

    def go_on() -> Action | None:
        if action is not None and action.kind is ActionKind.PUT_DOWN:
            return acting.send(full)
        result = world.step({"al": action} if action else {}).get("al")
        body.perceive(world.observe("al")._replace(detections=()), 2.0)
        return acting.send(result)

    with pytest.raises(SkillFailure) as failed:  # noqa: PT012 - which step fails is not known
        while True:
            action = go_on()
    assert failed.value.cause is cause
    assert (body.pose.point == start.point) is (cause is Cause.NO_SPACE)


def test_what_is_too_heavy_is_said_alike(drawn: DrawnSet) -> None:
    plan = drawn.plan(drawn.task(2, 1))
    weak = replace(a_robot("al"), payload=0.001)
    number, start = _near_something(plan, weak)
    robot, thing = replace(weak, start=start), plan.house.house.objects[number]
    world, knowledge = StepWorld(plan.house, ()), Knowledge("al", plan.house.floor_plan)
    world.join("al", robot)
    seen = world.scene.detections[number]
    knowledge.hear([replace(seen, seen=1.0)])
    body = Body(robot, plan, knowledge)
    body.perceive(world.observe("al"), 0.0)
    runner, call = SkillRunner(body), SubSkill(K.PICKUP_OBJECT, seen.object_id)
    runner.start(call)
    for step in range(20):
        action = runner.step()
        if action is None:
            break
        world.step({"al": action})
        body.perceive(world.observe("al"), float(step))
    one = runner.result

    task = Task("t", "h", 0, (), (TaskRobot("al", "any", start),))
    card = RobotCard(capability_of(robot, plan.house))
    simulator = Simulator(plan.house.house, task, {"al": card})
    simulator.start()
    assert simulator.world.objects[thing.name].box == thing.box
    graph = SceneGraph(1.0, knowledge.rooms, (seen,))
    belief = World(graph=graph, pose=start, odometry_at=(0.0, 0.0))
    hand, navigator = SimulatorHand(simulator, "al"), SimulatorNavigator(simulator, "al")
    executor = Executor(Robot(card, navigator, hand, belief, lambda: simulator.time), all_skills())
    executor.start(call)
    other = None
    for _ in range(2000):
        other = executor.step()
        if other is not None:
            break
        simulator.step()
    assert one is not None
    assert other is not None
    assert one.cause is Cause.TOO_HEAVY, one.message
    assert (one.cause, one.message) == (other.cause, other.message)


def _near_something(plan: HousePlan, robot: BenchRobot) -> tuple[int, Pose]:
    """Return something that can be carried, by its number, and from where it is seen and had."""
    body = Body(robot, plan, Knowledge("al", plan.house.floor_plan))
    world = StepWorld(plan.house, ())
    for number, seen in enumerate(world.scene.detections):
        if seen.pickupable and seen.position.z < robot.reach_max_height:
            for cell in body.cells_near(seen, 1.0).tolist():
                if world.scene.masks(robot.camera_height)[cell][number]:
                    x, y = plan.house.lattice.points[cell].tolist()
                    return number, Pose(x, y, 0.0)
    raise AssertionError("nothing in this house can be carried")
