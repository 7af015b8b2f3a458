# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a summary of what is there where the observer could not write one."""

import time
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.run_record.ending import Ending, left
from adhoc_teamwork.bringup.run_record.events import read_events
from adhoc_teamwork.bringup.run_record.report import build_summary
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.team.task import Task


def salvaged_summary(run_dir: Path, reason: str, speed: float) -> dict[str, Any]:
    """Return a summary out of task.json and the events that were recorded, if any.

    Raises:
        ConfigError: Neither the task nor the events can be read.
    """
    ledger = RunStatistics(load_config(run_dir / "task.json", Task))
    events = run_dir / "events.jsonl"
    if events.is_file():
        for event in read_events(events):
            ledger.add(event)
    ending = Ending(False, f"{reason} with {left(ledger)}", ledger.time)
    wall = max(0.0, time.time() - ledger.started) if ledger.started else 0.0
    return build_summary(ledger, ending, ledger.time, wall, speed)
