# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let a robot play with the actions of another package: python press_all.py TASKSET TASK."""

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

from bench_episodes import DrawnSet

from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

STEPS = 150


class NoModel:
    """A model that is never asked."""

    name, temperature = "none", 0.0

    async def complete(self, prompt: object) -> object:
        """Fail: rules ask nobody."""
        raise AssertionError(prompt)

    async def close(self) -> None:
        """Do nothing."""


def main(taskset: Path, folder: Path) -> None:
    """Play some steps; print what was announced, and how the appliances are at the end."""
    drawn = DrawnSet(taskset, load_taskset(taskset))
    task = drawn.task(2, 1)
    robot = replace(task.adhoc, can_manipulate=True, battery=500)
    plan = drawn.plan(task)
    kinds = {thing.category for thing in plan.house.house.objects if not thing.pickupable}
    world = StepWorld(plan.house, (), furnishing=Furnishing(openable=dict.fromkeys(kinds, 2)))
    said, calls, loop = [], [], asyncio.new_event_loop()
    config, prompts = load_task(folder), load_prompts(folder)
    acting = PlannerRobot(
        "press-all", robot, plan, "s", NoModel(), prompts, loop, said.append, calls.append, config
    )
    world.join(robot.name, robot)
    acting.join(world.observe(robot.name))
    for _ in range(STEPS):
        action = acting.act(world.observe(robot.name))
        world.step({robot.name: action} if action else {})
    acting.leave("the test ends")
    loop.close()
    done = [
        m.intent.subtask
        for m in said
        if m.intent is not None and m.intent.status is IntentStatus.DONE
    ]
    operated = [str(subtask) for subtask in done if subtask.kind == "Operate"]
    doors = {d.object_id: d.closed for d in world.scene.detections if d is not None}
    sys.stdout.write(json.dumps({"operated": operated, "doors": doors}) + "\n")


main(Path(sys.argv[1]), Path(sys.argv[2]))
