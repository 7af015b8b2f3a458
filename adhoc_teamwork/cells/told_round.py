# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm is told before a dialog, and what the dialog came to, as lines of JSON."""

from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.cells.dialog import Known, Round, Talk
from adhoc_teamwork.teamwork.settings.parsing import parse_json

LONGEST = 2_000_000
"""Characters of a line."""
T = TypeVar("T")


@dataclass(frozen=True)
class ToldRound:
    """Hold what one arm begins a dialog from; `is_over`: the task is, and there is no dialog."""

    known: Known
    now: Round
    is_over: bool = False


@dataclass(frozen=True)
class ToldTalk:
    """Hold what a dialog came to; `number` and `refused` tell which."""

    number: int
    refused: int
    talk: Talk


def round_to_json(known: Known, now: Round, robot: str, is_over: bool = False) -> str:
    """Return a round as one robot is told it: of what robots see, its own alone."""
    own = replace(now, own={robot: now.own[robot]} if robot in now.own else {})
    return _rounds.dump_json(ToldRound(known, own, is_over)).decode()


def round_from_json(text: str) -> ToldRound:
    """Return the round that a text is.

    Raises:
        ValueError: It is none; in one line.
    """
    return _read(_rounds, "round", text)


def talk_to_json(talk: ToldTalk) -> str:
    """Return what a dialog came to as a line."""
    return _talks.dump_json(talk).decode()


def talk_from_json(text: str) -> ToldTalk:
    """Return what a dialog came to.

    Raises:
        ValueError: The text says nothing of the kind; in one line.
    """
    return _read(_talks, "talk", text)


def _read(kind: "TypeAdapter[T]", what: str, text: str) -> T:
    if len(text) > LONGEST:
        raise ValueError(f"no {what}: {len(text)} characters; expected at most {LONGEST}")
    try:
        return kind.validate_python(parse_json(text, strict=True))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part)[:80] for part in first["loc"])
        raise ValueError(f"no {what}: {where}: {first['msg']}") from None


_rounds, _talks = TypeAdapter(ToldRound), TypeAdapter(ToldTalk)
