# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Endpoints that misbehave, over HTTP: one line says so, in time, with no key in it."""

import asyncio
import gzip
import json
import logging
import resource
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_server import serving
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from adhoc_teamwork.llm_port.bounded_client import MOST_BYTES, log_no_requests
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.masking import address_shown, hide_key
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import LONGEST_ANSWER, LONGEST_NAME, MOST_TOKENS, Completion
from adhoc_teamwork.llm_port.port import ModelUnavailableError as Unavailable
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

KEY = "sk-proj-QmVnaW4tc2VjcmV0LWVuZA-7f3e9c"
HELLO = (ChatMessage("user", "hello"),)
Answer = Callable[[Request], Response]


def endpoint(answer: Answer, **more: Answer) -> Starlette:
    """Return an endpoint that answers questions so, and other paths as named."""

    def route(path: str, make: Answer) -> Route:
        async def respond(request: Request) -> Response:
            await request.body()
            return make(request)

        return Route(path, respond, methods=["GET", "POST"])

    routes = [route("/v1/chat/completions", answer)]
    return Starlette(routes=[*routes, *(route(f"/{name}", make) for name, make in more.items())])


def ask(url: str, limit: float = 5.0) -> Completion:
    async def once() -> Completion:
        model = OpenAIModel(ModelSettings(url, "m", time_limit=limit), {"OPENAI_API_KEY": KEY})
        try:
            return await model.complete(HELLO)
        finally:
            await model.close()

    return asyncio.run(once())


def refusal(answer: Answer, limit: float = 5.0) -> str:
    """Return why an answer is refused."""
    with serving(endpoint(answer)) as url, pytest.raises(Unavailable) as caught:
        ask(url, limit)
    return str(caught.value)


def completion(text: Any = "yes", model: Any = "m", usage: Any = None) -> dict[str, Any]:
    choices = [{"index": 0, "message": {"role": "assistant", "content": text}}]
    return {"id": "1", "object": "chat.completion", "model": model, "choices": choices,
            "usage": usage or {"prompt_tokens": 3, "completion_tokens": 1}}  # fmt: skip


def body(values: Any) -> Answer:
    return lambda _: Response(json.dumps(values), media_type="application/json")


@pytest.mark.parametrize(
    "values",
    [
        completion(text=7), completion(text=["yes"]), completion(text={"a": 1}),
        completion(text="x" * (LONGEST_ANSWER + 1)), completion(model=7),
        completion(model=["m"]), completion(model="m" * (LONGEST_NAME + 1)),
        completion(usage={"prompt_tokens": "many"}), completion(usage={"prompt_tokens": 2**40}),
        completion(usage={"completion_tokens": -1}), completion(usage={"prompt_tokens": 1.5}),
        completion(usage={"prompt_tokens": True}), completion(usage=[1]), completion(usage="a"),
        {"choices": {}}, {"choices": [None]}, {"choices": [{"message": "yes"}]}, [], "yes", 1, None,
    ],
)  # fmt: skip
def test_a_field_that_is_not_what_it_says_is_a_failure_of_the_model(values: Any) -> None:
    why = refusal(body(values))
    assert "sent no chat completion" in why
    assert len(why) < 500


@pytest.mark.parametrize("data", [b"[" * 100_000, b"9" * 100_000, b"\xff\xfe\x00", b"", b"NaN"])
def test_what_is_no_json_is_a_failure_of_the_model(data: bytes) -> None:
    assert "sent no chat completion" in refusal(
        lambda _: Response(data, media_type="application/json")
    )


def test_half_characters_and_nul_in_an_answer_are_made_whole() -> None:
    with serving(endpoint(body(completion("a\ud800\0 b \U0001f600", "m\udfff")))) as url:
        assert ask(url) == Completion("a\ufffd\ufffd b \U0001f600", "m\ufffd", 3, 1)


