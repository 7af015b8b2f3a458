# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent asks for waits here for a person's yes; what becomes of it leaves a receipt."""

import asyncio
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from adhoc_teamwork.bringup.team_console.person import NOT_YET
from adhoc_teamwork.teamwork.enums import StrEnum

MOST_WAITING = 8
"""Requests that wait at once: a person has to read each of them."""
MOST_KEPT = 200
LASTING = 600.0
"""Seconds after which a request that nobody answered lapses: the team has moved on."""
NO_TEAM = "this run is recorded: nobody is there to hear it"


class TeamVoice(Protocol):
    """Reach a team that runs; both return why that was impossible, or an empty text."""

    async def say(self, text: str) -> str:
        """Say a line, as a person types it into the chat."""

    async def stop(self, whose: str, pressed: bool) -> str:
        """Press or release the emergency stop of a robot, or of all where `whose` is empty."""


class Outcome(StrEnum):
    """Say what has become of a request."""

    WAITS = "waits for the operator's yes"
    TAKEN = "allowed, and being said"
    SAID = "allowed and said to the team"
    REFUSED = "refused by the operator"
    LAPSED = "lapsed: nobody answered"
    FAILED = "allowed, and impossible"
    LATE = "allowed, and whether it is said is not known"


_DONE = {"": ("said", Outcome.SAID), NOT_YET: ("late", Outcome.LATE)}
"""What is written of a line that was allowed, by why it was not said; of all else, that it failed.
"""


class DeskError(Exception):
    """Say in one line why something cannot be asked for, or answered."""


@dataclass
class Request:
    """Hold what an agent asks for.

    Attributes:
        number: By which it is answered.
        kind: What it is: words, a task or a goal.
        line: What is said to the team where a person says yes.
        asked: When, wall seconds since 1970.
        outcome: What has become of it; `why` says more where it failed.
        answered: Whether that is the last word.
    """

    number: int
    kind: str
    line: str
    asked: float
    outcome: Outcome = Outcome.WAITS
    why: str = ""
    answered: asyncio.Event = field(default_factory=asyncio.Event, repr=False)


class Receipts:
    """Append to a file what was asked for, allowed, refused, said and stopped: a line of JSON each.

    Args:
        path: The file; its folder is made.
        team: What the team is called, in each line.
        clock: Returns wall seconds since 1970.
    """

    def __init__(self, path: Path, team: str, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._team, self._clock = team, clock

    def write(self, event: str, **parts: object) -> None:
        """Write a line, on disk when this returns.

        Raises:
            DeskError: The file cannot be written.
        """
        line = {"time": round(self._clock(), 3), "team": self._team, "event": event, **parts}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            number = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as stream:
                stream.write(json.dumps(line) + "\n")
                stream.flush()
                os.fsync(number)
        except OSError as error:
            reason = error.strerror or error
            raise DeskError(f"no receipt can be written to {self.path}: {reason}") from None


class Desk:
    """Keep requests until a person answers, and do what is allowed.

    Args:
        control: Reaches the team; None for a recorded one.
        receipts: Where all of it is written down; without a receipt nothing is said to the team.
        clock: Returns wall seconds since 1970.
    """

    def __init__(
        self,
        control: TeamVoice | None,
        receipts: Receipts,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._control, self._receipts, self._clock = control, receipts, clock
        self._requests: dict[int, Request] = {}
        self._count = 0

    @property
    def receipts(self) -> Path:
        """Return the file with the receipts."""
        return self._receipts.path

    def ask(self, kind: str, line: str) -> Request:
        """Put a request to the operator.

        Raises:
            DeskError: Nobody could hear it, too many wait already, or it leaves no receipt.
        """
        if self._control is None:
            raise DeskError(NO_TEAM)
        if len(self.waiting()) >= MOST_WAITING:
            raise DeskError(f"{MOST_WAITING} requests wait for the operator already")
        request = Request(self._count + 1, kind, line, self._clock())
        self._receipts.write("asked", number=request.number, kind=kind, line=line)
        self._count = request.number
        self._requests[request.number] = request
        while len(self._requests) > MOST_KEPT:
            del self._requests[next(iter(self._requests))]
        return request

    def waiting(self) -> tuple[Request, ...]:
        """Return what waits for an answer, oldest first; what waited too long lapses."""
        for request in self._requests.values():
            if request.outcome is Outcome.WAITS and self._clock() - request.asked > LASTING:
                self._receipts.write("lapsed", number=request.number)
                self._end(request, Outcome.LAPSED)
        return tuple(r for r in self._requests.values() if r.outcome is Outcome.WAITS)

    def find(self, number: int) -> Request:
        """Return a request.

        Raises:
            DeskError: There is none of that number, any more or yet.
        """
        self.waiting()
        if number not in self._requests:
            raise DeskError(f"no request {number} is known")
        return self._requests[number]

    async def answer(self, number: int, yes: bool, who: str) -> Request:
        """Do what a request asks for, or refuse it.

        Args:
            number: The request's.
            yes: Whether it is allowed.
            who: The person who says so, and where, for people to read.

        Raises:
            DeskError: It does not wait, or leaves no receipt; then nothing is done.
        """
        request = self.find(number)
        if request.outcome is not Outcome.WAITS or self._control is None:
            raise DeskError(f"request {number} does not wait: {request.outcome}")
        if not yes:
            self._receipts.write("no", number=number, by=who)
            self._end(request, Outcome.REFUSED)
            return request
        self._receipts.write("yes", number=number, by=who, line=request.line)
        # From here on it is answered: a second yes must not say it again.
        request.outcome = Outcome.TAKEN
        request.why = await self._control.say(request.line)
        event, outcome = _DONE.get(request.why, ("failed", Outcome.FAILED))
        self._end(request, outcome)
        self._receipts.write(event, number=number, why=request.why)
        return request

    async def stop(self, robot: str) -> str:
        """Press the emergency stop of a robot, or of all; it needs no yes, and is done first.

        Returns:
            Who does not stand still, and why; empty where all do.

        Raises:
            DeskError: The run is recorded.
        """
        if self._control is None:
            raise DeskError(NO_TEAM)
        why = await self._control.stop(robot, True)
        try:
            self._receipts.write("stop", robot=robot, why=why)
        except DeskError as error:
            return f"{why}; {error}" if why else str(error)
        return why

    def note(self, text: str) -> None:
        """Write down what the chat answered to what was said."""
        self._receipts.write("chat", text=text)

    @staticmethod
    def _end(request: Request, outcome: Outcome) -> None:
        request.outcome = outcome
        request.answered.set()
