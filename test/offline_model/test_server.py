# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model's server, a rule-based stand-in, as an OpenAI client meets it."""

import asyncio
import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from planner_views import TEMPLATES, chat, house, mug
from starlette.testclient import TestClient

from adhoc_teamwork.adhoc_planner.notation.answers import parse_candidates
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.offline_model.error_rates import read_errors
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.protocol import estimate_tokens
from adhoc_teamwork.offline_model.server import create_app
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant

ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the server on a free port; yield its process and port."""
    command = [
        sys.executable,
        "-m",
        "adhoc_teamwork.offline_model.server",
        "--port",
        "0",
        *options,
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r":(\d+)/v1", line)
            assert found, line
            assert "a rule-based stand-in" in line
            yield process, int(found.group(1))
        finally:
            process.kill()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving("--model", "tidy") as (_, number):
        yield number


def send(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def ask(port: int, **request: object) -> tuple[int, dict[str, Any]]:
    return send(port, "POST", "/v1/chat/completions", json.dumps(request).encode())


def test_a_completion_has_the_shape_of_the_protocol(port: int) -> None:
    messages = chat(load_prompts(TEMPLATES).generate(house(), 3))
    status, body = ask(port, model="tidy", messages=messages, temperature=0.3)
    assert status == 200
    assert body["object"] == "chat.completion"
    assert body["model"] == "tidy"
    assert body["created"] == pytest.approx(time.time(), abs=60)
    (choice,) = body["choices"]
    assert choice["finish_reason"] == "stop"
    assert choice["message"]["role"] == "assistant"
    expected = answer(messages, OfflineSettings(temperature=0.3))
    assert choice["message"]["content"] == expected
    assert body["usage"]["completion_tokens"] == estimate_tokens(len(expected))
    assert body["usage"]["total_tokens"] > body["usage"]["prompt_tokens"] > 500


def test_the_openai_client_understands_it(port: int) -> None:
    messages: Any = chat(load_prompts(TEMPLATES).generate(house(), 3))
    base = f"http://127.0.0.1:{port}/v1"
    with openai.OpenAI(base_url=base, api_key="none", max_retries=0, timeout=10) as client:
        reply = client.chat.completions.create(model="tidy", messages=messages)
        assert parse_candidates(reply.choices[0].message.content or "")
        assert [model.id for model in client.models.list()] == ["tidy", "tidy-weak"]
        with pytest.raises(openai.NotFoundError, match="does not exist"):
            client.chat.completions.create(model="large", messages=messages)


def test_temperature_variant_slips_and_seed_reach_the_model() -> None:
    messages = chat(load_prompts(TEMPLATES).generate(house(), 3))
    with serving("--hallucination", "0.5", "--seed", "3") as (_, number):
        for name, variant in (("offline", Variant.FULL), ("offline-weak", Variant.WEAK)):
            for temperature in (0.0, 1.0):
                _, body = ask(number, model=name, messages=messages, temperature=temperature)
                settings = OfflineSettings(3, temperature, 0.5, variant)
                assert body["choices"][0]["message"]["content"] == answer(messages, settings)


def test_health_and_models(port: int) -> None:
    assert send(port, "GET", "/health")[1]["status"] == "ok"
    assert send(port, "GET", "/v1/models")[1]["data"][0]["id"] == "tidy"


@pytest.mark.parametrize(
    ("request_", "param"),
    [
        ({"messages": [{"role": "user", "content": "x"}]}, "model"),
        ({"model": "tidy"}, "messages"),
        ({"model": "tidy", "messages": []}, "messages"),
        ({"model": "tidy", "messages": ["x"]}, "messages[0]"),
        ({"model": "tidy", "messages": [{"role": "king", "content": "x"}]}, "messages[0]"),
        ({"model": "tidy", "messages": [{"role": {}, "content": "x"}]}, "messages[0]"),
        ({"model": "tidy", "messages": [{"role": "user", "content": 3}]}, "messages[0]"),
        ({"model": "tidy", "messages": [{"role": "user", "content": "x"}], "stream": True},
         "stream"),
        ({"model": "tidy", "messages": [{"role": "user", "content": "x"}], "temperature": 3},
         "temperature"),
        ({"model": "tidy", "messages": [{"role": "user", "content": "x"}], "temperature": "hot"},
         "temperature"),
    ],
)  # fmt: skip
def test_malformed_requests_are_refused(port: int, request_: dict[str, Any], param: str) -> None:
    status, body = ask(port, **request_)
    assert status == 400
    assert body["error"]["type"] == "invalid_request_error"
    assert body["error"]["param"] == param


def test_a_body_that_is_no_json(port: int) -> None:
    for body in (b"{", b"[]", b"\xff", b"[" * 100_000):
        status, answered = send(port, "POST", "/v1/chat/completions", body)
        assert status == 400
        assert answered["error"]["message"]


def test_an_unknown_model(port: int) -> None:
    status, body = ask(port, model="large", messages=[{"role": "user", "content": "x"}])
    assert status == 404
    assert body["error"]["code"] == "model_not_found"


def test_an_interrupt_ends_it_at_once_even_with_an_answer_under_way() -> None:
    with serving("--latency", "60") as (process, number):
        answers: list[tuple[int, dict[str, Any]]] = []

        def wait_for_answer() -> None:
            request: Any = {"model": "offline", "messages": [{"role": "user", "content": "x"}]}
            answers.append(ask(number, **request))

        waiting = threading.Thread(target=wait_for_answer)
        waiting.start()
        limit = time.monotonic() + 10
        while not send(number, "GET", "/health")[1]["under_way"]:
            assert time.monotonic() < limit
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
        waiting.join(timeout=10)
        assert answers[0][0] == 503


def test_latency_is_kept() -> None:
    with serving("--latency", "0.4", "--seed", "1") as (_, number):
        start = time.monotonic()
        ask(number, model="offline", messages=[{"role": "user", "content": "x"}])
        assert 0.35 <= time.monotonic() - start < 3.0


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adhoc_teamwork.offline_model.server", *options]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=False
    )


def test_a_busy_port_gets_one_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        ended = run("--port", str(number))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"127.0.0.1:{number}" in ended.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--port", "99999"),
        ("--port", "0", "--latency", "-1"),
        ("--latency", "1"),
        ("--port", "0", "--hallucination", "1.5"),
        ("--port", "0", "--seed", "-1"),
    ],
)
def test_wrong_options(options: tuple[str, ...]) -> None:
    ended = run(*options)
    assert ended.returncode == 2
    assert "error:" in ended.stderr


def test_a_temperature_beyond_all_numbers_is_refused(port: int) -> None:
    status, body = ask(port, model="tidy", messages=[{"role": "user", "content": "x"}],
                       temperature=10**400)  # fmt: skip
    assert status == 400
    assert "temperature" in body["error"]["message"]


def test_errors_are_of_the_seed_and_of_who_asks() -> None:
    errors = read_errors("misjudge=0.5")
    messages = chat(load_prompts(TEMPLATES).judge(house(), [mug()]))
    answers = {}
    for seed in range(6):
        client = TestClient(create_app(asyncio.Event(), seed=seed, errors=errors))
        for user in ("cat", "dog", None):
            body = {"model": "offline", "messages": messages, "user": user}
            text = client.post("/v1/chat/completions", json=body).json()
            answers[seed, user] = text["choices"][0]["message"]["content"]
            how = OfflineSettings(seed, errors=errors)
            assert answers[seed, user] == answer(messages, how, asker=user or "")
    assert any(answers[seed, "cat"] != answers[seed, "dog"] for seed in range(6))
    assert len(set(answers.values())) > 1
    body = {"model": "offline", "messages": messages, "user": 3}
    refused = client.post("/v1/chat/completions", json=body)
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "user")
