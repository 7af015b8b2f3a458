# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep strange pages and strangers on the network away from the console."""

import hmac
import ipaddress
from collections.abc import Iterable
from http.cookies import SimpleCookie

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

COOKIE = "console_key"
_HERE = ("localhost", "127.0.0.1", "::1")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


class Guard:
    """Let only this machine's own page in, or whoever has the key.

    A page of another site that is open in the same browser can reach this server, too, under its
    own name, by asking for a picture of it or by posting blindly. So without a key the name asked
    for must be this machine's, whatever a browser says to come from elsewhere is refused, and
    commands must come as JSON.
    """

    def __init__(self, app: ASGIApp, key: str = "") -> None:
        self._app = app
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it in one line."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if any(len(request.headers.getlist(name)) > 1 for name in ("host", "origin")):
            # No browser says either twice: it would be a question which of them counts.
            twice = PlainTextResponse("expected one Host and at most one Origin\n", 400)
            await twice(scope, receive, send)
            return
        answer = self._enter(request) if self._key else self._at_home(request)
        answer = answer or _own_page(request)
        if answer is not None:
            await answer(scope, receive, send)
            return

        async def send_with_headers(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                raw = [(k.encode(), v.encode()) for k, v in _HEADERS.items()]
                before: Iterable[tuple[bytes, bytes]] = message.get("headers", ())  # type: ignore[assignment]
                message["headers"] = [*before, *raw]
            await send(message)

        await self._app(scope, receive, send_with_headers)  # type: ignore[arg-type]

    def _enter(self, request: Request) -> Response | None:
        """Ask for the key, in the address once and in a cookie from then on."""
        given = request.query_params.get("key", "")
        if given and hmac.compare_digest(given.encode(), self._key.encode()):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, self._key, httponly=True, samesite="strict")
            return answer
        kept = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
        if kept is not None and hmac.compare_digest(kept.value.encode(), self._key.encode()):
            return None
        return PlainTextResponse("the console asks for the key that it printed: /?key=...\n", 403)

    @staticmethod
    def _at_home(request: Request) -> Response | None:
        if _name(request.headers.get("host", "")) in _HERE:
            return None
        return PlainTextResponse("the console answers to localhost only\n", 403)


def needs_key(address: str) -> bool:
    """Tell whether others than this machine's users reach a server at that address."""
    try:
        return not ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address != "localhost"


def is_own_page(request: Request) -> bool:
    """Tell whether a browser on this machine vouches that the console's own page asks."""
    client = request.client.host if request.client is not None else ""
    return request.headers.get("sec-fetch-site") == "same-origin" and not needs_key(client)


def _own_page(request: Request) -> Response | None:
    """Refuse what another site's page asks for, and commands that are not JSON."""
    headers: Headers = request.headers
    origin = headers.get("origin")
    elsewhere = origin is not None and origin.partition("://")[2] != headers.get("host", "")
    # An <img> has no origin; "none" is an address that the person has typed.
    if elsewhere or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return PlainTextResponse(
            "the console answers to its own page only; open its address by hand\n", 403
        )
    if request.method in ("GET", "HEAD"):
        return None
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return PlainTextResponse("expected application/json\n", 415)
    return None


def _name(host: str) -> str:
    """Return the name in a Host header without its port."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name if not rest or rest.startswith(":") else host
    return host.partition(":")[0].lower()