@given(st.text() | st.integers() | st.none(), st.text() | st.none(), st.integers() | st.text())
@settings(max_examples=300)
def test_a_completion_that_there_is_fits_every_message(text: Any, model: Any, tokens: Any) -> None:
    try:
        made = Completion(text, model, tokens, tokens)
    except ValueError:
        return
    (made.text + made.model).encode()
    assert 0 <= made.prompt_tokens <= MOST_TOKENS < 2**32


def test_questions_and_keys_follow_no_redirect() -> None:
    heard: list[str] = []

    def elsewhere(request: Request) -> Response:
        heard.append(request.headers.get("authorization", ""))
        return JSONResponse(completion())

    for status in (301, 302, 303, 307, 308):
        app = endpoint(lambda _, s=status: RedirectResponse("/other", s), other=elsewhere)  # type: ignore[misc]
        with serving(app) as url, pytest.raises(Unavailable, match=f"answered {status}"):
            ask(url)
    assert heard == []


def test_an_answer_that_holds_the_key_is_heard_without_it() -> None:
    told = completion(f"your key is {KEY}, Explore", model=f"m-{KEY}")
    with serving(endpoint(lambda _: JSONResponse(told))) as url:
        heard = ask(url)
    assert (heard.text, heard.model) == ("your key is ***, Explore", "m-***")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        KEY, KEY[:12], f"{KEY[:8]}***{KEY[-4:]}", f"Bearer {KEY}", f"x{KEY}x", "sk-proj-****9c",
        KEY[5:20].upper() + KEY[5:11],
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [400, 404, 429, 500])
def test_no_part_of_a_key_is_shown(words: str, status: int) -> None:
    told = {"error": {"message": f"wrong key {words}, and\n\x1b[2Jmore"}}
    why = refusal(lambda _: JSONResponse(told, status))
    assert not [part for at in range(len(KEY) - 3) if (part := KEY[at : at + 4]) in why]
    assert "wrong key" in why
    assert why.isprintable()


def test_an_address_with_a_password_is_refused_without_showing_it() -> None:
    for address in ("http://user:hunter2@localhost/v1", "http://localhost/v1?key=hunter2"):
        with pytest.raises(ConfigError, match="without user, password and query") as caught:
            ModelSettings(address, "m")
        assert "hunter2" not in str(caught.value)
    assert address_shown("https://u:p@host:8/v1?a=b#c") == "https://host:8/v1"
    assert hide_key("nothing here", "") == "nothing here"


def test_a_long_answer_is_cut_off_where_the_limit_is() -> None:
    sent = 0

    def endless(status: int) -> Answer:
        async def drops() -> AsyncIterator[bytes]:
            nonlocal sent
            for _ in range(1000):
                sent += 1 << 20
                yield b" " * (1 << 20)
                await asyncio.sleep(0)

        return lambda _: StreamingResponse(drops(), status, media_type="application/json")

    for status in (200, 400):
        sent = 0
        assert f"more than {MOST_BYTES} bytes" in refusal(endless(status))
        assert sent < 100 * MOST_BYTES


@pytest.mark.slow
def test_a_packed_answer_is_refused_and_costs_nothing() -> None:
    bomb = gzip.compress(b" " * (200 << 20), 9)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for encoding in ("gzip", "GZIP", "deflate", "br", "gzip, gzip"):
        headers = {"content-encoding": encoding}
        assert "packed" in refusal(lambda _, h=headers: Response(bomb, headers=h))  # type: ignore[misc]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_the_time_limit_holds_for_the_whole_answer() -> None:
    async def drips() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.05)

    begun = time.monotonic()
    why = refusal(lambda _: StreamingResponse(drips(), media_type="application/json"), limit=0.5)
    assert "no answer within 0.5 s" in why
    assert time.monotonic() - begun < 3.0


def test_no_request_is_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    log_no_requests()
    with caplog.at_level(logging.INFO), serving(endpoint(body(completion("yes", "m")))) as url:
        ask(url)
    assert not [r for r in caplog.records if "HTTP Request" in r.getMessage()]
