# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The agent that runs on robots in the step world: what its policy thinks takes no step."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from adhoc_teamwork.adhoc_planner.agent.agent import Agent
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.journal.deterministic_loop import SettlingLoop
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyMaker
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, TaskConfig
from adhoc_teamwork.benchmark.agents.controller import Send, clock_at, clock_of
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.llm_port.passing_on import PassingOn
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, LanguageModel
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.teamwork.scene import Detection, SceneGraph
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

_AT_ONCE = 24
"""How many sub-skills that end without an action are tried in one step."""
_RESTING = "resting, alert"


class _Watched(PassingOn):
    """Pass questions on to a model, and know how many are not answered yet."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self._open = 0
        self._is_idle = asyncio.Event()

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        self._open += 1
        self._is_idle.clear()
        try:
            return await super().complete(prompt, schema)
        finally:
            self._open -= 1
            if not self._open:
                self._is_idle.set()

    @property
    def is_asked(self) -> bool:
        """Tell whether an answer is still to come."""
        return self._open > 0

    async def answers(self) -> None:
        """Wait until nothing is asked."""
        while self._open:
            await self._is_idle.wait()


class PlannerRobot:
    """Drive an `Agent` step by step: before each step it thinks until it has nothing more to think.

    A step is a second of its clock, which stands still while the model answers.
    """

    def __init__(
        self,
        policy: str | PolicyMaker,
        robot: BenchRobot,
        plan: HousePlan,
        seed: str,
        model: LanguageModel,
        prompts: PromptSet,
        loop: SettlingLoop,
        send: Send,
        count: Callable[[LlmCall], None],
        task: TaskConfig = PAPER_TASK,
        channel: TeamChannel = OPEN,
        tries_all: bool = False,
        step: float = 1.0,
    ) -> None:
        """Put an agent into a robot; one that `tries_all` looks into nothing before it begins."""
        self.name = robot.name
        self._loop = loop
        self._send = send
        self._count = count
        self._now = 0.0
        self._model = _Watched(model)
        self._knowledge = Knowledge(robot.name, plan.rooms)
        self._body = Body(robot, plan, self._knowledge)
        self._runner = SkillRunner(self._body, tries_all or not channel.is_checked)
        name, make = (policy, None) if isinstance(policy, str) else ("", policy)
        settings = AgentSettings(
            robot.name,
            1,
            self._body.capability,
            name,
            seed=seed,
            task=task,
            channel=channel,
            step=step,
        )
        if tries_all:
            self._body.try_all()
        self._agent = Agent(settings, self._model, prompts, self, lambda: self._now, make=make)
        self._goal = 0
        self._version = -1
        self._has_asked = False
        self._heard: deque[TeamMessage] = deque()

    # --- for the episode ------------------------------------------------------------------------

    @property
    def is_resting(self) -> bool:
        """Tell whether it has nothing to do unless something new is heard or seen."""
        return self.doing == _RESTING and not self._runner.is_running and not self._heard

    @property
    def asks_team(self) -> bool:
        """Tell whether it stands still until its teammates answer what it has just asked."""
        return self._has_asked and not self._runner.is_running

    @property
    def doing(self) -> str:
        """Return the present sub-task in the prompt's notation, or what it does instead."""
        return self._agent.doing

    @property
    def subskill(self) -> SubSkill | None:
        """Return the sub-skill under way, or None."""
        return self._runner.call if self._runner.is_running else None

    @property
    def decisions(self) -> int:
        """Return how many sub-tasks were decided for it so far, taken up or not."""
        return self._agent.status().decisions

    @property
    def counts(self) -> Mapping[str, int]:
        """Return what its method has counted so far, by name."""
        return self._agent.status().counts

    def join(self, observation: Observation) -> None:
        """Take in where the robot is and say hello to the team; what to do, it thinks in `act`."""
        self._now = clock_of(observation)
        self._body.perceive(observation, self._now)
        # It is to know no more than where it is: those that join with it have a say, too.
        self._think(lambda: self._agent.on_pose(self._body.now.pose))

    def act(self, observation: Observation) -> Action | None:
        """Return what to do in this step; None to let it pass."""
        self._has_asked = False
        self._now = clock_of(observation)
        self._body.perceive(observation, self._now)
        self._think(self._notice)
        for _ in range(_AT_ONCE):
            if self._runner.result is not None:
                result, goal = self._runner.result, self._goal
                self._runner.cancel()
                self._think(partial(self._report, goal, result))
            if not self._runner.is_running and self._runner.result is None:
                return None
            action = self._runner.step()
            if action is not None or self._runner.is_running:
                return action
        return None

    def learn(self, things: Iterable[Detection], observation: Observation) -> None:
        """Have the robot know of things as if it saw them now; only a bound is told anything."""
        self._knowledge.see(things, clock_of(observation))

    def hear(self, message: TeamMessage) -> None:
        """Take in what a teammate says."""
        self._heard.append(message)
        self._body.hear(message)

    def answer(self, step: int) -> None:
        """Take in what was heard and answer, before anybody acts in a step; do nothing else."""
        self._now = clock_at(step)
        self._think()

    def leave(self, why: str) -> None:
        """Say goodbye: the robot acts no more."""
        self._think(lambda: self._agent.leave(why))

    def end(self) -> None:
        """Have the agent think no more: what it asks is dropped, and nobody is told."""
        self._agent.end()

    # --- the agent's body -----------------------------------------------------------------------

    def send(self, message: TeamMessage) -> None:
        """Send a message to the team."""
        if message.intent is not None and message.intent.status is IntentStatus.PROPOSED:
            self._has_asked = True
        self._send(message)

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Start a sub-skill in place of the one that runs."""
        self._goal = goal
        self._runner.start(subskill)

    def cancel(self, goal: int) -> None:
        """End a sub-skill that runs."""
        if goal == self._goal:
            self._runner.cancel()

    def record(self, call: LlmCall) -> None:
        """Count an exchange with the model."""
        self._count(call)

    # --- a step ---------------------------------------------------------------------------------

    def _notice(self) -> None:
        self._tell()
        self._agent.tick()

    def _report(self, goal: int, result: SkillResult) -> None:
        self._tell(anew=True)
        self._agent.on_result(goal, result)

    def _tell(self, anew: bool = False) -> None:
        """Tell the agent what is known now; `anew` also where that is what it was before."""
        here, objects = self._body.now, self._knowledge.objects
        if anew or self._knowledge.version != self._version:
            self._version = self._knowledge.version
            graph = SceneGraph(self._now, self._knowledge.rooms, self._knowledge.known())
            self._agent.on_graph(graph)
        self._agent.on_detections([objects[d.object_id] for d in here.detections])
        self._agent.on_pose(here.pose)
        self._agent.on_hand(bool(here.held))
        self._agent.on_battery(float(here.battery))

    def _think(self, notice: Callable[[], None] = lambda: None) -> None:
        """Let the agent notice something, and think until neither it nor the model has more to say.

        First it hears what the team has said by now.
        """

        def begin() -> None:
            notice()
            while self._heard:
                message = self._heard.popleft()
                if message.detections:
                    self._knowledge.hear(message.detections)
                self._agent.on_message(message)

        self._loop.run_until_still(begin)
        while self._model.is_asked:
            self._loop.run_until_complete(self._model.answers())
            self._loop.run_until_still()
