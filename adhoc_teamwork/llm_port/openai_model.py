# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Any endpoint that speaks OpenAI's chat completions, through the `openai` client."""

import asyncio
import json
import logging
import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, cast

import openai

from adhoc_teamwork.llm_port.answer_limits import THINKING_TIME_LIMIT, TIME_LIMIT, AnswersBy
from adhoc_teamwork.llm_port.bounded_client import StrangeAnswerError, bounded_client
from adhoc_teamwork.llm_port.endpoint import ModelSettings, missing_key
from adhoc_teamwork.llm_port.habits import (
    Habits,
    Pictures,
    Schemas,
    habit_file,
    keep_habits,
    read_habits,
)
from adhoc_teamwork.llm_port.hosted import KEY_VARIABLES, find_key
from adhoc_teamwork.llm_port.masking import hide_key, hide_whole_key
from adhoc_teamwork.llm_port.picture_trial import PICTURE_QUESTION, has_seen
from adhoc_teamwork.llm_port.port import (
    AnswerSchema,
    Completion,
    ModelUnavailableError,
    text_alone,
)
from adhoc_teamwork.llm_port.schema_trial import TRIAL, TRIAL_QUESTION, has_kept
from adhoc_teamwork.llm_port.thinking import has_thoughts, spoken_parts, without_thinking
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, count_pictures
from adhoc_teamwork.teamwork.text.plain_text import one_line, whole

_RETRIES = 1
"""How often a question is repeated whose endpoint is away."""
_WAITS = 3
"""How often it is where the endpoint says when to ask again."""
_PASSING = frozenset((408, 409, 429, *range(500, 600)))
"""Statuses that may pass by themselves."""
_OF_REQUEST = frozenset((400, 422, 501))
"""Statuses that are about what a request holds."""
_OF_PICTURES = _OF_REQUEST | {413, 415}
"""The same where it holds pictures, which may be too large or of the wrong kind as well."""
_PAUSE = 0.5
"""Seconds before a request is repeated, where the endpoint asks for none."""
_LONGEST_PAUSE = 3600.0
_LONGEST_REASON = 300
_Messages = list[dict[str, Any]]

_log = logging.getLogger(__name__)


