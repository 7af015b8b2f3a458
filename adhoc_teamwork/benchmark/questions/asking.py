# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put questions to a model, a few at a time."""

import asyncio
from collections.abc import Callable, Mapping

from adhoc_teamwork.adhoc_planner.prompts.templates import Templates
from adhoc_teamwork.benchmark.agents.llm_session import make_model
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.models.answer_cache import chosen_cache
from adhoc_teamwork.benchmark.questions.answers import Answered, AnswerKey
from adhoc_teamwork.benchmark.questions.question import Question
from adhoc_teamwork.llm_port.cache import with_cache
from adhoc_teamwork.llm_port.port import LanguageModel, ModelUnavailableError
from adhoc_teamwork.teamwork.text.plain_text import whole

_KEPT = 2000
"""Characters of an answer's end that are kept."""


def ask_all(
    asked: Mapping[AnswerKey, Question],
    templates: Templates,
    at_once: int,
    add: Callable[[Answered], None],
) -> None:
    """Ask a model, whose name is the keys'; add each answer as it comes.

    Raises:
        BenchError: The model does not answer; what it has answered is added.
    """
    if asked:
        asyncio.run(_ask_all(asked, templates, at_once, add))


async def _ask_all(
    asked: Mapping[AnswerKey, Question],
    templates: Templates,
    at_once: int,
    add: Callable[[Answered], None],
) -> None:
    names = {key.llm for key in asked}
    models = {name: with_cache(make_model(name, "text"), *chosen_cache()) for name in names}
    turns, rest = asyncio.Semaphore(at_once), list(asked.items())

    async def ask(key: AnswerKey, question: Question) -> None:
        async with turns:
            add(await _answered(models[key.llm], key, question, templates))

    tasks = [asyncio.create_task(ask(*one)) for one in rest]
    try:
        await asyncio.gather(*tasks)
    except ModelUnavailableError as error:
        raise BenchError(f"{error}; the same command goes on from there") from None
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for model in models.values():
            await model.close()


async def _answered(
    model: LanguageModel, key: AnswerKey, question: Question, templates: Templates
) -> Answered:
    answer = await model.complete(question.prompt(templates, key.is_blind))
    return Answered(key, question.chosen(answer.text), whole(answer.text[-_KEPT:]))
