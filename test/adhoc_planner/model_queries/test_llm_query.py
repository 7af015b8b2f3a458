# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Asking: parse, check, ask again with the reason, give up; every attempt on record."""

import asyncio

import pytest
from scripted_model import prompts

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import (
    AnswerRejectedError,
    CallLog,
    LlmQuery,
)
from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm, judgement_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_judgement
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

QUESTION = (ChatMessage("user", "Is it reasonable?"),)


class Parrot:
    """Say the given lines in turn; an exception among them is raised."""

    name = "parrot"
    temperature = 0.3

    def __init__(self, *lines: str | Exception) -> None:
        self.lines = list(lines)
        self.heard: list[tuple[ChatMessage, ...]] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        self.heard.append(prompt)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return Completion(line, "parrot-1", 7, 3)

    async def close(self) -> None:
        self.lines.clear()


def llm(model: Parrot, calls: list[LlmCall]) -> LlmQuery:
    return LlmQuery(model, prompts().correction, CallLog("alpha", lambda: 12.0, calls.append))


def test_first_usable_answer_is_taken_and_recorded() -> None:
    calls: list[LlmCall] = []
    model = Parrot("[judgement] yes")
    answer = asyncio.run(llm(model, calls).ask("reflect", QUESTION, parse_judgement))
    assert answer[0] is True
    (call,) = calls
    assert (call.stage, call.model, call.attempt, call.call_id) == ("reflect", "parrot-1", 1, 1)
    assert (call.stamp, call.prompt_tokens, call.completion_tokens) == (12.0, 7, 3)
    assert call.error == ""
    assert call.prompt == QUESTION


def test_unusable_answer_is_asked_again_with_the_reason() -> None:
    calls: list[LlmCall] = []
    model = Parrot("maybe so", "[judgement] no: too far")
    answer = asyncio.run(llm(model, calls).ask("reflect", QUESTION, parse_judgement))
    assert answer == (False, "too far")
    assert [c.attempt for c in calls] == [1, 2]
    assert calls[0].answer == "maybe so"
    assert calls[0].error
    again = model.heard[1]
    assert again[: len(QUESTION)] == QUESTION
    assert any(m.role == "assistant" and m.content == "maybe so" for m in again)
    assert "yes or no" in again[-1].content


def test_a_check_may_refuse_what_parses() -> None:
    calls: list[LlmCall] = []
    model = Parrot("[judgement] yes", "[judgement] no: fine")
    check = lambda answer: "it must be no" if answer[0] else None  # noqa: E731
    answer = asyncio.run(llm(model, calls).ask("reflect", QUESTION, parse_judgement, check))
    assert answer[0] is False
    assert calls[0].error == "it must be no"


def test_it_gives_up_after_three_unusable_answers() -> None:
    calls: list[LlmCall] = []
    model = Parrot("a", "b", "c", "[judgement] yes")
    with pytest.raises(AnswerRejectedError, match="3 unusable"):
        asyncio.run(llm(model, calls).ask("reflect", QUESTION, parse_judgement))
    assert [c.attempt for c in calls] == [1, 2, 3]
    assert model.lines == ["[judgement] yes"]


def test_a_model_that_is_not_there_is_not_asked_again() -> None:
    calls: list[LlmCall] = []
    model = Parrot(ModelUnavailableError("cannot reach it"), "[judgement] yes")
    with pytest.raises(ModelUnavailableError):
        asyncio.run(llm(model, calls).ask("reflect", QUESTION, parse_judgement))
    (call,) = calls
    assert (call.answer, call.error, call.model) == ("", "cannot reach it", "parrot")


def test_a_question_that_is_dropped_is_on_record() -> None:
    calls: list[LlmCall] = []

    class Slow(Parrot):
        async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
            await asyncio.sleep(60.0)
            return await super().complete(prompt)

    async def drop() -> None:
        task = asyncio.ensure_future(llm(Slow(), calls).ask("reflect", QUESTION, parse_judgement))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(drop())
    assert "no longer needed" in calls[0].error


class SchemaParrot(Parrot):
    """Say the given lines in turn, by a schema where one is given."""

    takes_schema = True

    def __init__(self, *lines: str | Exception) -> None:
        super().__init__(*lines)
        self.schemas: list[AnswerSchema | None] = []

    async def complete(  # type: ignore[override]
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        self.schemas.append(schema)
        text = (await super().complete(prompt)).text
        return Completion(text, "parrot-1", by_schema=text.startswith("{"))


def test_an_answer_by_schema_is_read_as_json_and_asked_again_with_the_reason() -> None:
    calls: list[LlmCall] = []
    lines = ('{"judgement": "yes"}', '{"analysis": "Too far.", "judgement": false}')
    model = SchemaParrot(*lines)
    asking = llm(model, calls).ask("reflect", QUESTION, parse_judgement, None, judgement_form)
    assert asyncio.run(asking) == (False, "Too far.")
    assert [s.name for s in model.schemas if s] == ["reflect", "reflect"]
    assert calls[0].error == "answer: no 'analysis'; expected analysis, judgement"
    # The record has what was asked, the form included.
    hint = judgement_form().schema.hint
    assert [call.prompt[-1].content for call in calls] == [hint, hint]
    assert [m.role for m in model.heard[1]] == ["user", "assistant", "user"]


def test_an_answer_that_is_text_is_read_as_text_whatever_was_asked() -> None:
    calls: list[LlmCall] = []
    model = SchemaParrot("[judgement] yes")
    asking = llm(model, calls).ask("reflect", QUESTION, parse_judgement, None, judgement_form)
    assert asyncio.run(asking)[0] is True
    assert calls[0].prompt == QUESTION


def test_who_takes_no_schema_is_asked_without_one_and_none_is_made() -> None:
    def make_form() -> AnswerForm[tuple[bool, str]]:
        raise AssertionError("made in vain")

    model = Parrot("[judgement] yes")
    asking = llm(model, []).ask("reflect", QUESTION, parse_judgement, None, make_form)
    assert asyncio.run(asking)[0] is True
