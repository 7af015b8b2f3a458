# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question under way: asked in the background, answered, dropped when it no longer matters."""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Question(Generic[K, T]):
    """Hold at most one question and its answer; `key` says on what ground it was asked.

    Use it from one event loop only. `wake` is called when an answer or an error has come.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._task: asyncio.Future[T] | None = None
        self._noted: asyncio.Future[T] | None = None
        self.key: K | None = None

    def ask(self, key: K, question: Coroutine[Any, Any, T]) -> None:
        """Ask in the background; a question asked before is dropped."""
        self.drop()
        self.key = key
        self._task = self._begin(question)
        self._task.add_done_callback(self._on_done)

    def _begin(self, question: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
        return asyncio.get_running_loop().create_task(question)

    def _on_done(self, task: "asyncio.Future[T]") -> None:
        # What somebody else cancels ends with its loop: who is woken then asks again in vain, and
        # the loop closes with a question that nobody waits for.
        if not (task.cancelled() and task is self._task):
            self._wake()

    def drop(self) -> None:
        """Forget the question; one under way is cancelled."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
        self._task, self.key = None, None

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing is asked and no answer waits."""
        return self._task is None

    @property
    def is_pending(self) -> bool:
        """Tell whether the answer is still to come."""
        return self._task is not None and not self._task.done()

    @property
    def answer(self) -> T | None:
        """Return the answer where there is one."""
        task = self._task
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    def take_error(self) -> BaseException | None:
        """Return why there is no answer, and forget the question; None where there is no error."""
        task = self._task
        if task is None or not task.done():
            return None
        if task.cancelled():
            self.drop()
            return None
        error = task.exception()
        if error is not None:
            self.drop()
        return error

    @property
    def is_answered(self) -> bool:
        """Tell whether the question ended without an error."""
        task = self._task
        done = task is not None and task.done() and not task.cancelled()
        return done and task is not None and task.exception() is None

    def has_news(self) -> bool:
        """Tell, once for each answer, that it has come."""
        if not self.is_answered or self._noted is self._task:
            return False
        self._noted = self._task
        return True


class AtOnce(Question[K, T]):
    """A question to whom never waits: the answer is there when `ask` returns."""

    def _begin(self, question: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            contextvars.copy_context().run(question.send, None)
        except StopIteration as ended:
            answer.set_result(ended.value)
        except Exception as error:  # noqa: BLE001 - `take_error` hands it on, as a task would
            answer.set_exception(error)
        else:
            question.close()
            answer.set_exception(RuntimeError("a policy that answers at once has waited"))
        return answer


class Bell:
    """Wake everyone that waits, without knowing who."""

    def __init__(self) -> None:
        self._ring: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait for the next ring."""
        if self._ring is None or self._ring.done():
            self._ring = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._ring)

    def ring(self) -> None:
        """Wake those that wait now."""
        if self._ring is not None and not self._ring.done():
            self._ring.set_result(None)
