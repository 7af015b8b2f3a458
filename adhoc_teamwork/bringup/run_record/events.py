# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Events of a run as lines of events.jsonl: who, when (simulated seconds), what."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    with_config,
)
from typing_extensions import Required, TypedDict

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import MEGABYTE, read_lines
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.text.console import complain

LONGEST_LINE = 16 * MEGABYTE
"""Bytes of a line of a recorded run."""

T = TypeVar("T")


class Source(StrEnum):
    """Name where an event was heard."""

    TEAM = "team"
    WORLD = "world"
    MODEL = "model"
    PROCESS = "process"
    DIAGNOSTICS = "diagnostics"
    RUN = "run"


_PLAIN = ConfigDict(extra="allow", allow_inf_nan=False)
_Count = Annotated[int, Field(ge=-(2**53), le=2**53)]
_Number = Annotated[float, Field(ge=-1e12, le=1e12)]
_Name = Annotated[str, StringConstraints(max_length=1000)]


def _known_capability(values: dict[str, Any]) -> dict[str, Any]:
    """Return a capability as it is told, where it says what a capability says."""
    fields = Capability.__dataclass_fields__
    known = {k: v for k, v in values.items() if k in fields and v is not None}
    for name, value in vars(_CAPABILITY.validate_python(known)).items():
        if isinstance(value, float) and name in known:
            _NUMBER.validate_python(value)
    return values


_CAPABILITY = TypeAdapter(Capability)
_NUMBER = TypeAdapter(_Number, config=_PLAIN)


@with_config(_PLAIN)
class _State(TypedDict, total=False):
    pose: tuple[_Number | None, _Number | None, _Number | None] | None
    room: str | None
    holds: str | None
    battery: _Number | None
    subtask: str
    subskill: str
    heading_for: tuple[_Number | None, _Number | None] | None


@with_config(_PLAIN)
class _Intent(TypedDict, total=False):
    id: Required[_Count]
    status: Required[str]
    subtask: Required[str]
    subtask_kind: Required[str]
    reason: Required[str]
    cause: _Name | None
    category: _Name
    position: tuple[_Number | None, _Number | None, _Number | None] | None


@with_config(_PLAIN)
class _Reflection(TypedDict, total=False):
    to: Required[_Name]
    intent_id: Required[_Count]
    conflict: Required[bool]
    text: Required[str]


@with_config(_PLAIN)
class _Conversation(TypedDict, total=False):
    form: Required[_Name]
    round: Required[_Count]
    verb: Required[_Name]
    agrees: Required[bool]
    topic: list[_Number | _Name | None]
    text: str
    assignments: dict[_Name, str]
    members: list[_Name]


@with_config(_PLAIN)
class _Detection(TypedDict, total=False):
    id: _Name
    category: _Name
    position: list[_Number | None]
    size: list[_Number | None]
    is_receptacle: bool
    room: _Name | None
    room_type: _Name | None
    on: _Name | None
    status: _Name
    misplaced: bool
    reason: str | None


@with_config(_PLAIN)
class _Outline(TypedDict, total=False):
    id: Required[_Name]
    outline: Required[list[tuple[_Number, _Number]]]


@with_config(_PLAIN)
class _Data(TypedDict, total=False):
    """Say what readers of events go by; whatever else there is stays as it is."""

    session: _Count
    sequence: _Count
    recipient: _Name | None
    capability: Annotated[dict[str, Any], AfterValidator(_known_capability)] | None
    state: _State | None
    intent: _Intent | None
    reflection: _Reflection | None
    conversation: _Conversation | None
    detections: list[_Detection]
    rooms: list[_Outline]
    total: _Count | None
    tidied: _Count | None
    path_length: _Number | None
    object: _Name
    category: _Name
    process: _Name
    started: _Number
    wall: _Number
    tokens: _Count | None
    latency: _Number | None
    usd: _Number | None


@with_config(_PLAIN)
class _Line(TypedDict):
    time: _Number
    source: Source
    kind: _Name
    robot: _Name
    text: str
    data: _Data


@dataclass(frozen=True)
class Event:
    """Hold one event; `time` in seconds of the ROS clock, `text` one readable sentence."""

    time: float
    source: Source
    kind: str
    robot: str = ""
    text: str = ""
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """Return what tells this event from every other, however often it is heard."""
        data = self.data
        if self.source is Source.TEAM:
            return f"team/{self.robot}/{data.get('session')}/{data.get('sequence')}"
        if self.source is Source.MODEL:
            return f"model/{self.robot}/{self.time:.3f}/{data.get('call')}/{data.get('attempt')}"
        return f"{self.source}/{self.kind}/{self.robot}/{self.time:.3f}/{self.text}"

    def to_json(self) -> str:
        """Return one line of JSON without its end; numbers that are not finite become null."""
        values = {
            "time": round(self.time, 3),
            "source": self.source.value,
            "kind": self.kind,
            "robot": self.robot,
            "text": self.text,
            "data": _finite(self.data),
        }
        return json.dumps(values, ensure_ascii=False)


def event_from_json(line: str | bytes, source: str = "events.jsonl") -> Event:
    """Return the event in one line.

    Raises:
        ConfigError: The line is no event.
    """
    try:
        values = _LINE.validate_python(parse_json(line))
    except ValidationError as error:
        first = error.errors()[0]
        reason = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    except ValueError as error:
        reason = str(error)
    else:
        return Event(
            values["time"],
            values["source"],
            values["kind"],
            values["robot"],
            values["text"],
            dict(values["data"]),
        )
    raise ConfigError(f"{source}: not an event ({reason:.200}): {line!r:.80}")


def read_events(path: Path) -> Iterator[Event]:
    """Yield the events of a file; what is none is left out and said once, at the end.

    Raises:
        ConfigError: The file cannot be read.
    """
    yield from read_recorded(path, event_from_json, "the events of a run")


def read_recorded(path: Path, read: Callable[[bytes, str], T], expected: str) -> Iterator[T]:
    """Yield what is in the lines of a file that anybody may have recorded.

    Args:
        path: The file. A last line that was cut off is left out.
        read: Returns what a line holds, or raises ConfigError; it is told the line and its place.
        expected: What the file should have been, for the error.

    Raises:
        ConfigError: The file cannot be read.
    """
    bad, number, first = 0, 0, ""
    try:
        for number, line in read_lines(path, LONGEST_LINE):
            try:
                read_line = read(line, f"{path}:{number}")
            except ConfigError as error:
                bad, first = bad + 1, first or str(error)
                continue
            yield read_line
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected {expected}") from None
    if bad:
        complain(f"{path}: {bad} of {number} lines left out; the first: {first}")


_LINE = TypeAdapter(_Line)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
