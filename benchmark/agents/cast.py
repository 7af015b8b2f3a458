"""Which controller a policy's name stands for."""

from adhoc_planner.policies.heuristic import HeuristicPolicy
from benchmark.agents.controller import Controller, Send
from benchmark.agents.heuristic import PolicyRobot
from benchmark.agents.house_plan import HousePlan
from benchmark.agents.minds import Minds
from benchmark.agents.random_walk import RandomWalk
from benchmark.task import BenchRobot, BenchTask
from teamwork.config import ConfigError


def cast(
    policy: str, robot: BenchRobot, task: BenchTask, plan: HousePlan, send: Send, minds: Minds
) -> Controller:
    """Return a robot that follows a policy.

    Args:
        policy: Its name; those of `registry` that are acted out.
        robot: The robot.
        task: Where chance, for those that draw lots, takes its seed from.
        plan: The house.
        send: Takes what the robot says.
        minds: Gives those that ask a language model what they need for it.

    Raises:
        ConfigError: No policy of that name is acted out.
    """
    if policy == "heuristic":
        return PolicyRobot(robot, plan, HeuristicPolicy(), send)
    if policy == "random":
        return RandomWalk(robot, f"{task.seed}/{task.task_id}", send)
    if policy == "irot":
        return minds.irot(robot, plan, send)
    raise ConfigError(f"policy {policy}: not one that acts; expected heuristic, random or irot")
