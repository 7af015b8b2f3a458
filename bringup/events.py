# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Events of a run as lines of events.jsonl: who, when (simulated seconds), what."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from teamwork.config import ConfigError
from teamwork.enums import StrEnum


class Source(StrEnum):
    """Name where an event was heard."""

    TEAM = "team"
    WORLD = "world"
    MODEL = "model"
    PROCESS = "process"
    DIAGNOSTICS = "diagnostics"
    RUN = "run"


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


def event_from_json(line: str, source: str = "events.jsonl") -> Event:
    """Return the event in one line.

    Raises:
        ConfigError: The line is no event.
    """
    try:
        values = json.loads(line)
        return Event(
            time=float(values["time"]),
            source=Source(values["source"]),
            kind=str(values["kind"]),
            robot=str(values["robot"]),
            text=str(values["text"]),
            data=dict(values["data"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{source}: not an event ({error}): {line:.80}") from None


def read_events(path: Path) -> Iterator[Event]:
    """Yield the events of a file; a last line that was cut off is left out.

    Raises:
        ConfigError: The file cannot be read, or a line in it is no event.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected the events of a run") from None
    for number, line in enumerate(lines[:-1], 1):
        yield event_from_json(line, f"{path}:{number}")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
