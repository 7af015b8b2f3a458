# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve the console's page, the stream of what it shows, and its three commands."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from adhoc_teamwork.bringup.team_console.beat import PERIOD, TELLING, until_beat
from adhoc_teamwork.bringup.team_console.guard import Guard, is_own_page
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.settings.parsing import parse_json

PAGE = Path(__file__).with_name("page")
KEEP_ALIVE = 10.0
"""Seconds of silence after which a page is told that it goes on."""
MOST_PAGES = 32
KEPT_PLACES = 8
"""Places of these that only the console's own page on this machine takes."""
LONGEST_BODY = 8000
LONGEST_NUMBER = 9
_EXPECTED_STOP = 'expected {"whose": robot or "", "pressed": true or false}'


class TeamControl(Protocol):
    """What a person can do through the page with a team that runs; each returns an error or ''."""

    async def say(self, text: str) -> str:
        """Say a line to the team, or enter a command of the chat."""

    async def stop(self, whose: str, pressed: bool) -> str:
        """Press or release the emergency stop of a robot, or of all where `whose` is empty."""

    async def answer(self, door: str, number: int, yes: bool) -> str:
        """Say yes or no to what an agent asks for at a door."""

    def now(self) -> float:
        """Return the team's time, seconds of the ROS clock."""


class Console:
    """Answer the page's requests.

    Args:
        picture: What is shown; it may grow while pages look at it.
        about: What to tell a page first: `mode` and `title`, and `person` where one can speak.
        hands: Reach a team that runs; None for a recorded one.
        stopping: Set when the server goes down: streams then end.
        shown: Called once a first page has been told all there is.
    """

    def __init__(
        self,
        picture: Picture,
        about: dict[str, Any],
        hands: TeamControl | None,
        stopping: asyncio.Event,
        shown: Callable[[], None] | None = None,
    ) -> None:
        self._picture, self._about, self._hands = picture, about, hands
        self._stopping, self._shown = stopping, shown
        self._pages = 0

    def app(self, key: str = "") -> Starlette:
        """Return the web application; with a `key` only who has it gets in."""
        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/api/stream", self._stream),
                Route("/api/calls/{number}", self._call),
                Route("/api/say", self._say, methods=["POST"]),
                Route("/api/stop", self._stop, methods=["POST"]),
                Route("/api/answer", self._allow, methods=["POST"]),
                Mount("/page", StaticFiles(directory=PAGE)),
            ],
            middleware=[Middleware(Guard, key=key)],
        )

    async def _index(self, request: Request) -> Response:
        del request
        return FileResponse(PAGE / "index.html")

    async def _stream(self, request: Request) -> Response:
        places = MOST_PAGES if is_own_page(request) else MOST_PAGES - KEPT_PLACES
        if self._pages >= places:
            return _error("too many pages look at this already", 503)
        return StreamingResponse(self._news(), media_type="text/event-stream")

    async def _news(self) -> AsyncIterator[str]:
        """Yield all there is, then what is new, a few times a second."""
        run, count, quiet = -1, 0, 0.0
        self._pages += 1
        try:
            yield _event("about", json.dumps(self._about))
            while not self._stopping.is_set():
                before = run
                run, count, lines = self._picture.log.since(run, count)
                if lines or run != before or self._hands is not None:
                    yield _event("news", self._batch(run != before, lines))
                    quiet = 0.0
                    shown, self._shown = self._shown, None
                    if shown is not None:
                        shown()
                elif quiet >= KEEP_ALIVE:
                    yield ": still here\n\n"
                    quiet = 0.0
                quiet += PERIOD
                await _wait(self._stopping, until_beat(time.monotonic(), TELLING))
        finally:
            self._pages -= 1

    def _batch(self, anew: bool, lines: list[str]) -> str:
        now = self._hands.now() if self._hands is not None else self._picture.log.newest
        fresh = "true" if anew else "false"
        return f'{{"anew":{fresh},"now":{now:.2f},"entries":[{",".join(lines)}]}}'

    async def _call(self, request: Request) -> Response:
        number = request.path_params["number"]
        kept = number.isdecimal() and len(number) <= LONGEST_NUMBER
        words = self._picture.words(int(number)) if kept else None
        if words is None:
            return _error("these words are not kept", 404)
        prompt, answer = words
        messages = [{"role": m.role, "content": m.content} for m in prompt]
        return _json({"prompt": messages, "answer": answer})

    async def _say(self, request: Request) -> Response:
        try:
            values = await _body(request)
        except ValueError as error:
            return _error(str(error), 400)
        text = values.get("text")
        if not isinstance(text, str) or not text.strip():
            return _error('expected {"text": words}', 400)
        if self._hands is None:
            return _recorded()
        return _answer(await self._hands.say(" ".join(text.split())))

    async def _stop(self, request: Request) -> Response:
        try:
            values = await _body(request)
        except ValueError as error:
            return _error(str(error), 400)
        whose, pressed = values.get("whose"), values.get("pressed")
        if not isinstance(whose, str) or not isinstance(pressed, bool):
            return _error(_EXPECTED_STOP, 400)
        if self._hands is None:
            return _recorded()
        return _answer(await self._hands.stop(whose, pressed))

    async def _allow(self, request: Request) -> Response:
        try:
            values = await _body(request)
        except ValueError as error:
            return _error(str(error), 400)
        match values:
            case {"door": str(door), "number": int(number), "yes": bool(yes)}:
                if self._hands is None:
                    return _recorded()
                return _answer(await self._hands.answer(door, number, yes))
        return _error('expected {"door": name, "number": N, "yes": true or false}', 400)


async def _body(request: Request) -> dict[str, Any]:
    """Return the object in a request's body.

    Raises:
        ValueError: There is none, or too large a one; it says what was expected.
    """
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > LONGEST_BODY:
                raise ValueError(f"expected at most {LONGEST_BODY} bytes")
    except ClientDisconnect:
        raise ValueError("expected a whole body") from None
    try:
        values = parse_json(data, strict=True)
    except ValueError as error:
        raise ValueError(f"expected JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError("expected an object of JSON")
    return values


def _json(values: dict[str, Any], status: int = 200) -> Response:
    """Answer in ASCII, which holds whatever a text from elsewhere has in it."""
    text = json.dumps(values, separators=(",", ":"))
    return Response(text, status, media_type="application/json")


def _error(text: str, status: int) -> Response:
    return _json({"error": text}, status)


def _answer(error: str) -> Response:
    return _error(error, 503) if error else _json({"ok": True})


def _recorded() -> Response:
    return _error("this run is recorded: nobody is there to hear it", 409)


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"


async def _wait(event: asyncio.Event, seconds: float) -> None:
    """Wait until `event` is set, for `seconds` at most."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        return
