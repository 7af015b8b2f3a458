# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an exploration of the step world ends."""

from dataclasses import replace

from bench_episodes import DrawnSet
from bench_fakes import a_robot

from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

STEPS = 400


def explore(drawn: DrawnSet, boxed_in: bool) -> SkillResult:
    """Return how a robot explores the whole house, alone or with others on all sides."""
    plan, start = drawn.plan(drawn.task(4, 1)), drawn.task(4, 1).adhoc.start
    robot = replace(a_robot("al", battery=STEPS), start=start)
    world = StepWorld(plan.house, (), horizon=STEPS)
    cell = world.join("al", robot).cell
    for number, there in enumerate(plan.moves[cell] if boxed_in else ()):
        x, y = plan.house.lattice.points[there].tolist()
        world.join(f"bo_{number}", replace(a_robot(f"bo_{number}"), start=Pose(x, y)))
    body = Body(robot, plan, Knowledge("al", plan.house.floor_plan))
    body.perceive(world.observe("al"), 0.0)
    runner = SkillRunner(body)
    runner.start(SubSkill(SubSkillKind.EXPLORE))
    for step in range(STEPS):
        action = runner.step()
        if runner.result is not None:
            return runner.result
        world.step({"al": action} if action is not None else {})
        body.perceive(world.observe("al"), float(step))
    raise AssertionError("the exploration did not end")


def test_a_house_is_explored_where_the_ways_are_free(drawn: DrawnSet) -> None:
    assert explore(drawn, boxed_in=False).success


def test_a_robot_that_does_not_get_away_says_that_it_is_blocked(drawn: DrawnSet) -> None:
    result = explore(drawn, boxed_in=True)
    assert result.cause is Cause.BLOCKED
    assert "drives in a row failed" in result.message
