# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hatch beside the door: a socket of this user's by which a person sees and answers requests.

No tool of the door reaches it. One line of JSON goes in, ``{"list": true}`` or ``{"answer": 3,
"yes": true, "who": "anna@terminal"}``, one comes out.
"""

import asyncio
import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.agent_door.desk import Desk, DeskError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.settings.places import state_dir
from adhoc_teamwork.teamwork.text.plain_text import one_line

MOST_BYTES = 65536
PATIENCE = 5.0
"""Seconds that the other side may take for a line."""
LISTING = 2.0
"""Seconds that a door may take to list what waits: one stopped by Ctrl-Z never does."""
ANSWERING = 30.0
"""Seconds that a door may take to answer: with a yes it says something to the team first."""
_LONGEST_WHO = 80
_LONGEST_PATH = 107
"""Bytes that Linux takes for a socket's path."""


@dataclass(frozen=True)
class Asked:
    """Say what waits at a door: which door, of which team, and what would be said."""

    hatch: Path
    team: str
    number: int
    kind: str
    line: str


def hatch_folder() -> Path:
    """Return the folder in which the hatches of this user's doors are."""
    return state_dir() / "doors"


class Hatch:
    """Answer at a socket in a folder that only this user enters.

    Args:
        desk: What it is about.
        team: What the team is called, for people.
        folder: Where the socket is made, by this process's number.
    """

    def __init__(self, desk: Desk, team: str, folder: Path) -> None:
        self._desk, self._team = desk, team
        self.path = folder / f"{os.getpid()}.sock"
        self._server: asyncio.AbstractServer | None = None

    async def open(self) -> None:
        """Listen.

        Raises:
            ConfigError: There cannot be a socket at its place.
        """
        if len(os.fsencode(self.path)) > _LONGEST_PATH:
            raise ConfigError(f"{self.path}: too long for a socket; expected a shorter "
                              "XDG_STATE_HOME")  # fmt: skip
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.parent.chmod(0o700)
            self.path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self.path, limit=MOST_BYTES)
            self.path.chmod(0o600)
        except OSError as error:
            raise ConfigError(f"{self.path}: {error.strerror or error}; expected a folder of this "
                              "user's") from None  # fmt: skip

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
        self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            try:
                line = await asyncio.wait_for(reader.readline(), PATIENCE)
                told = await self._answer(parse_json(line, strict=True))
            except (ValueError, DeskError) as error:
                told = {"error": str(error)}
            writer.write(json.dumps(told).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def _answer(self, asked: Any) -> dict[str, Any]:
        """Return what is told to one line.

        Raises:
            DeskError: It cannot be answered.
        """
        if asked == {"list": True}:
            waiting = [
                {"number": r.number, "kind": r.kind, "line": r.line} for r in self._desk.waiting()
            ]
            return {"team": self._team, "waiting": waiting}
        match asked:
            case {"answer": int(number), "yes": bool(yes), "who": str(who)}:
                request = await self._desk.answer(number, yes, one_line(who)[:_LONGEST_WHO])
                return {"outcome": str(request.outcome), "why": request.why}
        raise DeskError('expected {"list": true}, or an answer with its number, yes and who')


async def look_through(folder: Path) -> tuple[Asked, ...]:
    """Return what waits at all doors of this user; a hatch that nobody keeps any more goes."""
    found = await asyncio.gather(*map(_asked_at, sorted(folder.glob("*.sock"))))
    return tuple(asked for door in found for asked in door)


async def _asked_at(path: Path) -> list[Asked]:
    """Return what waits at a door; nothing where it ends just now, or does not answer in time."""
    try:
        told = await _tell(path, {"list": True}, LISTING)
    except ConnectionRefusedError:
        path.unlink(missing_ok=True)
        return []
    except (OSError, DeskError):
        # The next look shows it.
        return []
    team = one_line(str(told.get("team", "")))
    return [
        Asked(
            path, team, int(one["number"]), one_line(str(one["kind"])), one_line(str(one["line"]))
        )
        for one in told.get("waiting", ())
    ]


async def answer_at(path: Path, number: int, yes: bool, who: str) -> str:
    """Answer a request at a door's hatch; return what has become of it.

    Raises:
        DeskError: It does not wait, or nobody keeps that hatch.
    """
    try:
        # A yes is said to the team before it is answered, and a chat takes its time to start.
        told = await _tell(path, {"answer": number, "yes": yes, "who": who}, ANSWERING)
    except OSError as error:
        raise DeskError(f"the door is closed: {error.strerror or error}") from None
    why = one_line(str(told.get("why", "")))
    return one_line(str(told.get("outcome", ""))) + (f": {why}" if why else "")


async def _tell(path: Path, words: dict[str, Any], patience: float) -> dict[str, Any]:
    """Say a line at a hatch and return what comes back within some seconds.

    Raises:
        DeskError: It is an error, or nothing that was expected.
        OSError: Nobody is there.
    """
    reader, writer = await asyncio.open_unix_connection(path, limit=MOST_BYTES)
    try:
        writer.write(json.dumps(words).encode() + b"\n")
        await writer.drain()
        line = await asyncio.wait_for(reader.readline(), patience)
        told = parse_json(line)
    except (ValueError, asyncio.TimeoutError):
        raise DeskError("the door gives no answer") from None
    finally:
        writer.close()
    if not isinstance(told, dict) or "error" in told:
        raise DeskError(one_line(str(told.get("error") if isinstance(told, dict) else told)))
    return told
