# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills of a robot with two hands: a second pick-up, and what is named is put down."""

from dataclasses import replace

from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

K = SubSkillKind


class Carrier:
    """Carry out sub-skills in a step world, step by step."""

    def __init__(self, drawn: DrawnSet, hands: int) -> None:
        task = drawn.task(2, 2)
        plan = drawn.plan(task)
        robot = replace(task.adhoc, can_manipulate=True, payload=20.0, battery=900, hands=hands)
        self.world = StepWorld(plan.house, task.misplaced)
        self.things = [plan.house.ids[plan.house.by_name[m.object]] for m in task.misplaced]
        self.world.join(robot.name, robot)
        knowledge = Knowledge(robot.name, plan.house.floor_plan)
        knowledge.hear(replace(d, seen=0.0) for d in self.world.scene.detections)
        self.name, self.body = robot.name, Body(robot, plan, knowledge)
        self.runner = SkillRunner(self.body)

    def do(self, kind: SubSkillKind, *arguments: str) -> SkillResult:
        self.look()
        self.runner.start(SubSkill(kind, *arguments))
        for _ in range(200):
            action = self.runner.step()
            if self.runner.result is not None:
                return self.runner.result
            self.world.step({self.name: action} if action else {})
            self.look()
        raise AssertionError(f"{kind} goes on and on")

    def look(self) -> None:
        observation = self.world.observe(self.name)
        self.body.perceive(observation, float(observation.step))


def fetch(carrier: Carrier, thing: str) -> SkillResult:
    there = carrier.do(K.GO_TO_OBJECT, thing)
    assert there.success, there
    return carrier.do(K.PICKUP_OBJECT, thing)


def test_two_hands_carry_two_things_and_put_down_the_one_that_is_named(drawn: DrawnSet) -> None:
    carrier = Carrier(drawn, 2)
    first, second = carrier.things
    assert fetch(carrier, first).success
    assert fetch(carrier, second).success
    assert carrier.body.now.held == (first, second)
    assert not carrier.body.has_free_hand
    assert carrier.do(K.PUT_OBJECT, first, "Floor").success
    assert carrier.body.now.held == (second,)
    known = carrier.body.knowledge.objects
    assert (known[first].status, known[second].status) == (Presence.PRESENT, Presence.HELD)


def test_one_hand_is_full_with_one_thing(drawn: DrawnSet) -> None:
    carrier = Carrier(drawn, 1)
    first, second = carrier.things
    assert fetch(carrier, first).success
    assert carrier.do(K.PICKUP_OBJECT, second).cause is Cause.HAND_FULL
