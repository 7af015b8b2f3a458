# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A web server keeps answering whoever asks, however many connect and say nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from adhoc_teamwork.bringup.team_console import connections
from adhoc_teamwork.bringup.team_console.connections import MOST_CONNECTIONS, BoundedConnection
from adhoc_teamwork.bringup.team_console.serving import listen

LIMIT = 10.0
ASKED = b"GET /%s HTTP/1.1\r\nHost: a\r\n\r\n"


class Served:
    """A server of `/slow`, which ends when it may, and of all else at once."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self._listener = listen("127.0.0.1", 0)
        config = uvicorn.Config(
            self._app,
            interface="asgi3",
            log_level="critical",
            lifespan="off",
            http=BoundedConnection,
        )
        self._server = uvicorn.Server(config)
        self._clients: list[asyncio.StreamWriter] = []

    async def _app(self, scope: Any, _receive: Any, send: Any) -> None:
        length = [(b"content-length", b"4")]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": b"be", "more_body": True})
        if scope["path"] == "/slow":
            await self.may_end.wait()
        await send({"type": "http.response.body", "body": b"en"})

    @property
    def count(self) -> int:
        return len(self._server.server_state.connections)

    async def connect(self, said: bytes = b"") -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection(*self._listener.getsockname())
        writer.write(said)
        self._clients.append(writer)
        return reader

    async def play(self, work: "Work") -> None:
        serving = asyncio.create_task(self._server._serve([self._listener]))
        try:
            await asyncio.wait_for(work(self), 3 * LIMIT)
        finally:
            self.may_end.set()
            for client in self._clients:
                client.close()
            self._server.should_exit = True
            await serving


Work = Callable[[Served], Awaitable[None]]


def play(work: Work) -> None:
    async def act() -> None:
        await Served().play(work)

    asyncio.run(act())


async def end_of(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the other side closes."""
    try:
        return await asyncio.wait_for(reader.read(), LIMIT)
    except ConnectionResetError:
        return b""


async def is_answered(reader: asyncio.StreamReader) -> bool:
    return b"200 OK" in await asyncio.wait_for(reader.readuntil(b"been"), LIMIT)


def test_a_crowd_that_says_nothing_keeps_nobody_out() -> None:
    async def work(served: Served) -> None:
        answered = await served.connect(ASKED % b"slow")
        await answered.readuntil(b"be")
        crowd = [await served.connect(b"GET") for _ in range(2 * MOST_CONNECTIONS)]
        reader = await served.connect(ASKED % b"")
        assert await is_answered(reader)
        assert served.count <= MOST_CONNECTIONS
        assert await end_of(crowd[0]) == b""
        served.may_end.set()
        assert await asyncio.wait_for(answered.readexactly(2), LIMIT) == b"en"

    play(work)


def test_where_all_are_being_answered_no_more_come_in() -> None:
    async def work(served: Served) -> None:
        many = [await served.connect(ASKED % b"slow") for _ in range(MOST_CONNECTIONS)]
        for reader in many:
            await asyncio.wait_for(reader.readuntil(b"be"), LIMIT)
        late = await served.connect(ASKED % b"")
        assert await end_of(late) == b""
        assert served.count == MOST_CONNECTIONS
        served.may_end.set()
        for reader in many:
            assert await asyncio.wait_for(reader.readexactly(2), LIMIT) == b"en"

    play(work)


@pytest.mark.parametrize("said", [b"", b"GET / HT", ASKED % b"" + b"GET / HT"])
def test_who_asks_for_nothing_in_time_is_closed(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.2)

    async def work(served: Served) -> None:
        slow = await served.connect(ASKED % b"slow")
        reader = await served.connect(said)
        assert (b"been" in await end_of(reader)) is (b"\r\n" in said)
        served.may_end.set()
        assert await is_answered(slow)

    play(work)
