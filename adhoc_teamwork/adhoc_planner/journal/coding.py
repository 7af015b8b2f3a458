# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A journal as lines of JSON: numbers come back as they were, to the last digit."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.adhoc_planner.journal.agent_record import VERSION, AgentRecord
from adhoc_teamwork.adhoc_planner.journal.inputs import VALUES, Input, InputKind
from adhoc_teamwork.adhoc_planner.journal.notes import CONTENTS, Note, NoteKind
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parsing import parse_json


class OtherVersionError(ConfigError):
    """Say that a journal was written by another version than this."""


@dataclass(frozen=True)
class Turn:
    """Hold what an agent took in at one moment, and what came of it.

    `number` counts from 1 in a session; `stamp` is what its clock showed, in seconds.
    """

    session: int
    number: int
    stamp: float
    inputs: tuple[Input, ...]
    notes: tuple[Note, ...] = ()


def record_to_json(record: AgentRecord) -> str:
    """Return one line of JSON without its end."""
    return json.dumps({"setup": _plain(record)}, default=_plain, ensure_ascii=False)


def turn_to_json(turn: Turn) -> str:
    """Return one line of JSON without its end."""
    line = {
        "s": turn.session,
        "n": turn.number,
        "t": turn.stamp,
        "in": [[given.kind.value, given.value] for given in turn.inputs],
    }
    if turn.notes:
        line["out"] = [[note.kind.value, note.content] for note in turn.notes]
    return json.dumps(line, default=_plain, ensure_ascii=False)


def note_to_json(note: Note) -> str:
    """Return a note as text: equal notes read the same, unknown numbers (NaN) included."""
    return json.dumps([note.kind.value, note.content], default=_plain, ensure_ascii=False)


def line_from_json(
    line: str,
    source: str,
    inputs: Collection[InputKind] = tuple(InputKind),
    notes: Collection[NoteKind] = tuple(NoteKind),
) -> AgentRecord | Turn:
    """Return what one line says; of a turn, the inputs and notes of the kinds that are wanted.

    Raises:
        ConfigError: It is no line of a journal, or one of another version.
    """
    try:
        values = parse_json(line)
        if "setup" in values:
            version = values["setup"].get("version")
            if version != VERSION:
                raise OtherVersionError(
                    f"{source}: a journal of version {version!r:.40}; expected version {VERSION}"
                )
            record: AgentRecord = _adapter(AgentRecord).validate_python(values["setup"])
            return record
        return Turn(
            session=int(values["s"]),
            number=int(values["n"]),
            stamp=float(values["t"]),
            inputs=tuple(_input(*pair) for pair in values["in"] if InputKind(pair[0]) in inputs),
            notes=tuple(
                _note(*pair) for pair in values.get("out", ()) if NoteKind(pair[0]) in notes
            ),
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = f"{where}: {first['msg']}"
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        reason = str(error)
    raise ConfigError(f"{source}: no line of a planner's journal ({reason}): {line:.80}")


def _input(kind: str, value: Any) -> Input:
    known = InputKind(kind)
    wanted = VALUES[known]
    return Input(known, None if wanted is None else _adapter(wanted).validate_python(value))


def _note(kind: str, content: Any) -> Note:
    known = NoteKind(kind)
    return Note(known, _adapter(CONTENTS[known]).validate_python(content))


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _plain(value: Any) -> Any:
    """Return what JSON can hold of a value that it cannot hold itself."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in _names(type(value))}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"a journal cannot hold a {type(value).__name__}")


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
