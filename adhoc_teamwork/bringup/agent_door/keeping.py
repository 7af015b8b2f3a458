# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep a door open: over standard input and output, or over HTTP on this machine."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from starlette.applications import Starlette

from adhoc_teamwork.bringup.agent_door.desk import Desk, DeskError, Receipts, TeamVoice
from adhoc_teamwork.bringup.agent_door.hatch import Hatch, hatch_folder
from adhoc_teamwork.bringup.agent_door.sight import TeamSight
from adhoc_teamwork.bringup.agent_door.token_guard import TokenGuard, door_token
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.serving import listen, serve
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.extras import how_to_get
from adhoc_teamwork.teamwork.settings.places import state_dir
from adhoc_teamwork.teamwork.text.console import complain, say

ADDRESS = "127.0.0.1"
PATH = "mcp"
RECEIPTS = "receipts.jsonl"
NOTING = 0.5
"""Seconds between looks at what the chat answered."""
STDIO = -1
"""In place of a port: standard input and output."""


class Door:
    """Hold what is behind a door: the team's sight, the desk, the hatch and the server.

    Args:
        picture: Of the team.
        title: What the team is called.
        control: Reaches the team; None for a recorded one.

    Raises:
        ConfigError: The extra `mcp` is not installed.
    """

    def __init__(self, picture: Picture, title: str, control: TeamVoice | None) -> None:
        try:
            from adhoc_teamwork.bringup.agent_door.door import make_door
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
                raise
            raise ConfigError(f"a door for agents needs mcp: {how_to_get('mcp')}") from None
        self.sight = TeamSight(picture, title)
        self.desk = Desk(control, Receipts(state_dir() / RECEIPTS, title))
        self._hatch = Hatch(self.desk, title, hatch_folder()) if control is not None else None
        self.server = make_door(self.sight, self.desk)
        self._title = title

    async def keep(self, port: int, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Serve at a port of this machine, or over standard input and output, until the end.

        A thread that waits for a line cannot be called off: over standard input and output this
        process ends here where a signal comes, once the last is done.

        Args:
            port: `STDIO`, or 0 for any free one.
            last: Done at the end.

        Raises:
            ConfigError: The port is taken, or there cannot be a hatch.
        """
        listener = None if port == STDIO else listen(ADDRESS, port)
        noting = asyncio.create_task(self._note_answers())
        try:
            if self._hatch is not None:
                await self._hatch.open()
                complain(f"adhoc: answer what is asked with ./adhoc approve; receipts are in "
                         f"{self.desk.receipts}")  # fmt: skip
            if listener is not None:
                await self._serve_http(listener)
            elif await _ended_by_signal(self.server.run_stdio_async()):
                await self._close(last)
                sys.stderr.flush()
                os._exit(0)
        finally:
            noting.cancel()
            await self._close(last)

    async def _close(self, last: Callable[[], Awaitable[None]] | None) -> None:
        if self._hatch is not None:
            await self._hatch.close()
        if last is not None:
            await last()

    async def _serve_http(self, listener: Any) -> None:
        from mcp.server.transport_security import TransportSecuritySettings

        hosts = [f"{name}:*" for name in (ADDRESS, "localhost")]
        app = self.server.streamable_http_app(
            streamable_http_path=f"/{PATH}",
            # A page in a browser says its origin, and none is allowed.
            transport_security=TransportSecuritySettings(allowed_hosts=hosts),
        )
        token = door_token()
        app.add_middleware(TokenGuard, token=token)
        say(f"token: {token}")

        def make_app(_stopping: asyncio.Event, _key: str) -> Starlette:
            return app

        async with self.server.session_manager.run():
            await serve(listener, make_app, f"{self._title}: door for agents", PATH)

    async def _note_answers(self) -> None:
        """Write down what the chat answers, for as long as the door is kept."""
        while True:
            await asyncio.sleep(NOTING)
            self.sight.look()
            for text in self.sight.take_answers():
                try:
                    self.desk.note(text)
                except DeskError as error:
                    complain(f"adhoc: {error}")


async def _ended_by_signal(work: Coroutine[Any, Any, None]) -> bool:
    """Do some work, or be told by SIGINT or SIGTERM to end; return whether a signal came first."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    working, waiting = asyncio.create_task(work), asyncio.create_task(told.wait())
    await asyncio.wait((working, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not working.done():
        return True
    waiting.cancel()
    await working
    return False
