# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A call that is wrong from the start fails with one cause in the step world and on robots."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from bench_episodes import DrawnSet
from bench_fakes import a_robot

from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.measuring.skills.back_ends import SimulatorHand, SimulatorNavigator
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.registry import all_skills
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Presence, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

Fails = Callable[[DrawnSet, SubSkill, bool], SkillResult | None]
HERE = Point(1.0, 1.0, 0.5)
BOX = Detection("Box_0", "Box", HERE, is_receptacle=True, pickupable=True)
MUG = Detection("Mug_0", "Mug", HERE, pickupable=True)
TAKEN = replace(MUG, object_id="Mug_1", status=Presence.HELD)
GONE = replace(MUG, object_id="Mug_2", status=Presence.GONE)
KNOWN = (BOX, MUG, TAKEN, GONE)
CALLS = (
    (Cause.UNKNOWN_OBJECT, SubSkill(SubSkillKind.GO_TO_OBJECT, "Yeti_0")),
    (Cause.UNKNOWN_OBJECT, SubSkill(SubSkillKind.OPEN_OBJECT, "Altar_0")),
    (Cause.UNKNOWN_ROOM, SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_99")),
    (Cause.BAD_ARGUMENT, SubSkill(SubSkillKind.GO_TO_POINT, dx=1000.0)),
    (Cause.HELD_BY_OTHER, SubSkill(SubSkillKind.GO_TO_OBJECT, TAKEN.object_id)),
    (Cause.LOST_OBJECT, SubSkill(SubSkillKind.GO_TO_OBJECT, GONE.object_id)),
    (Cause.HAND_EMPTY, SubSkill(SubSkillKind.PUT_IN, MUG.object_id, BOX.object_id)),
    (Cause.NOT_INSIDE, SubSkill(SubSkillKind.TAKE_FROM, MUG.object_id, BOX.object_id)),
    (Cause.NO_ARM, SubSkill(SubSkillKind.PICKUP_OBJECT, MUG.object_id)),
)


def in_the_step_world(drawn: DrawnSet, call: SubSkill, has_arm: bool) -> SkillResult | None:
    plan = drawn.plan(drawn.task(2, 1))
    robot = replace(a_robot("al", can_manipulate=has_arm), start=drawn.task(2, 1).adhoc.start)
    world, knowledge = StepWorld(plan.house, ()), Knowledge("al", plan.house.floor_plan)
    world.join("al", robot)
    body = Body(robot, plan, knowledge)
    knowledge.hear(KNOWN)
    body.perceive(world.observe("al"), 0.0)
    runner = SkillRunner(body)
    runner.start(call)
    assert runner.step() is None
    return runner.result


def on_a_robot(drawn: DrawnSet, call: SubSkill, has_arm: bool) -> SkillResult | None:
    house = drawn.plan(drawn.task(2, 1)).house
    start = drawn.task(2, 1).adhoc.start
    card = RobotCard(Capability("any", can_manipulate=has_arm, reach=1.0))
    task = Task("t", "h", 0, (), (TaskRobot("al", "any", start),))
    simulator = Simulator(house.house, task, {"al": card})
    simulator.start()
    graph = SceneGraph(1.0, house.floor_plan, KNOWN)
    belief = World(graph=graph, pose=Pose(start.x, start.y), odometry_at=(0.0, 0.0))
    hand, navigator = SimulatorHand(simulator, "al"), SimulatorNavigator(simulator, "al")
    robot = Robot(card, navigator, hand, belief, lambda: simulator.time)
    executor = Executor(robot, all_skills())
    executor.start(call)
    return executor.step()


@pytest.mark.slow
@pytest.mark.parametrize(("cause", "call"), CALLS)
@pytest.mark.parametrize("world", [in_the_step_world, on_a_robot])
def test_a_wrong_call_has_one_cause(
    world: Fails, drawn: DrawnSet, cause: Cause, call: SubSkill
) -> None:
    result = world(drawn, call, cause is not Cause.NO_ARM)
    assert result is not None
    assert (result.success, result.cause) == (False, cause), result.message
