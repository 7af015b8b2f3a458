"""What robots that ask a language model share in an episode: the model, an event loop, a count."""

import asyncio
import os
from functools import lru_cache
from pathlib import Path

from adhoc_planner.llm.openai_model import ModelSettings, OpenAIModel
from adhoc_planner.llm.port import Completion, LanguageModel
from adhoc_planner.offline.model import answer
from adhoc_planner.offline.protocol import estimate_tokens
from adhoc_planner.prompts import PromptSet, load_prompts
from benchmark.agents.controller import Send
from benchmark.agents.house_plan import HousePlan
from benchmark.agents.planner import PlannerRobot
from benchmark.task import BenchRobot
from teamwork.config import ConfigError
from teamwork.llm_call import ChatMessage, LlmCall

OFFLINE = "offline"
TASK = Path(__file__).parents[2] / "config" / "tasks" / "tidy_up"
_OPENAI = "openai:"
_OPENAI_URL = "https://api.openai.com/v1"


class OfflineModel:
    """Answer with the rule-based stand-in, in this process and at once."""

    name = OFFLINE
    temperature = 0.0

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the stand-in's answer."""
        text = answer([{"role": m.role, "content": m.content} for m in prompt])
        asked = sum(len(m.content) for m in prompt)
        return Completion(text, self.name, estimate_tokens(asked), estimate_tokens(len(text)))

    async def close(self) -> None:
        """Do nothing: there is no connection."""


class Minds:
    """Make robots that ask a model, count what they ask, and end what they began.

    The model and the loop are made when the first such robot is.
    """

    def __init__(self, llm: str) -> None:
        """Store the model's name: "offline" or "openai:" with the endpoint's name for it."""
        self._llm = llm
        self._model: LanguageModel | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.calls = 0
        self.cached = 0
        self.seconds = 0.0
        self.prompt_tokens = 0
        self.completion_tokens = 0

    def planner(
        self, policy: str, robot: BenchRobot, plan: HousePlan, seed: str, send: Send
    ) -> PlannerRobot:
        """Return a robot whose planner follows a policy that asks the model.

        Raises:
            ConfigError: There is no such policy or model, or it lacks a key.
        """
        if self._model is None or self._loop is None:
            self._model, self._loop = make_model(self._llm), asyncio.new_event_loop()
        return PlannerRobot(
            policy, robot, plan, seed, self._model, prompts(), self._loop, send, self._count
        )

    def close(self) -> None:
        """Let go of the model and of the loop."""
        if self._model is not None and self._loop is not None:
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(self._model.close())
            self._loop.close()
        self._model = self._loop = None

    def _count(self, call: LlmCall) -> None:
        self.calls += 1
        self.cached += call.cached
        self.seconds += call.latency
        self.prompt_tokens += call.prompt_tokens
        self.completion_tokens += call.completion_tokens


def make_model(llm: str) -> LanguageModel:
    """Return the model of a name; the endpoint's address comes from OPENAI_BASE_URL.

    Raises:
        ConfigError: There is no such model, or it lacks a key.
    """
    if llm == OFFLINE:
        return OfflineModel()
    if llm.startswith(_OPENAI) and llm != _OPENAI:
        url = os.environ.get("OPENAI_BASE_URL", _OPENAI_URL)
        return OpenAIModel(ModelSettings(url, llm.removeprefix(_OPENAI)))
    raise ConfigError(f"--llm {llm}: no such model; expected {OFFLINE} or {_OPENAI}MODEL")


@lru_cache(maxsize=1)
def prompts() -> PromptSet:
    """Return the prompts that ship with the project."""
    return load_prompts(TASK)
