# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every language model does: the client of real endpoints and the tests' script alike."""

import asyncio
import time

import pytest
from model_server import offline_server, serving
from scripted_model import Clock, ScriptedModel, prompts
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from adhoc_teamwork.adhoc_planner.prompts.specimen import specimen_views
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import Completion, LanguageModel, ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

KEY = "sk-never-to-be-seen"
HELLO = (ChatMessage("user", "hello"),)


def answering(response: Response | None = None, delay: float = 0.0) -> Starlette:
    """Return an endpoint that always answers the same, after `delay` seconds."""

    async def chat(request: Request) -> Response:
        await request.body()
        await asyncio.sleep(delay)
        return response or JSONResponse({})

    return Starlette(routes=[Route("/v1/chat/completions", chat, methods=["POST"])])


def ask(url: str, prompt: tuple[ChatMessage, ...] = HELLO, limit: float = 5.0) -> Completion:
    """Ask once, with a key in the environment."""

    async def once() -> Completion:
        settings = ModelSettings(url, "offline", time_limit=limit)
        model = OpenAIModel(settings, {"OPENAI_API_KEY": KEY})
        try:
            return await model.complete(prompt)
        finally:
            await model.close()

    return asyncio.run(once())


def generate_prompt() -> tuple[ChatMessage, ...]:
    """Return a prompt as the planner makes it."""
    return prompts().generate(next(iter(specimen_views())), 3)


def test_every_model_answers_a_prompt_of_the_planner() -> None:
    with offline_server() as url:
        answers = [ask(url, generate_prompt())]

    async def scripted() -> Completion:
        model: LanguageModel = ScriptedModel(Clock(), latency=0.0)
        return await model.complete(generate_prompt())

    answers.append(asyncio.run(scripted()))
    for answer in answers:
        assert "[result]" in answer.text
        assert answer.model
        assert answer.prompt_tokens > 0
        assert answer.completion_tokens > 0
    assert answers[0].text == answers[1].text


def test_every_model_says_so_when_it_cannot_answer() -> None:
    with pytest.raises(ModelUnavailableError, match="cannot reach"):
        ask("http://127.0.0.1:9/v1")

    async def scripted() -> None:
        dead = ScriptedModel(Clock())
        dead.is_dead = True
        model: LanguageModel = dead
        await model.complete(generate_prompt())

    with pytest.raises(ModelUnavailableError, match="cannot reach"):
        asyncio.run(scripted())


def test_an_endpoint_that_hangs_is_given_up_in_time() -> None:
    with serving(answering(delay=30.0)) as url:
        begun = time.monotonic()
        with pytest.raises(ModelUnavailableError, match=r"no answer within 0\.5 s"):
            ask(url, limit=0.5)
        assert time.monotonic() - begun < 3.0


def test_an_answer_that_is_no_completion_is_a_failure_of_the_model() -> None:
    for response in (JSONResponse({"choices": []}), JSONResponse({}), PlainTextResponse("<html>")):
        with serving(answering(response)) as url, pytest.raises(ModelUnavailableError):
            ask(url)


def test_an_empty_answer_is_an_answer_that_says_so() -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": None}}
    body = {"id": "1", "object": "chat.completion", "model": "m", "choices": [choice]}
    with serving(answering(JSONResponse(body))) as url:
        assert ask(url) == Completion("", "m", flaw="the answer was empty")


def test_the_key_is_never_shown() -> None:
    told = {"error": {"message": f"Incorrect API key provided: {KEY}"}}
    for status in (401, 400):
        response = JSONResponse(told, status)
        with serving(answering(response)) as url, pytest.raises(ModelUnavailableError) as caught:
            ask(url)
        assert KEY not in str(caught.value)
        assert caught.value.__cause__ is None


def test_a_hosted_endpoint_needs_a_key_and_a_local_one_does_not() -> None:
    hosted = ModelSettings("https://api.example.org/v1", "some-model")
    with pytest.raises(ConfigError, match="OPENAI_API_KEY or ADHOC_LLM_API_KEY"):
        OpenAIModel(hosted, {})
    OpenAIModel(hosted, {"ADHOC_LLM_API_KEY": KEY})
    OpenAIModel(ModelSettings("http://localhost:1/v1", "offline"), {})


@pytest.mark.parametrize(
    ("url", "model", "temperature", "limit", "named"),
    [
        ("localhost:8000", "m", 0.3, 5.0, "llm_base_url"),
        ("http://", "m", 0.3, 5.0, "llm_base_url"),
        ("http://localhost/v1", "", 0.3, 5.0, "llm_model"),
        ("http://localhost/v1", "m", 9.0, 5.0, "llm_temperature"),
        ("http://localhost/v1", "m", 0.3, -1.0, "llm_time_limit"),
    ],
)
def test_bad_settings_are_named(
    url: str, model: str, temperature: float, limit: float, named: str
) -> None:
    with pytest.raises(ConfigError, match=named):
        ModelSettings(url, model, temperature, limit)
