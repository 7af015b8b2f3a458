# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write events.jsonl and llm_calls.jsonl while a run goes on, and keep its ledger."""

import dataclasses
import json
from pathlib import Path
from typing import Protocol, TextIO

from adhoc_teamwork.bringup.run_record.events import Event, read_events
from adhoc_teamwork.bringup.run_record.narrator import Narrator
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.bringup.run_record.team_events import model_event
from adhoc_teamwork.llm_port.prices import NO_PRICES, Prices
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.task import Task


class RunListener(Protocol):
    """Who hears of what is recorded, once each and in that order."""

    def take_event(self, event: Event) -> None:
        """Take in an event."""

    def take_call(self, call: LlmCall) -> None:
        """Take in an exchange with a language model, with what it cost."""

    def close(self) -> None:
        """Take in that the run is over."""


class Recorder:
    """Record each event once; an observer that was restarted goes on where the files end."""

    def __init__(
        self,
        run_dir: Path,
        task: Task,
        prices: Prices = NO_PRICES,
        listener: RunListener | None = None,
    ) -> None:
        """Store where to write, what models cost, and who else hears of it."""
        self.run_dir, self._listener = run_dir, listener
        self._prices = prices
        self.ledger = RunStatistics(task)
        self._narrator = Narrator([robot.name for robot in task.robots])
        self._events: TextIO | None = None
        self._calls: TextIO | None = None

    def open(self) -> None:
        """Create the run folder and its files, or read what an earlier observer wrote.

        Raises:
            ConfigError: Events of an earlier observer are no events.
        """
        self.run_dir.mkdir(parents=True, exist_ok=True)
        path = self.run_dir / "events.jsonl"
        if path.exists():
            _cut_half_line(path)
            for event in read_events(path):
                self.ledger.add(event)
                self._narrator.line(event)
        self._events = path.open("a", encoding="utf-8")
        self._calls = (self.run_dir / "llm_calls.jsonl").open("a", encoding="utf-8")

    def record(self, event: Event) -> str | None:
        """Write an event that is new; return the line that tells it, if it is worth one."""
        if self._events is None or not self.ledger.add(event):
            return None
        self._events.write(event.to_json() + "\n")
        self._events.flush()
        if self._listener is not None:
            self._listener.take_event(event)
        return self._narrator.line(event)

    def record_call(self, call: LlmCall) -> str | None:
        """Write an exchange with a language model, with its words and what it cost."""
        call = self._prices.priced(call)
        event = model_event(call)
        if self._calls is None or event.identity in self.ledger:
            return None
        self._calls.write(json.dumps(dataclasses.asdict(call), ensure_ascii=False) + "\n")
        self._calls.flush()
        if self._listener is not None:
            self._listener.take_call(call)
        return self.record(event)

    def close(self) -> None:
        """Close the files."""
        for file in (self._events, self._calls):
            if file is not None:
                file.close()
        self._events = self._calls = None
        if self._listener is not None:
            self._listener.close()
            self._listener = None


def _cut_half_line(path: Path) -> None:
    """Remove a last line without end, which a killed observer may leave."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        path.write_bytes(whole)
