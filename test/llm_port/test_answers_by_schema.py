# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Endpoints that keep to a JSON schema, refuse one, or take it and do as they like, over HTTP."""

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import Asked, FakeEndpoint, answer, ask_model, refuse
from model_server import serving
from starlette.responses import Response

from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.cache import AnswerCache, CachedModel
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.habits import Schemas, habit_file, read_habits
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, ModelUnavailableError
from adhoc_teamwork.llm_port.schema_trial import has_kept
from adhoc_teamwork.offline_model.by_schema import answer_by_schema
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

PROMPT = (ChatMessage("user", "Where next?"),)
SCHEMA = AnswerSchema(
    "generate",
    '{"type": "object", "properties": {"room_id": {"type": "string", "enum": ["room_7"]}},'
    ' "required": ["room_id"], "additionalProperties": false}',
    "In place of the output format given above, answer in JSON.",
)
KEPT = '{"room_id": "room_7"}'


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is learnt in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def form(asked: Asked) -> Any:
    """Return the schema that a request asks for, or None."""
    told = asked.get("response_format")
    if told is None:
        return None
    assert told["type"] == "json_schema"
    assert told["json_schema"]["strict"] is True
    return told["json_schema"]["schema"]


def keeps(asked: Asked) -> Response | None:
    """Be an endpoint that makes its model write what the schema says."""
    schema = form(asked)
    return answer(answer_by_schema(asked["messages"], schema)) if schema else None


def refuses(message: str, status: int) -> Callable[[Asked], Response | None]:
    """Return the habit of an endpoint that takes no schema and says so."""
    return lambda asked: refuse(message, status) if form(asked) else None


def wishful(asked: Asked) -> Response | None:
    """Be an endpoint that takes a schema and forgets it: its model does what the words ask."""
    return answer('{"result": [{"kind": "bought", "name": "apple"}]}') if form(asked) else None


def stuck_in_thoughts(asked: Asked) -> Response | None:
    """Be an endpoint that writes the JSON among the thoughts, and no answer."""
    return answer("", reasoning_content='{"result": []}') if form(asked) else None


def ask(url: str, times: int = 1, **settings: Any) -> tuple[OpenAIModel, list[Completion]]:
    """Ask one model so often by the schema."""
    return ask_model(url, PROMPT, SCHEMA, times, **settings)


def test_an_endpoint_that_keeps_to_schemas_is_tried_once_and_asked_by_them() -> None:
    fake = FakeEndpoint(keeps)
    with serving(fake.app) as url:
        model, answers = ask(url, 2)
        ask(url)
    assert [(one.text, one.by_schema) for one in answers] == [(KEPT, True)] * 2
    assert "keeps to a JSON schema" in model.habits.text
    # The trial, and three questions: another process has it from the file.
    names = [asked["response_format"]["json_schema"]["name"] for asked in fake.requests]
    assert names == ["trial", "generate", "generate", "generate"]
    told = fake.requests[-1]["messages"]
    assert [m["content"] for m in told] == [PROMPT[0].content, SCHEMA.hint]


@pytest.mark.parametrize(
    "habit",
    [
        refuses("response_format: Extra inputs are not permitted", 422),
        refuses("'response_format' of type 'json_schema' is not supported with this model", 400),
        refuses("Internal Server Error", 500),
        lambda _: None,
        wishful,
        stuck_in_thoughts,
    ],
    ids=["422", "400", "500", "silent", "wishful", "thoughts"],
)
def test_one_that_does_not_is_asked_for_text_as_if_there_were_no_schemas(
    habit: Callable[[Asked], Response | None], caplog: pytest.LogCaptureFixture
) -> None:
    fake = FakeEndpoint(habit)
    with caplog.at_level(logging.ERROR), serving(fake.app) as url:
        model, answers = ask(url, 2)
        before = len(fake.requests)
        ask(url)
        assert read_habits(habit_file(url, "m")).schemas is Schemas.NOT_KEPT
    assert [(one.text, one.by_schema) for one in answers] == [("ready", False)] * 2
    assert not model.takes_schema
    assert fake.requests[-1] == fake.requests[before - 1]
    assert len(fake.requests) == before + 1
    assert fake.requests[-1]["messages"] == [{"role": "user", "content": "Where next?"}]
    assert "response_format" not in fake.requests[-1]


