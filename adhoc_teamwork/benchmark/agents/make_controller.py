# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which controller a policy's name stands for."""

from adhoc_teamwork.adhoc_planner.policies.registry import check_goal
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.random_walk import RandomWalk
from adhoc_teamwork.benchmark.agents.registry import RANDOM
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask


def make_controller(
    policy: str, robot: BenchRobot, task: BenchTask, plan: HousePlan, send: Send, minds: LlmSession
) -> Controller:
    """Return a robot that follows a policy.

    Args:
        policy: Its name; those of `registry` that are acted out.
        robot: The robot.
        task: Where chance, for those that draw lots, takes its seed from.
        plan: The house.
        send: Takes what the robot says.
        minds: Gives the agents of an episode what they share.

    Raises:
        ConfigError: No policy of that name is acted out, or a rule is given a goal in words.
    """
    seed = f"{task.seed}/{task.task_id}"
    if policy == RANDOM:
        return RandomWalk(robot, seed, send)
    if task.assignment is not None:
        check_goal(policy, task.assignment.told)
    # Of errands for different bodies each finds out by itself what its own is for.
    tries_all = task.assignment is not None and bool(task.assignment.errands)
    return minds.planner(
        policy, robot, plan, f"{seed}/{robot.name}", send, task.assignment, tries_all
    )
