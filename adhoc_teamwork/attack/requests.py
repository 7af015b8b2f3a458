# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the console's server with requests, as bytes: as a browser or a scanner sends them."""

import asyncio
import json
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvicorn

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import CALL, EVENTS
from adhoc_teamwork.attack.trial.outcome import Outcome
from adhoc_teamwork.attack.trial.target import Harmed, Strike, Target
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.server import Console

KEY = "a-key-that-nobody-knows"
STRANGE = "evil.example"
PATIENCE = 10.0
"""Seconds for which an answer is waited for."""
_HEAD = "Host: localhost:{port}\r\n"
_JSON = "Content-Type: application/json\r\n"
_PATHS = (
    "/", "/page/main.js", "/page/theme.css", "/api/stream", "/api/calls/0", "/api/calls/1", "/api/say", "/api/stop",
    "/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2f..%2f..%2fetc/passwd", "//etc/passwd", "/page//etc/passwd",
    "/api/calls/-1", "/api/calls/99999999999999999999999", "/api/calls/1e9", "/page/%00", "/page/\\..\\server.py", "/?key=",
    "/?key=x", "/page/" + "a/" * 2000, "/api/calls/" + "9" * 5000, "/" + "%ff" * 300, "*", "http://evil.example/",
)  # fmt: skip
_ODD: tuple[Any, ...] = (1, 0, "true", None, [], 2**70)
_YES = b'{"door": "1", "number": 1, "yes": true}'
_SECRETS = (b"root:x:", b"class Console", b"class Guard")


def make_targets() -> list[Target]:
    """Return a target for a console of this machine alone, and one for one that asks for a key."""
    return [
        Target("console", lambda _: _server(""), _seeds(), (), Shape.BYTES, by_hand),
        Target("console with a key", lambda _: _server(KEY), _seeds(), (), Shape.BYTES, by_hand),
    ]


class _TeamControl:
    """Note which commands got through; see `TeamControl`."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def say(self, text: str) -> str:
        self.done.append(f"said {text!r:.60}")
        return ""

    async def stop(self, whose: str, pressed: bool) -> str:
        self.done.append(f"{'pressed' if pressed else 'released'} the stop of {whose!r:.60}")
        return ""

    async def answer(self, door: str, number: int, yes: bool) -> str:
        self.done.append(f"said {yes} to request {number} at {door!r:.60}")
        return ""

    def now(self) -> float:
        return 0.0


def _server(key: str) -> Strike:
    """Serve a console on a thread, and return how to send it bytes."""
    picture, hands, stopping = Picture(), _TeamControl(), asyncio.Event()
    for event in EVENTS:
        picture.take(event)
    picture.take_call(CALL)
    app = Console(picture, {"mode": "live", "title": "x", "person": "x"}, hands, stopping).app(key)
    listener = socket.create_server(("127.0.0.1", 0))
    port = int(listener.getsockname()[1])
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True).start()

    def strike(data: bytes) -> object:
        hands.done.clear()
        request = data.replace(b"{port}", str(port).encode())
        answer = exchange(port, request)
        if answer.startswith(b"HTTP/1.1 500"):
            raise Harmed(Outcome.CRASHED, "500 Internal Server Error")
        if any(secret in answer for secret in _SECRETS):
            raise Harmed(Outcome.LEAKED, "a file that is no part of the page")
        if hands.done and (key or is_strange(request)):
            raise Harmed(Outcome.EXECUTED, hands.done[0])
        return answer

    return strike


def exchange(port: int, request: bytes) -> bytes:
    """Send bytes, end one's own side, and return what comes."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65536):
                answer += chunk
        except TimeoutError:
            raise Harmed(Outcome.HUNG, f"no end of an answer within {PATIENCE:g} s") from None
        except OSError:
            # It was refused while it was still being sent.
            return answer
    return answer


def is_strange(request: bytes) -> bool:
    """Tell whether a browser would send this from another site's page, or under another's name."""
    head = request.partition(b"\r\n\r\n")[0].lower()
    named = (line.partition(b":") for line in head.split(b"\r\n")[1:])
    return any(
        name in (b"host", b"origin") and STRANGE.encode() in value for name, _, value in named
    )


def _request(method: str, path: str, headers: str = "", body: bytes = b"") -> bytes:
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    return (
        f"{method} {path} HTTP/1.1\r\n{_HEAD}{headers}{length}Connection: close\r\n\r\n".encode()
        + body
    )


def _stop(pressed: bool) -> bytes:
    return json.dumps({"whose": "", "pressed": pressed}).encode()


