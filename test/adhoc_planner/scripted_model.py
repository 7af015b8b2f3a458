# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A clock that only the test moves, and a model that answers the real prompts by a script.

Where the script is silent the stand-in's rules answer: real parsers, away from text.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from stand_in_stages import planner_stage

from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet, load_prompts
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.offline_model.model import answer as offline_answer
from adhoc_teamwork.offline_model.reading.sections import read_prompt
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

TASKS = Path(__file__).parents[2] / "config" / "tasks"
PROMPTS = TASKS / "tidy_up"


@lru_cache(maxsize=4)
def prompts(task: str = "tidy_up") -> PromptSet:
    """Return the prompts that ship."""
    return load_prompts(TASKS / task)


def chat(prompt: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return a prompt as the wire carries it."""
    return [{"role": m.role, "content": m.content} for m in prompt]


def stage_of(prompt: Sequence[ChatMessage]) -> str:
    """Return which stage a prompt asks."""
    parsed = read_prompt(chat(prompt))
    assert parsed is not None
    return planner_stage(parsed.stage)


class Clock:
    """Tell a time that only the test moves."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Return when `seconds` of this clock are over."""
        until = self.now + seconds
        while self.now < until:
            await asyncio.sleep(0)


class ScriptedModel:
    """Answer by a script per stage, and where it is silent by the stand-in's rules.

    `script` maps a stage to answers given in turn; an exception among them is raised.
    """

    name = "scripted"
    temperature = 0.3

    def __init__(
        self,
        clock: Clock,
        script: dict[str, list[str | Exception]] | None = None,
        latency: float = 2.0,
    ) -> None:
        self._clock = clock
        self.script = script or {}
        self.latency = latency
        self.is_dead = False
        self.asked: list[str] = []
        self.prompts: list[tuple[ChatMessage, ...]] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the next answer of the script, after the latency."""
        stage = stage_of(prompt)
        self.asked.append(stage)
        self.prompts.append(prompt)
        if self.is_dead:
            raise ModelUnavailableError("cannot reach the scripted model")
        await self._clock.sleep(self.latency)
        lines = self.script.get(stage, [])
        text: str | Exception = lines.pop(0) if lines else offline_answer(chat(prompt))
        if isinstance(text, Exception):
            raise text
        return Completion(text, self.name, 10, 5)

    async def close(self) -> None:
        """Do nothing."""
