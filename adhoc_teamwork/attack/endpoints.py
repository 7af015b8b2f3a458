# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the client of language models: its endpoint sends what it likes, as bytes over HTTP."""

import asyncio
import gzip
import json
import random
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape, mutated
from adhoc_teamwork.attack.trial.outcome import Outcome
from adhoc_teamwork.attack.trial.target import Harmed, Strike, Target
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

TIME_LIMIT = 2.0
MOST_TOKENS = 2**31
_SLACK = 3.0
_PROMPT = (ChatMessage("user", "What next?"),)
DRIP, REDIRECT = b"DRIP ", b"LOOP "
"""What an input begins with that is to be sent byte by byte, or again and again by redirection."""
_COMPLETION = {
    "id": "x", "object": "chat.completion", "created": 1, "model": "offline",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "[result]\n1. Stop", "refusal": None},
                 "logprobs": None, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
}  # fmt: skip


def make_targets() -> list[Target]:
    """Return the one target: a client that asks an endpoint which answers with the input."""
    sound = tuple(
        response(_completion(content=text).encode())
        for text in ("[result]\n1. Stop", "[subskill] Explore", "[judgement] yes")
    )
    return [Target("endpoint", lambda _: _asking(), sound, (ModelUnavailableError,), Shape.TEXT,
                   responses)]  # fmt: skip


def _asking() -> Strike:
    endpoint = Endpoint()
    endpoint.start()
    settings = ModelSettings(f"http://127.0.0.1:{endpoint.port}/v1", "offline", 0.0, TIME_LIMIT)

    async def ask() -> Completion:
        model = OpenAIModel(settings, {})
        try:
            return await model.complete(_PROMPT)
        finally:
            await model.close()

    def strike(data: bytes) -> object:
        endpoint.say(data)
        begun = time.monotonic()
        try:
            answer = asyncio.run(ask())
        finally:
            took = time.monotonic() - begun
            if took > TIME_LIMIT + _SLACK:
                raise Harmed(Outcome.HUNG, f"{took:.1f} s with a limit of {TIME_LIMIT:g} s")
        check_completion(answer)
        return answer

    return strike


