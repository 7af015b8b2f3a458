# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The gate between an agent and its model: questions go out, answers come in like anything else."""

import asyncio
from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer, AskedModel
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

Prompt = tuple[ChatMessage, ...]


class ReplayableModel:
    """Be the agent's model: number its questions and wait until `answer` is called.

    Args:
        name: The model's name.
        temperature: What it is asked with.
        ask: Called with the number of each question and the prompt; it does not wait.
        withdraw: Called with the number of a question whose answer is not wanted any more.
    """

    def __init__(
        self,
        name: str,
        temperature: float,
        ask: Callable[[int, Prompt], None],
        withdraw: Callable[[int], None],
    ) -> None:
        self._name, self._temperature = name, temperature
        self._ask, self._withdraw = ask, withdraw
        self._count = 0
        self._waiting: dict[int, asyncio.Future[Completion]] = {}

    @property
    def name(self) -> str:
        """Return the model's name, as the endpoint knows it."""
        return self._name

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._temperature

    async def complete(self, prompt: Prompt) -> Completion:
        """Return the answer to `prompt` when it has come in."""
        self._count += 1
        number = self._count
        waiting: asyncio.Future[Completion] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        self._ask(number, prompt)
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
        self._name, self._temperature = model.name, model.temperature

    async def close(self) -> None:
        """Do nothing: whoever answers is closed elsewhere."""
