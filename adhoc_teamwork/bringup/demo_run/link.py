# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The lines of JSON between the observer and the process that started it."""

import json
from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, event_from_json
from adhoc_teamwork.teamwork.settings.config import ConfigError


@dataclass(frozen=True)
class Report:
    """Hold one line from the observer: a line for people, or the time and what robots do."""

    line: str = ""
    time: float | None = None
    robots: dict[str, dict[str, Any]] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return it as one line, without line end."""
        return json.dumps(vars(self), ensure_ascii=False)


def report_from_json(line: str) -> Report | None:
    """Return the report in a line, or None where something else printed it."""
    try:
        values = json.loads(line)
        return Report(**values) if isinstance(values, dict) else None
    except (ValueError, TypeError):
        return None


@dataclass(frozen=True)
class Order:
    """Hold one line to the observer: an event to record, or why the run must end."""

    event: Event | None = None
    end: str = ""

    def to_json(self) -> str:
        """Return it as one line, without line end."""
        if self.event is not None:
            return self.event.to_json()
        return json.dumps({"end": self.end}, ensure_ascii=False)


def order_from_json(line: str) -> Order | None:
    """Return the order in a line, or None where there is none in it."""
    try:
        values = json.loads(line)
        if isinstance(values, dict) and "end" in values:
            return Order(end=str(values["end"]))
        return Order(event=event_from_json(line))
    except (ValueError, ConfigError):
        return None
