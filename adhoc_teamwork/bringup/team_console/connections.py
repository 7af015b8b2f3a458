# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How many connections a web server holds, and how long one may ask for nothing."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 64
"""Connections at once; with one more, that which has asked for nothing for longest is cut."""
HEAD_WITHIN = 10.0
"""Seconds that a connection may take to ask, from its beginning or its last answer."""


class BoundedConnection(H11Protocol):
    """Keep who connects and says nothing from using up the files that a process may open."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._idle_since = self.loop.time()
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Tell whether no request of it is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take in a connection, at the cost of the one that is idle for longest if need be."""
        super().connection_made(transport)
        self._await_head()
        if len(self.connections) > MOST_CONNECTIONS:
            known = [one for one in self.connections if isinstance(one, BoundedConnection)]
            idle = [one for one in known if one.is_idle and one is not self]
            cut = min(idle, key=lambda one: one._idle_since, default=self)
            # It would count until the loop comes to tell that it is lost.
            self.connections.discard(cut)
            cut.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._await_head()
        super().on_response_complete()

    def _await_head(self) -> None:
        self._idle_since = self.loop.time()
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(HEAD_WITHIN, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.is_idle:
            self.transport.close()
