# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the web server until a signal ends it."""

import asyncio
import contextlib
import secrets
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.applications import Starlette

from adhoc_teamwork.bringup.team_console.connections import MOST_CONNECTIONS, BoundedConnection
from adhoc_teamwork.bringup.team_console.guard import needs_key
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say

DEFAULT_PORT = 8077


class _Server(uvicorn.Server):
    """End the pages' streams as soon as a signal comes."""

    def __init__(self, config: uvicorn.Config, stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._stopping = stopping

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in good order on SIGINT and SIGTERM, without raising them again afterwards."""
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, self._end)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    def _end(self) -> None:
        self.should_exit = True
        self._stopping.set()


def listen(address: str, port: int | None) -> socket.socket:
    """Return a listening socket.

    Args:
        address: Of this machine, or a name of it.
        port: 0 for any free one; None for the usual one, or any free one where it is taken.

    Raises:
        ConfigError: There is no such address, or the port is taken.
    """
    try:
        family = socket.getaddrinfo(address, port or 0, type=socket.SOCK_STREAM)[0][0]
        try:
            return socket.create_server(
                (address, DEFAULT_PORT if port is None else port), family=family
            )
        except OSError:
            if port is not None:
                raise
            return socket.create_server((address, 0), family=family)
    except OSError as error:
        where = f"--address {address} --port {DEFAULT_PORT if port is None else port}"
        reason = error.strerror or error
        raise ConfigError(f"{where}: {reason}; expected a free port of this machine") from None


async def serve(
    listener: socket.socket,
    make_app: Callable[[asyncio.Event, str], Starlette],
    what: str,
    path: str = "",
) -> None:
    """Say where the page is, and serve it until SIGINT or SIGTERM.

    Args:
        listener: A listening socket; it is closed at the end.
        make_app: Given the event that ends streams and the key, empty for none.
        what: What the page shows, for people.
        path: Of the page, where it is not the first.
    """
    address, port = listener.getsockname()[:2]
    key = secrets.token_urlsafe(12) if needs_key(address) else ""
    stopping = asyncio.Event()
    config = uvicorn.Config(
        make_app(stopping, key), log_level="warning", access_log=False, lifespan="off",
        timeout_graceful_shutdown=2, http=BoundedConnection, backlog=MOST_CONNECTIONS,
    )  # fmt: skip
    host = f"[{address}]" if ":" in address else address
    say(f"{what}: http://{host}:{port}/{path}{f'?key={key}' if key else ''}  (Ctrl-C ends)")
    try:
        await _Server(config, stopping).serve(sockets=[listener])
    finally:
        listener.close()