class OpenAIModel:
    """Ask an OpenAI-compatible endpoint; the key comes from the environment and is never shown.

    What a request may hold is learnt from what the endpoint refuses, and kept for the next process.
    Where it asks to be left alone, it is.
    """

    def __init__(
        self, settings: ModelSettings, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._settings = settings
        if missing := missing_key(settings, environment):
            raise ConfigError(missing)
        self._key = find_key(environment)
        self._kept: Habits | None = None
        self._not_before = 0.0
        self._trial = asyncio.Lock()
        self._has_refused_schema = self._has_refused_pictures = False
        self._client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=self._key or "none",
            max_retries=0,
            http_client=bounded_client(trust_env=not settings.is_local),
        )

    @property
    def name(self) -> str:
        """Return the model's name, as it was configured."""
        return self._settings.model

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._settings.temperature

    @property
    def habits(self) -> Habits:
        """Return what is known of the endpoint by now; the first look reads a file."""
        if self._kept is None:
            self._kept = read_habits(self._habit_file)
        return self._kept

    @property
    def time_limit(self) -> float:
        """Return for how many seconds the next answer is waited for."""
        if self._settings.time_limit:
            return self._settings.time_limit
        at_once = self.habits.has_answered and not self.habits.thinks
        return TIME_LIMIT if at_once else THINKING_TIME_LIMIT

    @property
    def takes_schema(self) -> bool:
        """Tell whether a schema is any use; where that is not known, a question finds out."""
        by = self._settings.answers
        if by is AnswersBy.TEXT or self._has_refused_schema:
            return False
        return by is AnswersBy.SCHEMA or self.habits.schemas is not Schemas.NOT_KEPT

    @property
    def takes_pictures(self) -> bool:
        """Tell whether a picture is any use; where that is not known, a question finds out."""
        return not self._has_refused_pictures and self.habits.pictures is not Pictures.NOT_TAKEN

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the endpoint's answer; see `LanguageModel.complete` for errors.

        Pictures are shown where its model sees them; else the prompt's text alone is sent.
        """
        if not count_pictures(prompt):
            return await self._complete_by(prompt, schema)
        if self.takes_pictures:
            await self.learn_pictures()
        if not self.takes_pictures:
            return await self._complete_by(text_alone(self.name, prompt), schema)
        try:
            return replace(await self._complete_by(prompt, schema), by_sight=True)
        except _PicturesRefusedError as error:
            before = self._has_refused_schema
            completion = await self._complete_by(text_alone(self.name, prompt), schema)
            if before is self._has_refused_schema:
                # Else it was the schema that it had refused.
                _log.warning("%s; it is shown no pictures from now on", error)
                self._has_refused_pictures = True
            return completion

    async def _complete_by(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None
    ) -> Completion:
        """Return the endpoint's answer, by the schema where it keeps to one; see `_complete`."""
        if schema is None or not await self._keeps_to_schemas():
            return await self._complete(prompt)
        try:
            return await self._complete(prompt, schema)
        except _SchemaRefusedError as error:
            completion = await self._complete(prompt)
            _log.warning("%s; it is asked for text from now on", error)
            self._has_refused_schema = True
            return completion

    async def learn_schemas(self) -> None:
        """Find out whether the endpoint keeps to a schema, where that is not known; keep it.

        Raises:
            ModelUnavailableError: It does not answer the same question without one either.
        """
        async with self._trial:
            if self.habits.schemas is not Schemas.UNKNOWN:
                return
            is_kept = await self._passes(has_kept, TRIAL_QUESTION, TRIAL)
            found = Schemas.KEPT if is_kept else Schemas.NOT_KEPT
            self._learn(replace(self.habits, schemas=found))

    async def learn_pictures(self) -> None:
        """Find out whether the endpoint's model sees pictures, where that is not known; keep it.

        Raises:
            ModelUnavailableError: It does not answer a question without one either.
        """
        async with self._trial:
            if self.habits.pictures is not Pictures.UNKNOWN:
                return
            is_seen = await self._passes(has_seen, PICTURE_QUESTION)
            found = Pictures.TAKEN if is_seen else Pictures.NOT_TAKEN
            self._learn(replace(self.habits, pictures=found))

    async def _passes(
        self,
        has_passed: Callable[[str], bool],
        question: tuple[ChatMessage, ...],
        schema: AnswerSchema | None = None,
    ) -> bool:
        """Tell whether an answer passes a trial.

        Raises:
            ModelUnavailableError: There is none, nor one to the plainest question: an endpoint that
                is away is another matter than one that refuses what is tried.
        """
        try:
            answer = await self._complete(question, schema)
        except ModelUnavailableError:
            await self._complete(TRIAL_QUESTION)
            return False
        return not answer.flaw and has_passed(answer.text)

    async def _keeps_to_schemas(self) -> bool:
        if self.takes_schema and self._settings.answers is AnswersBy.AUTO:
            await self.learn_schemas()
        return self.takes_schema

    async def _complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the endpoint's answer, asked for by a schema or as text.

        Raises:
            ModelUnavailableError: There is none.
            _PicturesRefusedError: A question with pictures is refused.
            _SchemaRefusedError: A question with a schema is refused.
        """
        messages = _wire(prompt)
        form = {}
        if schema is not None:
            messages.append({"role": "user", "content": schema.hint})
            told = {"name": schema.name, "strict": True, "schema": json.loads(schema.text)}
            form = {"response_format": {"type": "json_schema", "json_schema": told}}
        limit = self.time_limit
        try:
            # The client's own limit is per read; a server that drips must not hold us up either.
            until = time.monotonic() + limit
            body, took = await asyncio.wait_for(self._ask(messages, until, form), limit)
        except (asyncio.TimeoutError, openai.APITimeoutError):
            raise ModelUnavailableError(
                f"no answer within {limit:g} s from {self._where}"
            ) from None
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, StrangeAnswerError):
                raise ModelUnavailableError(f"{self._where} {cause}") from None
            raise ModelUnavailableError(f"cannot reach {self._where}") from None
        except openai.APIStatusError as error:
            refused = ModelUnavailableError
            if count_pictures(prompt) and error.status_code in _OF_PICTURES:
                refused = _PicturesRefusedError
            elif form and error.status_code in _OF_REQUEST:
                refused = _SchemaRefusedError
            raise refused(self._refusal(error)) from None
        except StrangeAnswerError as error:
            raise ModelUnavailableError(f"{self._where} {error}") from None
        except (openai.OpenAIError, ValueError, RecursionError) as error:
            raise ModelUnavailableError(f"{self._where}: {self._hide(str(error))}") from None
        completion, has_thought = self._completion(body)
        thinks = has_thought or took > TIME_LIMIT
        known = self.habits
        self._learn(replace(known, has_answered=True, thinks=known.thinks or thinks))
        is_object = completion.text.strip().startswith("{")
        return replace(completion, by_schema=schema is not None and is_object)

    async def _ask(
        self, messages: _Messages, until: float, form: Mapping[str, Any]
    ) -> tuple[bytes, float]:
        """Return the body of an answer and the seconds that it took.

        A request is repeated, changed by what is learnt, or after a pause.
        """
        repetitions = 0
        while True:
            await self._hold_off(until)
            habits, begun = self.habits, time.monotonic()
            sent = habits.options(self.temperature, self._settings.most_tokens)
            try:
                # Its words as they came: what the client would make of them is not checked.
                answer = await self._client.chat.completions.with_raw_response.create(
                    model=self.name,
                    messages=cast(Any, messages),
                    timeout=max(until - begun, 0.0),
                    user=self._settings.user or openai.omit,
                    **sent,
                    **form,
                )
                return bytes(answer.http_response.content), time.monotonic() - begun
            except openai.APIStatusError as error:
                if error.status_code in _PASSING:
                    repetitions += 1
                    if repetitions > (_WAITS if self._rest(error) else _RETRIES):
                        raise
                # Each habit is learnt once, so this ends.
                elif not self._has_learnt(error, habits, sent):
                    raise
            except openai.APIConnectionError as error:
                repetitions += 1
                if isinstance(error.__cause__, StrangeAnswerError) or repetitions > _RETRIES:
                    raise
                await asyncio.sleep(_PAUSE)

    async def _hold_off(self, until: float) -> None:
        """Wait until the endpoint may be asked again.

        Raises:
            ModelUnavailableError: That is later than an answer is waited for.
        """
        pause = self._not_before - time.monotonic()
        if pause <= 0.0:
            return
        if self._not_before >= until:
            raise ModelUnavailableError(f"{self._where} asks to be left alone for {pause:.0f} s")
        await asyncio.sleep(pause)

    def _rest(self, error: openai.APIStatusError) -> bool:
        """Ask nothing for a while; tell whether the endpoint said for how long."""
        asked = retry_after(error.response.headers.get("retry-after", ""), time.time())
        pause = _PAUSE if asked is None else min(asked, _LONGEST_PAUSE)
        self._not_before = max(self._not_before, time.monotonic() + pause)
        return asked is not None

    def _has_learnt(
        self, error: openai.APIStatusError, habits: Habits, sent: Mapping[str, Any]
    ) -> bool:
        """Take in what a refusal teaches; tell whether the question is worth repeating."""
        if error.status_code not in (400, 422):
            return False
        if self.habits != habits:
            # Another question has learnt it meanwhile.
            return self.habits.options(self.temperature, self._settings.most_tokens) != sent
        learnt = habits.after_refusal(sent, error.body)
        if learnt is None:
            return False
        self._learn(learnt)
        return True

    def _learn(self, habits: Habits) -> None:
        before, self._kept = self.habits, habits
        if habits.text != before.text:
            _log.warning("%s %s", self._where, habits.text)
            keep_habits(self._habit_file, habits)

    @property
    def _habit_file(self) -> Path:
        return habit_file(self._settings.base_url, self.name)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    @property
    def _where(self) -> str:
        return f"{self._settings.base_url} ({self.name})"

    def _completion(self, body: bytes) -> tuple[Completion, bool]:
        """Return the first choice of an answer, every field of it checked, and if it thought."""
        try:
            answer = json.loads(body)
            choice = answer["choices"][0]
            message = choice["message"]
            text = _text(spoken_parts(message.get("content")))
            refused = message.get("refusal")
            usage = answer.get("usage") or {}
            tokens = usage.get("completion_tokens") or 0
            spoken = without_thinking(text) if isinstance(text, str) else text
            has_thought = spoken != text or _thought_apart(message, usage)
            if not spoken and isinstance(refused, str):
                spoken = whole(refused)
            if isinstance(spoken, str):
                spoken = hide_whole_key(spoken, self._key)
            called = _text(answer.get("model")) or self.name
            if isinstance(called, str):
                called = hide_whole_key(called, self._key)
            completion = Completion(
                text=spoken,
                model=called,
                prompt_tokens=usage.get("prompt_tokens") or 0,
                completion_tokens=tokens,
                flaw=_flaw(spoken, choice.get("finish_reason"), bool(refused), tokens),
            )
            return completion, has_thought
        except (
            json.JSONDecodeError, UnicodeDecodeError, RecursionError,
            LookupError, TypeError, AttributeError,
        ):  # fmt: skip
            raise ModelUnavailableError(f"{self._where} sent no chat completion") from None
        except ValueError as error:
            raise ModelUnavailableError(
                f"{self._where} sent no chat completion: {self._hide(str(error))}"
            ) from None

    def _refusal(self, error: openai.APIStatusError) -> str:
        if error.status_code in (401, 403):
            return f"{self._where} refused the key from {' or '.join(KEY_VARIABLES)}"
        if 300 <= error.status_code < 400:
            return f"{self._where} answered {error.status_code}: no question follows a redirect"
        return f"{self._where} answered {error.status_code}: {self._hide(error.message)}"

    def _hide(self, text: str) -> str:
        text = hide_key(text[: 4 * _LONGEST_REASON], self._key)
        return one_line(text)[:_LONGEST_REASON]


class _SchemaRefusedError(ModelUnavailableError):
    """Say that a question with a schema was refused; without one it may be answered."""


class _PicturesRefusedError(ModelUnavailableError):
    """Say that a question with pictures was refused; without them it may be answered."""


def _wire(prompt: tuple[ChatMessage, ...]) -> _Messages:
    """Return messages as an endpoint is sent them, pictures as parts of the text they follow.

    They are no message of their own: some servers' templates want roles to take turns.
    """
    messages: _Messages = []
    for said in prompt:
        if not said.pictures:
            messages.append({"role": said.role, "content": said.content})
            continue
        content: list[dict[str, Any]] = [{"type": "text", "text": said.content}]
        content += (
            {"type": "image_url", "image_url": {"url": picture, "detail": "low"}}
            for picture in said.pictures
        )
        if messages and messages[-1]["role"] == said.role:
            before = messages.pop()["content"]
            content[:0] = [{"type": "text", "text": before}] if isinstance(before, str) else before
        messages.append({"role": said.role, "content": content})
    return messages


def retry_after(value: str, now: float) -> float | None:
    """Return for how many seconds a Retry-After header asks, or None where it says nothing.

    Args:
        value: Seconds, or a date as HTTP has it.
        now: Seconds since 1970.
    """
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - now
        except (ValueError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _flaw(text: str, reason: Any, refused: bool, tokens: Any) -> str:
    """Return why an answer is none, in words that the model may read; empty for a whole one."""
    if refused or reason == "content_filter":
        return f"the model refused to answer{': ' * bool(text)}{one_line(text)[:_LONGEST_REASON]}"
    if reason == "length":
        if text.strip():
            return f"the answer was cut off after {tokens} tokens; expected a shorter one"
        return f"the answer was cut off before it began: {tokens} tokens went into thinking"
    return "" if text.strip() else "the answer was empty"


def _thought_apart(message: Mapping[str, Any], usage: Mapping[str, Any]) -> bool:
    """Tell whether an endpoint shows, or counts, what its model thought beside the answer."""
    details = usage.get("completion_tokens_details")
    counted = details.get("reasoning_tokens") if isinstance(details, dict) else 0
    shown = message.get("reasoning_content") or message.get("reasoning")
    return bool(shown or counted or has_thoughts(message.get("content")))


def _text(value: Any) -> Any:
    """Return a text made whole, and nothing for none; what is no text is refused later."""
    if value is None:
        return ""
    return whole(value) if isinstance(value, str) else value
