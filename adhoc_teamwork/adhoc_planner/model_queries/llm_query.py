# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask a model until its answer can be used, a bounded number of times, and record every attempt."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from adhoc_teamwork.adhoc_planner.model_queries.tracing import STAGE, UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.llm_port.port import (
    AnswerSchema,
    Completion,
    LanguageModel,
    ModelUnavailableError,
    complete_by,
    takes_schema,
)
from adhoc_teamwork.teamwork.team.llm_call import (
    WITHDRAWN,
    ChatMessage,
    LlmCall,
    without_pictures,
)

T = TypeVar("T")
Prompt = tuple[ChatMessage, ...]
Correct = Callable[[Prompt, str, str], Prompt]
ATTEMPTS = 3


class AnswerRejectedError(Exception):
    """Say that a model answered, but nothing usable even after corrections: give up and replan."""


class CallLog:
    """Number the exchanges of one planner session and hand each to `sink`.

    `clock` returns seconds of the ROS clock.
    """

    def __init__(
        self, robot: str, clock: Callable[[], float], sink: Callable[[LlmCall], None]
    ) -> None:
        self._robot = robot
        self._clock = clock
        self._sink = sink
        self._count = 0

    def now(self) -> float:
        """Return the present in seconds of the ROS clock."""
        return self._clock()

    def add(
        self,
        *,
        stage: str,
        model: LanguageModel,
        prompt: Prompt,
        attempt: int,
        stamp: float,
        latency: float,
        completion: Completion | None,
        error: str,
    ) -> None:
        """Record one exchange; `completion` is None where none came."""
        self._count += 1
        self._sink(
            LlmCall(
                stamp=stamp,
                robot=self._robot,
                call_id=self._count,
                stage=stage,
                model=completion.model if completion else model.name,
                temperature=model.temperature,
                prompt=prompt,
                answer=completion.text if completion else "",
                error=error,
                attempt=attempt,
                prompt_tokens=completion.prompt_tokens if completion else 0,
                completion_tokens=completion.completion_tokens if completion else 0,
                latency=latency,
                cached=completion is not None and completion.cached,
            )
        )


class LlmQuery:
    """Put questions to a model: parse and check each answer, ask again with what was wrong."""

    def __init__(
        self,
        model: LanguageModel,
        correct: Correct,
        log: CallLog,
        attempts: int = ATTEMPTS,
        tracer: Tracer = UNWATCHED,
    ) -> None:
        self._model = model
        self._correct = correct
        self._log = log
        self._attempts = attempts
        self._tracer = tracer

    async def ask(
        self,
        stage: str,
        prompt: Prompt,
        parse: Callable[[str], T],
        check: Callable[[T], str | None] | None = None,
        make_form: Callable[[], AnswerForm[T]] | None = None,
    ) -> T:
        """Return the first usable answer to `prompt`.

        Args:
            stage: judge, generate, rank, reflect or subskill; for the record.
            prompt: The chat to send.
            parse: Turns text into the answer, or raises `AnswerError`.
            check: Says in one sentence why a parsed answer cannot be used, or None.
            make_form: Makes the same answer's form as JSON, for a model that takes a schema; it is
                called only then.

        Raises:
            ModelUnavailableError: No answer came.
            AnswerRejectedError: The last allowed answer was no better than the others.
        """
        reason = ""
        form: AnswerForm[T] | None = None
        STAGE.set(stage)
        for attempt in range(1, self._attempts + 1):
            record = partial(self._log.add, stage=stage, model=self._model, attempt=attempt)
            if form is None and make_form is not None and takes_schema(self._model):
                form = make_form()
            schema = form.schema if form is not None else None
            completion, stamp, latency = await self._complete(prompt, schema, record)
            asked, read = prompt if completion.by_sight else without_pictures(prompt), parse
            if completion.by_schema and make_form is not None:
                # One that is replayed has an answer by schema, and was asked for none.
                form = form or make_form()
                asked, read = (*asked, ChatMessage("user", form.schema.hint)), form.read
            understood = _understand(completion.text, read, check)
            if completion.flaw:
                understood = None, completion.flaw
            reason = understood[1]
            record(prompt=asked, stamp=stamp, latency=latency, completion=completion, error=reason)
            if understood[0] is not None:
                understand = partial(_understand, parse=parse, check=check)
                self._tracer.understood(stage, prompt, understood[0], understand)
                return understood[0]
            prompt = self._correct(prompt, completion.text, reason)
        raise AnswerRejectedError(f"{stage}: {self._attempts} unusable answers; the last: {reason}")

    async def _complete(
        self, prompt: Prompt, schema: AnswerSchema | None, record: Callable[..., None]
    ) -> tuple[Completion, float, float]:
        stamp, begun = self._log.now(), time.perf_counter()
        try:
            completion = await complete_by(self._model, prompt, schema)
        except (ModelUnavailableError, asyncio.CancelledError) as error:
            latency, reason = time.perf_counter() - begun, str(error) or WITHDRAWN
            record(prompt=prompt, stamp=stamp, latency=latency, completion=None, error=reason)
            raise
        return completion, stamp, time.perf_counter() - begun


def _understand(
    text: str, parse: Callable[[str], T], check: Callable[[T], str | None] | None
) -> tuple[T | None, str]:
    """Return the answer, or None and what is wrong with it."""
    try:
        answer = parse(text)
    except AnswerError as error:
        return None, str(error)
    reason = check(answer) if check else None
    return (None, reason) if reason else (answer, "")
