# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask another model the recorded questions, and read its answers as the planner would."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.journal.notes import Notes, choice_text
from adhoc_teamwork.adhoc_planner.journal.replayable_model import Prompt
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION, Understand
from adhoc_teamwork.llm_port.port import Completion, LanguageModel, ModelUnavailableError

AT_ONCE = 8
"""Questions that are under way at the same time."""


@dataclass(frozen=True)
class Opinion:
    """Hold what another model chooses where one was chosen before, for which decision."""

    decision: int
    stage: str
    before: str
    second: str


class Answered(Notes):
    """Gather the prompts that were answered."""

    def __init__(self, body: Body) -> None:
        super().__init__(body)
        self.prompts: list[Prompt] = []

    def understood(
        self, stage: str, prompt: Prompt, answer: object, understand: Understand
    ) -> None:
        """Note the prompt."""
        super().understood(stage, prompt, answer, understand)
        self.prompts.append(prompt)


class SecondReader(Notes):
    """Read another model's answer wherever one is understood; nothing else changes."""

    def __init__(self, body: Body, answers: Mapping[Prompt, Completion | str]) -> None:
        super().__init__(body)
        self._answers = answers
        self.opinions: list[Opinion] = []

    def understood(
        self, stage: str, prompt: Prompt, answer: object, understand: Understand
    ) -> None:
        """Note what both models choose."""
        super().understood(stage, prompt, answer, understand)
        second = self._answers.get(prompt, "was not asked")
        if isinstance(second, Completion) and second.flaw:
            text = f"an unusable answer: {second.flaw}"
        elif isinstance(second, Completion):
            read, wrong = understand(second.text)
            text = choice_text(read) if read is not None else f"an unusable answer: {wrong}"
        else:
            text = f"no answer: {second}"
        self.opinions.append(Opinion(DECISION.get(), stage, choice_text(answer), text))


async def ask_all(
    model: LanguageModel, prompts: Iterable[Prompt]
) -> dict[Prompt, Completion | str]:
    """Return the model's answer to each prompt, or why there is none; a few are asked at once."""
    free = asyncio.Semaphore(AT_ONCE)

    async def ask(prompt: Prompt) -> tuple[Prompt, Completion | str]:
        async with free:
            try:
                return prompt, await model.complete(prompt)
            except ModelUnavailableError as error:
                return prompt, str(error)

    try:
        return dict(await asyncio.gather(*map(ask, dict.fromkeys(prompts))))
    finally:
        await model.close()
