# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small drawn task set to play in, and a controller of each policy for it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.benchmark.agents.controller import Controller
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.episodes.play import house_plan, play
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask, TaskSet
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.message import TeamMessage

ACTED = ("random", "heuristic", "irot")
"""The policies that act; the contract of controllers holds for each."""


@dataclass(frozen=True)
class DrawnSet:
    """Hold a task set and its folder."""

    folder: Path
    tasks: TaskSet

    def task(self, rooms: int, k: int) -> BenchTask:
        """Return the task with that many rooms and objects out of place."""
        found = (t for t in self.tasks.tasks if t.rooms == rooms and len(t.misplaced) == k)
        return next(found)

    def sure_task(self) -> BenchTask:
        """Return a task that a heuristic team of strong robots does alone."""
        for task in self.tasks.tasks:
            team = tuple(
                replace(robot, can_manipulate=True, payload=20.0, battery=500)
                for robot in task.team
            )
            sure = replace(task, team=team)
            if play(sure, self.folder, "heuristic", "none", 0, "").success:
                return sure
        raise AssertionError("no strong team does any of these tasks")

    def plan(self, task: BenchTask) -> HousePlan:
        """Return a task's house."""
        return house_plan(self.folder, task.house)


def draw_set(folder: Path) -> DrawnSet:
    """Draw two houses with three tasks each."""
    requests = [HouseRequest("r02", 2, 7), HouseRequest("r04", 4, 8)]
    made = make_taskset(folder / "set", "drawn", requests, Plan(3, (1, 2, 3), (3,)), 1)
    return DrawnSet(folder / "set", made)


@dataclass
class Solo:
    """Let one robot act alone in a task's house, and keep what it does and says."""

    drawn: DrawnSet
    task: BenchTask
    robot: BenchRobot
    policy: str
    said: list[TeamMessage] = field(default_factory=list)
    actions: list[Action | None] = field(default_factory=list)

    def run(
        self, steps: int, meanwhile: Callable[[Controller, int], None] = lambda *_: None
    ) -> StepWorld:
        """Play; `meanwhile` is called before each step."""
        plan = self.drawn.plan(self.task)
        world, minds = StepWorld(plan.house, self.task.misplaced), LlmSession("offline")
        try:
            controller = make_controller(
                self.policy, self.robot, self.task, plan, self.said.append, minds
            )
            world.join(self.robot.name, self.robot)
            controller.join(self.look(world))
            while world.step_count < steps and not world.robot(self.robot.name).stopped:
                meanwhile(controller, world.step_count)
                action = controller.act(self.look(world))
                self.actions.append(action)
                world.step({self.robot.name: action} if action else {})
            controller.leave("the test ends")
        finally:
            minds.close()
        return world

    def look(self, world: StepWorld) -> Observation:
        """Return what the robot perceives."""
        return world.observe(self.robot.name)
