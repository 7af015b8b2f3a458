# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask a language model on an asyncio loop in a thread of its own."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer
from adhoc_teamwork.llm_port.port import (
    AnswerSchema,
    Completion,
    LanguageModel,
    ModelUnavailableError,
    complete_by,
)
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, WITHDRAWN, ChatMessage

_CLOSE_TIME = 0.5
_MOST_REFUSALS = 100
"""Refusals that are remembered: more questions are never under way at once."""

_log = logging.getLogger(__name__)


class ModelThread:
    """Ask from any thread; `answered` is called on this one with what came of each question."""

    def __init__(self, model: LanguageModel, answered: Callable[[Answer], None]) -> None:
        self.model = model
        self._answered = answered
        self._former: list[LanguageModel] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._under_way: dict[int, Future[None]] = {}
        self._lock = threading.Lock()
        self._begun: set[int] = set()
        """Questions under way that are being put to the model."""
        self._refusals: dict[int, str] = {}
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=self._run, name="model", daemon=True)

    def start(self) -> None:
        """Start the thread and wait, at most five seconds, until it takes questions."""
        self._thread.start()
        self._is_up.wait(5.0)

    def ask(
        self, call: int, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> None:
        """Ask, and go on; the answer comes with the number `call`."""
        if self._loop is None or self._loop.is_closed():
            self._answered(Answer(call, error="the planner ends"))
            return
        under_way = asyncio.run_coroutine_threadsafe(
            self._complete(call, prompt, schema), self._loop
        )
        self._under_way[call] = under_way
        under_way.add_done_callback(lambda _: self._forget(call))

    def use(self, model: LanguageModel) -> None:
        """Ask another model from now on; questions under way are answered by the one before."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._change_to(model), self._loop)

    def withdraw(self, call: int) -> str:
        """Forget a question; return why it was never put to the model, empty where it was."""
        with self._lock:
            under_way = self._under_way.pop(call, None)
            if under_way is not None and call not in self._begun:
                self._keep_refusal(call, f"{NOT_ASKED}{WITHDRAWN}")
            refusal = self._refusals.get(call, "")
        if under_way is not None:
            under_way.cancel()
        return refusal

    def stop(self, time_limit: float = 1.0) -> None:
        """Close the connections and end the thread within `time_limit` seconds."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(loop.stop)
        if self._thread.is_alive():
            self._thread.join(time_limit)

    async def _change_to(self, model: LanguageModel) -> None:
        self._former.append(self.model)
        self.model = model
        if not self._under_way:
            await self._close_former()

    async def _close_former(self) -> None:
        while self._former:
            await self._former.pop().close()

    async def _complete(
        self, call: int, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None
    ) -> None:
        completion: Completion | None = None
        error = ""
        with self._lock:
            if call in self._refusals:
                return
            self._begun.add(call)
        try:
            completion = await complete_by(self.model, prompt, schema)
        except ModelUnavailableError as problem:
            error = str(problem) or "the model gave no answer"
            if error.startswith(NOT_ASKED):
                with self._lock:
                    self._keep_refusal(call, error)
        except Exception as problem:  # noqa: BLE001 (a client of anybody's may fail in any way)
            _log.exception("a question to the model failed here")
            error = f"{type(problem).__name__}: {problem}"
        self._answered(Answer(call, completion, error))

    def _forget(self, call: int) -> None:
        with self._lock:
            self._under_way.pop(call, None)
            self._begun.discard(call)

    def _keep_refusal(self, call: int, error: str) -> None:
        self._refusals[call] = error
        while len(self._refusals) > _MOST_REFUSALS:
            del self._refusals[next(iter(self._refusals))]

    def _run(self) -> None:
        loop = self._loop = asyncio.new_event_loop()
        loop.call_soon(self._is_up.set)
        try:
            loop.run_forever()
            self._close(loop)
        finally:
            loop.close()

    async def _close_all(self) -> None:
        await self._close_former()
        await self.model.close()

    def _close(self, loop: asyncio.AbstractEventLoop) -> None:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        try:
            loop.run_until_complete(asyncio.wait_for(self._close_all(), _CLOSE_TIME))
        except asyncio.TimeoutError:
            _log.warning("the connection to the model did not close in %g s", _CLOSE_TIME)