def check_completion(answer: Completion) -> None:
    """Refuse an answer that whoever uses it would fall over.

    Raises:
        Harmed: A text that is none or cannot be written, or tokens that are no number.
    """
    for name in ("text", "model"):
        value: Any = getattr(answer, name)
        if not isinstance(value, str):
            raise Harmed(Outcome.CRASHED, f"{name} is {value!r:.60}")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Harmed(Outcome.CRASHED, f"{name} cannot be written: {value!r:.60}") from None
    for name in ("prompt_tokens", "completion_tokens"):
        value = getattr(answer, name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MOST_TOKENS:
            raise Harmed(Outcome.CRASHED, f"{name} is {value!r:.60}")


class Endpoint:
    """Answer every request with what was said last, on a thread; see `DRIP` and `REDIRECT`."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._listener.getsockname()[1])
        self._last = b""
        self._asked = 0

    def start(self) -> None:
        """Begin to answer."""
        threading.Thread(target=self._serve, name="endpoint", daemon=True).start()

    def say(self, data: bytes) -> None:
        """Answer with these bytes from now on."""
        self._last = data

    def answer_to(self, path: str, body: bytes) -> bytes:
        """Return the bytes of an answer."""
        del path, body
        return self._last

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(10.0)
            try:
                asked = _read_request(connection)
                self._asked += 1
                data = self.answer_to(*asked)
                if data.startswith(DRIP):
                    for byte in data[len(DRIP) :]:
                        connection.sendall(bytes((byte,)))
                        time.sleep(0.05)
                    return
                if data.startswith(REDIRECT):
                    place = f"http://127.0.0.1:{self.port}/v1/x{self._asked}"
                    data = response(b"", "307 x", headers=f"Location: {place}\r\n")
                connection.sendall(data)
            except OSError:
                # Who asked has gone.
                return


def _read_request(connection: socket.socket) -> tuple[str, bytes]:
    """Return path and body; a body that is left unread would reset what is answered."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _received(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    path = head.split(b" ")[1].decode("latin-1")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    wanted = int(lengths[0].partition(b":")[2]) if lengths else 0
    while len(body) < wanted:
        body += _received(connection)
    return path, body


def _received(connection: socket.socket) -> bytes:
    chunk = connection.recv(65536)
    if not chunk:
        raise ConnectionResetError("the request ended early")
    return chunk


def _completion(**message: Any) -> str:
    whole = json.loads(json.dumps(_COMPLETION))
    whole["choices"][0]["message"].update(message)
    return json.dumps(whole)


def _with(**parts: Any) -> bytes:
    return json.dumps({**_COMPLETION, **parts}).encode()


def response(
    body: bytes, status: str = "200 OK", kind: str = "application/json", headers: str = ""
) -> bytes:
    """Return the bytes of an HTTP response."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{headers}"
    return head.encode("latin-1", "replace") + b"Connection: close\r\n\r\n" + body


def responses(canary: Path) -> Sequence[bytes]:
    """Return responses by hand: texts, numbers, nesting, sizes, packing, redirection, dripping."""
    bodies = [_completion(content=text).encode() for text in (*evil.TEXTS, *evil.code(canary))]
    bodies += [_completion(content=value).encode() for value in (*evil.VALUES, 7, 1.5)]
    bodies += [_with(model=value) for value in (*evil.VALUES, *evil.TEXTS[:20], 7)]
    bodies += [_with(usage=value) for value in evil.VALUES]
    bodies += [
        _with(usage={"prompt_tokens": value, "completion_tokens": value, "total_tokens": value})
        for value in (*evil.NUMBERS, *evil.VALUES, "many", "7", "2e3")
    ]
    bodies += [_with(choices=value) for value in evil.VALUES]
    bodies += [_with(choices=[value]) for value in evil.VALUES]
    bodies += [_with(choices=[{"message": value}]) for value in evil.VALUES]
    bodies += list(evil.JSON_TEXTS)
    bodies.append(_completion(content="x" * 10_000_000).encode())
    bomb = gzip.compress(bytes(300_000_000), 9)
    statuses = (
        "100 x",
        "204 x",
        "301 x",
        "304 x",
        "400 x",
        "401 x",
        "429 x",
        "500 x",
        "503 x",
        "599 x",
        "999 x",
    )
    sound = _completion().encode()
    raw = [
        b"", b"\r\n", b"HTTP/1.1", b"HTTP/1.1 200", b"HTTP/1.1 200 OK\r\n\r\n", b"\x00" * 1000, b"SSH-2.0-x\r\n", b"<html>",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20_000,
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1_000_000 + b"\r\n\r\n",
        DRIP + response(sound), REDIRECT,
        response(b"", "307 x", headers="Location: file:///etc/passwd\r\n"),
        response(b"", "307 x", headers="Location: http://[::1\r\n"),
        response(b"", "307 x", headers="Location: \x1b[2J\r\n"),
        response(bomb, headers="Content-Encoding: gzip\r\n"), response(b"\x1f\x8b", headers="Content-Encoding: gzip\r\n"),
        response(gzip.compress(bomb), headers="Content-Encoding: gzip, gzip\r\n"),
        response(b"x", headers="Content-Encoding: br\r\n"), response(b"x", headers="Content-Encoding: zstd\r\n"),
        response(sound, kind="text/html"), response(sound, kind="application/json; charset=utf-7"),
        response(sound, kind="text/event-stream"), response(sound, headers="Retry-After: 99999999\r\n", status="429 x"),
        response("{\"error\": {\"message\": \"\x1b[2J\u202e\"}}".encode(), "400 x"),
        response(json.dumps({"error": evil.VALUES[-1]}).encode(), "400 x"),
    ]  # fmt: skip
    raw += [response(sound, status) for status in statuses]
    return [*raw, *(response(body) for body in bodies)]


def drawn(seed: int) -> Iterator[bytes]:
    """Yield answers without end: what is made by hand, in some order, and what is changed of it."""
    draw = random.Random(seed)
    known = list(responses(Path("canary")))
    sound = [response(_completion(content=text).encode()) for text in ("[result]\n1. Stop", "yes")]
    while True:
        yield draw.choice(known) if draw.random() < 0.5 else mutated(draw, sound, Shape.TEXT)
