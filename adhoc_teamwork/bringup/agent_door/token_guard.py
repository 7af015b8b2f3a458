# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let in over HTTP only who has the door's token."""

import hmac
import os
import secrets
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from adhoc_teamwork.teamwork.settings.config import ConfigError

VARIABLE = "ADHOC_MCP_TOKEN"
"""Variable of the environment with a token that stays the same from start to start."""
SHORTEST = 16


def door_token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the token of the environment, else a new one.

    Raises:
        ConfigError: The environment's is too short to be one.
    """
    token = environment.get(VARIABLE, "")
    if token and (len(token) < SHORTEST or not token.isascii() or not token.isprintable()):
        raise ConfigError(f"{VARIABLE}: expected at least {SHORTEST} characters of ASCII")
    return token or secrets.token_urlsafe(24)


class TokenGuard:
    """Refuse every request without ``Authorization: Bearer TOKEN``."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it in one line."""
        if scope["type"] == "http":
            given = Request(scope).headers.getlist("authorization")
            wanted = f"Bearer {self._token}".encode()
            if len(given) != 1 or not hmac.compare_digest(given[0].encode(), wanted):
                refused = PlainTextResponse(
                    "the door asks for the token that it printed\n",
                    401,
                    {"www-authenticate": "Bearer"},
                )
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)