def test_an_endpoint_that_is_away_is_not_taken_for_one_without_schemas() -> None:
    fake = FakeEndpoint(lambda _: refuse("no model m here", 404))
    with serving(fake.app) as url:
        with pytest.raises(ModelUnavailableError, match="no model m"):
            ask(url)
        assert read_habits(habit_file(url, "m")).schemas is Schemas.UNKNOWN


def test_who_asks_for_text_is_never_asked_by_schema_and_who_asks_for_schemas_tries_none() -> None:
    fake = FakeEndpoint(keeps)
    with serving(fake.app) as url:
        _, (as_text,) = ask(url, answers=AnswersBy.TEXT)
        _, (as_json,) = ask(url, answers=AnswersBy.SCHEMA)
    assert (as_text.text, as_json.text) == ("ready", KEPT)
    assert [bool(form(asked)) for asked in fake.requests] == [False, True]


def test_a_schema_that_is_refused_later_costs_one_question_and_is_not_kept() -> None:
    def habit(asked: Asked) -> Response | None:
        if form(asked) and asked["response_format"]["json_schema"]["name"] == "generate":
            return refuse("Invalid schema: Expected at most 500 enum values in total")
        return keeps(asked)

    fake = FakeEndpoint(habit)
    with serving(fake.app) as url:
        model, answers = ask(url, 2)
        assert read_habits(habit_file(url, "m")).schemas is Schemas.KEPT
    assert [one.text for one in answers] == ["ready", "ready"]
    assert [bool(form(asked)) for asked in fake.requests] == [True, True, False, False]
    assert not model.takes_schema


def test_text_in_answer_to_a_schema_is_read_as_text() -> None:
    fake = FakeEndpoint(lambda _: answer("[result]\n1. Explore <room_7>"))
    with serving(fake.app) as url:
        _, (given,) = ask(url, answers=AnswersBy.SCHEMA)
    assert (given.by_schema, given.flaw) == (False, "")


def test_answers_by_schema_and_as_text_are_kept_apart(tmp_path: Path) -> None:
    def cached(url: str, answers: AnswersBy) -> Completion:
        cache = AnswerCache(tmp_path)
        cache.setup()
        model = CachedModel(OpenAIModel(ModelSettings(url, "m", 0.0, answers=answers), {}), cache)

        async def one() -> Completion:
            try:
                return await model.complete(PROMPT, SCHEMA)
            finally:
                await model.close()

        return asyncio.run(one())

    fake = FakeEndpoint(keeps)
    with serving(fake.app) as url:
        given = [cached(url, by) for by in (AnswersBy.SCHEMA, AnswersBy.TEXT) * 2]
    assert [(c.text, c.by_schema, c.cached) for c in given] == [
        (KEPT, True, False), ("ready", False, False), (KEPT, True, True), ("ready", False, True),
    ]  # fmt: skip
    assert len(fake.requests) == 2


@pytest.mark.parametrize(
    "text",
    ["", "zeldric-41", "[]", '{"result": []}', '{"result": 3}', '{"result": ["zeldric-41"]}',
     '{"result": [{"kind": "grown"}]}', "[" * 100_000,
     '{"result": [{"kind": "grown", "name": "zeldric-41", "more": 1}]}'],
)  # fmt: skip
def test_only_what_the_trial_demands_is_taken_for_kept(text: str) -> None:
    assert not has_kept(text)
    assert has_kept(json.dumps({"result": [{"kind": "grown", "name": "zeldric-41"}]}))
