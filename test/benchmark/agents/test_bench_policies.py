# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that ask a model in the step world: each closes the loop, and none asks without end."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from bench_episodes import DrawnSet
from stand_in_stages import planner_stage

from adhoc_teamwork.adhoc_planner.journal.deterministic_loop import SettlingLoop
from adhoc_teamwork.adhoc_planner.policies.registry import asks_model, policies
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.benchmark.agents.llm_session import prompts
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.reading.sections import read_prompt
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage

ASKING = sorted(n for n, entry in policies().items() if asks_model(n) and not entry.by_person)
STEPS = 40
CALLS_A_STEP = 8.0
"""More calls than this a step, on average, are a loop."""


@pytest.fixture(scope="module")
def sure_task(drawn: DrawnSet) -> BenchTask:
    """Return a task that a team does alone, with a strong ad hoc robot."""
    task = drawn.sure_task()
    robot = replace(task.adhoc, can_manipulate=True, payload=20.0, battery=400)
    return replace(task, adhoc=robot)


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKING)
def test_a_small_task_is_played_to_its_end(drawn: DrawnSet, sure_task: BenchTask, name: str):
    result = play(sure_task, drawn.folder, "heuristic", name, 0, "offline")
    assert result.success
    assert 0 < result.llm_calls <= CALLS_A_STEP * result.team_steps
    assert (result.decisions or 0) > 0


class Stubborn:
    """Answer one stage with the same words for ever, the others as the stand-in does."""

    name = "stubborn"
    temperature = 0.0

    def __init__(self, stages: Sequence[str], words: str) -> None:
        self._stages = stages
        self._words = words
        self.prompts: list[str] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        chat = [{"role": m.role, "content": m.content} for m in prompt]
        asked = read_prompt(chat)
        assert asked is not None
        if planner_stage(asked.stage) not in self._stages:
            return Completion(answer(chat), self.name, 1, 1)
        self.prompts.append(prompt[-1].content)
        return Completion(self._words, self.name, 1, 1)

    async def close(self) -> None:
        """Do nothing."""


def follow(drawn: DrawnSet, policy: str, model: Stubborn, robot: BenchRobot) -> list[LlmCall]:
    """Let one robot alone act for some steps; return what it asked."""
    task = drawn.task(2, 1)
    world = StepWorld(drawn.plan(task).house, task.misplaced)
    loop = SettlingLoop()
    calls: list[LlmCall] = []
    said: list[TeamMessage] = []
    told: PromptSet = prompts()
    plan = drawn.plan(task)
    acting = PlannerRobot(policy, robot, plan, "s", model, told, loop, said.append, calls.append)
    try:
        world.join(robot.name, robot)
        acting.join(world.observe(robot.name))
        for _ in range(STEPS):
            action = acting.act(world.observe(robot.name))
            world.step({robot.name: action} if action else {})
        acting.leave("the test ends")
    finally:
        loop.close()
    return calls


@pytest.mark.parametrize(
    ("policy", "words", "reason"),
    [
        ("naive", "[result]\nExplore <room_99>", "there is no room with the id 'room_99'"),
        ("cot", "[result]\nRe-place <Yeti_0> <Bed> <Bedroom>", "no object with the id 'Yeti_0'"),
        ("naive", "[result]\nStop", ""),
        ("naive", "well", "no sub-task was found"),
        ("irot-no-planner", "[subskill] GoToRoom <room_99>", "no room with the id 'room_99'"),
    ],
)
def test_a_stubborn_model_costs_steps_and_is_told_why(
    drawn: DrawnSet, policy: str, words: str, reason: str
):
    model = Stubborn(["naive", "cot", "direct"], words)
    robot = replace(drawn.task(2, 1).adhoc, can_manipulate=True, battery=400)
    calls = follow(drawn, policy, model, robot)
    assert len(calls) <= CALLS_A_STEP * STEPS
    assert len(model.prompts) >= 2 or not reason
    assert not reason or any(reason in prompt for prompt in model.prompts[1:])


def test_a_room_explored_long_ago_is_not_explored_for_ever(drawn: DrawnSet):
    room = drawn.plan(drawn.task(2, 1)).house.floor_plan[0].room_id
    model = Stubborn(["naive"], f"[result]\nExplore <{room}>")
    robot = replace(drawn.task(2, 1).adhoc, can_manipulate=True, battery=400)
    assert len(follow(drawn, "naive", model, robot)) <= CALLS_A_STEP * STEPS
