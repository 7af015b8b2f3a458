# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the lines that a person types: words for everyone, or a command that begins with a slash."""

import math
import re
from dataclasses import dataclass, field

GUIDE = """\
words                                   say them to everyone        @ROBOT words    to one robot
/need words                             ask for help
/do explore ROOM                        take something up: you do it now
/do move THING FURNITURE ROOMTYPE [at X Y]
/plan ...                               propose it instead; robots answer
/done [N]  /failed [N] [why]  /drop [N] [why]   end what you took up (N: its number)
/yes [ROBOT] [words]  /no [ROBOT] [words]       answer a robot's latest plan
/saw THING at X Y [Z] [on FURNITURE] [in ROOM] [misplaced]
/gone THING at X Y                      it is no longer there
/here X Y [ROOM]                        where you are
/team  /plans                           who is there; what is planned
/wait S                                 wait S seconds (for scripts)
/help  /quit
Metres in the map. A type such as GarbageCan is one word."""

_COMMAND = re.compile(r"/(\w[\w-]*)\s*(.*)", re.DOTALL)
_TO_ONE = re.compile(r"@(\w+)\s+(.*)", re.DOTALL)
_NUMBER = r"-?\d+(?:\.\d+)?"
_PLACE = rf"at\s+\(?({_NUMBER})[,\s]\s*({_NUMBER})(?:[,\s]\s*({_NUMBER}))?\)?"
_EXPLORE = re.compile(r"explore\s+(\S+)", re.I)
_MOVE = re.compile(rf"(?:move|put|bring)\s+(\S+)\s+(\S+)\s+(\S+)(?:\s+{_PLACE})?", re.I)
_SAW = re.compile(rf"(\S+)\s+{_PLACE}(?:\s+on\s+(\S+))?(?:\s+in\s+(\S+))?(\s+misplaced)?", re.I)
_HERE = re.compile(rf"\(?({_NUMBER})[,\s]\s*({_NUMBER})\)?(?:\s+(\S+))?")
_ENDED = re.compile(r"(?:#?(\d+)\b)?\s*(.*)", re.DOTALL)
_ANSWER = re.compile(r"(?:(\w+)\b)?\s*(.*)", re.DOTALL)

ENDS = {"done": "done", "failed": "failed", "fail": "failed", "drop": "abandoned"}
LONGEST = 2000


class ChatError(Exception):
    """Say in one line what is wrong with what was typed, and what was expected."""


@dataclass(frozen=True)
class Entry:
    """Hold what one line says: the command and its parts; `words` where there is no command."""

    command: str
    words: str = ""
    names: tuple[str, ...] = ()
    place: tuple[float, ...] = ()
    number: int = 0
    flags: frozenset[str] = field(default_factory=frozenset)


def read_line(line: str) -> Entry | None:
    """Return what a line says, or None where it is empty.

    Raises:
        ChatError: It is a command, and wrong.
    """
    line = line.strip()[:LONGEST]
    if not line:
        return None
    if found := _TO_ONE.fullmatch(line):
        return Entry("tell", found.group(2).strip(), (found.group(1),))
    found = _COMMAND.fullmatch(line)
    if found is None:
        return Entry("say", line)
    command, rest = found.group(1).lower(), found.group(2).strip()
    return _read_command(command, rest)


def _read_command(command: str, rest: str) -> Entry:
    if command in ("help", "quit", "team", "plans"):
        return Entry(command)
    if command == "need":
        return Entry(command, _given(command, rest, "what you need"))
    if command in ("do", "plan"):
        return _subtask(command, rest)
    if command in ENDS:
        number, why = _matched(_ENDED, rest, command, "[N] [why]")
        return Entry("end", why, (ENDS[command],), number=int(number or 0))
    if command in ("yes", "no"):
        robot, words = _matched(_ANSWER, rest, command, "[ROBOT] [words]")
        return Entry(command, words, (robot or "",))
    if command in ("saw", "gone"):
        return _sighting(command, rest)
    if command == "here":
        x, y, room = _matched(_HERE, rest, command, "X Y [ROOM]")
        return Entry(command, names=(room or "",), place=(_number(x), _number(y)))
    if command == "wait":
        (seconds,) = _matched(re.compile(r"(\d{1,3}(?:\.\d+)?)"), rest, command, "seconds")
        return Entry(command, place=(float(seconds),))
    raise ChatError(f"/{command}: no such command; /help lists them")


def _subtask(command: str, rest: str) -> Entry:
    if found := _EXPLORE.fullmatch(rest):
        return Entry(command, names=("explore", found.group(1)))
    form = "explore ROOM, or move THING FURNITURE ROOMTYPE [at X Y]"
    thing, receptacle, room, *place = _matched(_MOVE, rest, command, form)
    return Entry(command, names=("move", thing, receptacle, room), place=_numbers(place))


def _sighting(command: str, rest: str) -> Entry:
    form = "THING at X Y [Z] [on FURNITURE] [in ROOM] [misplaced]"
    thing, x, y, z, on, room, misplaced = _matched(_SAW, rest, command, form)
    flags = frozenset({"misplaced"} if misplaced else ())
    return Entry(
        command, names=(thing, on or "", room or ""), place=_numbers([x, y, z]), flags=flags
    )


def _matched(pattern: re.Pattern[str], rest: str, command: str, form: str) -> tuple[str, ...]:
    found = pattern.fullmatch(rest)
    if found is None:
        raise ChatError(f"/{command} {rest[:60]}: expected /{command} {form}")
    return found.groups()


def _given(command: str, rest: str, what: str) -> str:
    if not rest:
        raise ChatError(f"/{command}: expected {what}")
    return rest


def _numbers(texts: list[str]) -> tuple[float, ...]:
    return tuple(_number(text) for text in texts if text is not None)


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number) or abs(number) > 1e5:
        raise ChatError(f"{text}: expected metres in the map")
    return number
