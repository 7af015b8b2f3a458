# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the agents of an episode share: an event loop, models, a count of what these are asked."""

import asyncio
import os
from dataclasses import replace
from functools import lru_cache

from adhoc_teamwork.adhoc_planner.journal.deterministic_loop import SettlingLoop
from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.registry import asks_model, find_policy
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet, load_prompts
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig, load_task
from adhoc_teamwork.benchmark.agents.controller import Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.models.answer_cache import chosen_cache
from adhoc_teamwork.benchmark.models.names import read_model_name, weaker_name
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchRobot
from adhoc_teamwork.llm_port.cache import with_cache
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.hosted import hosted_url
from adhoc_teamwork.llm_port.port import Completion, LanguageModel, ModelUnavailableError
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall


class NoModel:
    """Stand where policies are that ask no model."""

    name = "none"
    temperature = 0.0

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Refuse to answer.

        Raises:
            ModelUnavailableError: Always.
        """
        del prompt
        raise ModelUnavailableError("this policy was to ask no model")

    async def close(self) -> None:
        """Do nothing: there is no connection."""


NO_MODEL = NoModel()


class LlmSession:
    """Make agents for robots, count what they ask of models, and end what they began.

    Loop and models are made when the first robot is that needs them; policies that are to ask the
    weaker model (Table IV) ask the weaker one beside the episode's.
    """

    def __init__(
        self, llm: str, channel: TeamChannel = OPEN, episode: str = "", step: float = 1.0
    ) -> None:
        """Store the model's name, as `adhoc_teamwork.benchmark.models.names` has it.

        The stand-in's errors are of the `episode`; the same whichever policies play it. A `step`
        of it is so many seconds of the robots' clocks.
        """
        self._step = step
        self._llm = llm
        self._channel = channel
        self._episode = episode
        self._models: dict[tuple[str, str], LanguageModel] = {}
        self._robots: list[PlannerRobot] = []
        self._loop: SettlingLoop | None = None
        self.calls = 0
        self.cached = 0
        self.seconds = 0.0
        self.prompt_tokens = 0
        self.completion_tokens = 0

    def planner(
        self,
        policy: str | PolicyMaker,
        robot: BenchRobot,
        plan: HousePlan,
        seed: str,
        send: Send,
        assignment: Assignment | None = None,
        tries_all: bool = False,
    ) -> PlannerRobot:
        """Return a robot whose agent follows a policy, by name, or one that asks no model.

        Raises:
            ConfigError: There is no such policy or model, or it lacks a key.
        """
        if self._loop is None:
            self._loop = SettlingLoop()
        task = assigned_task(assignment)
        made = PlannerRobot(
            policy,
            robot,
            plan,
            seed,
            self._model_for(policy, task, robot.name),
            prompts(TIDY_UP if assignment is None else assignment.task),
            self._loop,
            send,
            self._count,
            task,
            self._channel,
            tries_all,
            self._step,
        )
        self._robots.append(made)
        return made

    def _model_for(self, policy: str | PolicyMaker, task: TaskConfig, robot: str) -> LanguageModel:
        asks, is_weaker = task.judgement is Judgement.MODEL, False
        if isinstance(policy, str):
            asks, is_weaker = asks or asks_model(policy), find_policy(policy).weaker_model
        if not asks:
            return NO_MODEL
        name = weaker_name(self._llm) if is_weaker else self._llm
        chosen = read_model_name(name)
        errs = isinstance(chosen, OfflineSettings) and bool(chosen.errors)
        asked = (name, robot if errs else "")
        if asked not in self._models:
            model = make_model(name, self._episode, robot)
            self._models[asked] = with_cache(model, *chosen_cache())
        return self._models[asked]

    def close(self) -> None:
        """End what the agents think, and let go of the models and of the loop."""
        if self._loop is not None:
            self._loop.run_until_complete(self._end())
            self._loop.close()
        self._models, self._robots, self._loop = {}, [], None

    async def _end(self) -> None:
        # An agent that has not ended asks anew as soon as a question is dropped.
        for robot in self._robots:
            robot.end()
        open_questions = asyncio.all_tasks() - {asyncio.current_task()}
        for task in open_questions:
            task.cancel()
        await asyncio.gather(*open_questions, return_exceptions=True)
        for model in self._models.values():
            await model.close()

    def _count(self, call: LlmCall) -> None:
        self.calls += 1
        self.cached += call.cached
        self.seconds += call.latency
        self.prompt_tokens += call.prompt_tokens
        self.completion_tokens += call.completion_tokens


def make_model(llm: str, episode: str = "", asker: str = "") -> LanguageModel:
    """Return the model of a name; the endpoint's address comes from OPENAI_BASE_URL.

    The stand-in's errors are of the episode and of the robot that asks.

    Raises:
        ConfigError: There is no such model, or it lacks a key.
    """
    chosen = read_model_name(llm)
    if isinstance(chosen, OfflineSettings):
        return OfflineModel(chosen, episode, asker)
    from adhoc_teamwork.llm_port.openai_model import OpenAIModel

    url = hosted_url("", os.environ)
    limits = chosen.time_limit, chosen.most_tokens
    settings = ModelSettings(url, chosen.model, chosen.temperature, *limits, chosen.answers)
    return OpenAIModel(settings)


@lru_cache
def prompts(task: str = TIDY_UP) -> PromptSet:
    """Return the prompts of a task."""
    return load_prompts(task_folder(task))


def assigned_task(assignment: Assignment | None) -> TaskConfig:
    """Return what robots are to do: the folder's task, with the goal of the assignment.

    Raises:
        ConfigError: There is no such folder, or its task is wrong.
    """
    if assignment is None:
        return named_task(TIDY_UP)
    task = replace(named_task(assignment.task), goal=assignment.told)
    if assignment.furnishing is None:
        return task
    return replace(task, furnishing=assignment.furnishing)


@lru_cache
def named_task(name: str) -> TaskConfig:
    """Return the task of a name.

    Raises:
        ConfigError: There is no such folder, or its task is wrong.
    """
    return load_task(task_folder(name))
