# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The gate between an agent and its model: questions go out, answers come in like anything else."""

import asyncio
from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer, AskedModel
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

Prompt = tuple[ChatMessage, ...]
Ask = Callable[[int, Prompt, AnswerSchema | None], None]
"""Called with a question's number, its prompt and what its answer may be; it does not wait."""


class ReplayableModel:
    """Be the agent's model: number its questions and wait until `answer` is called.

    Args:
        model: Which one that is.
        ask: Called with each question.
        withdraw: Called with the number of a question whose answer is not wanted any more.
    """

    def __init__(self, model: AskedModel, ask: Ask, withdraw: Callable[[int], None]) -> None:
        self._model = model
        self._ask, self._withdraw = ask, withdraw
        self._count = 0
        self._waiting: dict[int, asyncio.Future[Completion]] = {}

    @property
    def name(self) -> str:
        """Return the model's name, as the endpoint knows it."""
        return self._model.name

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._model.temperature

    @property
    def takes_schema(self) -> bool:
        """Tell whether the model may be asked by a schema."""
        return self._model.takes_schema

    @property
    def takes_pictures(self) -> bool:
        """Return True: whoever answers leaves out what its model does not take."""
        return True

    async def complete(self, prompt: Prompt, schema: AnswerSchema | None = None) -> Completion:
        """Return the answer to `prompt` when it has come in."""
        self._count += 1
        number = self._count
        waiting: asyncio.Future[Completion] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        self._ask(number, prompt, schema)
        try:
            return await waiting
        except asyncio.CancelledError:
            self._withdraw(number)
            raise
        finally:
            self._waiting.pop(number, None)

    def answer(self, given: Answer) -> None:
        """Take in the answer to a question; what nobody waits for any more is let go."""
        waiting = self._waiting.get(given.call)
        if waiting is None or waiting.done():
            return
        if given.completion is not None:
            waiting.set_result(given.completion)
        else:
            waiting.set_exception(ModelUnavailableError(given.error))

    def use(self, model: AskedModel) -> None:
        """Take in that another model is asked from now on."""
        self._model = model

    async def close(self) -> None:
        """Do nothing: whoever answers is closed elsewhere."""