def _seeds() -> tuple[bytes, ...]:
    return (
        *(_request("GET", path) for path in _PATHS[:8]),
        _request("POST", "/api/say", _JSON, b'{"text": "hello"}'),
        _request("POST", "/api/stop", _JSON, _stop(True)),
        _request("POST", "/api/stop", f"{_JSON}Origin: http://{STRANGE}\r\n", _stop(False)),
        _request("POST", "/api/say", f"{_JSON}Origin: http://{STRANGE}\r\n", b'{"text": "hi"}'),
        _request("POST", "/api/stop", _JSON, _stop(False)).replace(b"localhost", STRANGE.encode()),
        _request("POST", "/api/answer", f"{_JSON}Origin: http://{STRANGE}\r\n", _YES),
    )


def sound(port: int) -> bytes:
    """Return a request for the page, as a browser on this machine sends it."""
    return _request("GET", "/").replace(b"{port}", str(port).encode())


def by_hand(canary: Path | None = None) -> Sequence[bytes]:
    """Return requests by hand: paths, verbs, lengths, encodings, headers, bodies, other sites'."""
    del canary
    verbs = (
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "DELETE",
        "OPTIONS",
        "TRACE",
        "CONNECT",
        "PATCH",
        "get",
        "X" * 5000,
    )
    found = [_request(verb, path) for verb in verbs for path in _PATHS]
    bodies: list[Any] = [
        *evil.VALUES, *({"text": text} for text in evil.TEXTS), *({"whose": text, "pressed": True} for text in evil.TEXTS),
        *({"whose": "", "pressed": odd} for odd in _ODD), {"text": "x" * 7000},
    ]  # fmt: skip
    raw = [json.dumps(body).encode() for body in bodies] + list(evil.JSON_TEXTS)
    found += [
        _request("POST", path, _JSON, body) for body in raw for path in ("/api/say", "/api/stop")
    ]
    strange = (
        f"Origin: http://{STRANGE}\r\n", f"Origin: http://{STRANGE}:{{port}}\r\n", f"Origin: https://localhost.{STRANGE}\r\n",
        f"Origin: http://localhost:{{port}}\r\nOrigin: http://{STRANGE}\r\n",
        f"Origin: http://{STRANGE}\r\nOrigin: http://localhost:{{port}}\r\n", f"Origin: http://{STRANGE}://localhost:{{port}}\r\n",
    )  # fmt: skip
    kinds = (_JSON, "Content-Type: text/plain\r\n", "", "Content-Type: application/json;x=y\r\n",
             "Content-Type: application/x-www-form-urlencoded\r\n", "Content-Type: text/plain, application/json\r\n")  # fmt: skip
    found += [_request("POST", "/api/stop", kind + origin, _stop(pressed))
              for kind in kinds for origin in strange for pressed in (True, False)]  # fmt: skip
    hosts = (STRANGE, f"{STRANGE}:80", f"localhost@{STRANGE}", f"localhost.{STRANGE}", f"{STRANGE}#localhost",
             f"[::1].{STRANGE}", f"127.0.0.1.{STRANGE}", f"{STRANGE}\r\nHost: localhost", "")  # fmt: skip
    found += [_request("POST", "/api/stop", _JSON, _stop(False)).replace(b"localhost:{port}", host.encode())
              for host in hosts]  # fmt: skip
    found += [
        b"", b"\r\n" * 1000, b"\x16\x03\x01\x02\x00", b"GET", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 1000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"GET / HTTP/1.1\r\nX: " + b"y" * 200_000,
        b"POST /api/say HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{}",
        b"POST /api/say HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}",
        b"POST /api/say HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nfffffff\r\n",
        b"POST /api/say HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n"
        b"Content-Type: application/json\r\n\r\n0\r\n\r\nPOST /api/stop HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"POST /api/say HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        _request("GET", "/", "Cookie: console_key=" + "x" * 5000 + "\r\n"), _request("GET", "/", "Cookie: \xff\xfe=;;;==\r\n"),
        _request("GET", "/", "Cookie: console_key=\"\\000\\377\"\r\n"), _request("GET", "/?key=%ff%00"), _request("GET", "/?key=\u00e9"),
        _request("GET", "/api/stream", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n"),
        _request("GET", "/page/main.js", "Range: bytes=0-0,1-1,2-2," + "3-3," * 2000 + "\r\n"),
        _request("GET", "/page/main.js", "Range: bytes=-99999999999999999999\r\n"), _request("GET", "/page/main.js", "If-Modified-Since: x\r\n"),
    ]  # fmt: skip
    return found
