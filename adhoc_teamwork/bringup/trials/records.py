# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A line of trials.jsonl for each run: what was asked, how it ended, what became of things."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.bringup.run_record.events import read_recorded
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.bringup.trials.figures import RunFigures, figures_of
from adhoc_teamwork.bringup.trials.outcomes import End, ObjectOutcome, outcomes_of
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.parsing import parse_json

FILE = "trials.jsonl"


@dataclass(frozen=True)
class TrialRecord:
    """Hold what is kept of one run; `name` is that of its folder."""

    name: str
    scenario: str
    house: str
    seed: int
    with_adhoc: bool
    success: bool
    reason: str
    figures: RunFigures
    objects: tuple[ObjectOutcome, ...]

    @property
    def tidied(self) -> int:
        """Return how many of its objects were tidied."""
        return sum(item.end is End.TIDIED for item in self.objects)


def record_of(name: str, facts: RunFacts) -> TrialRecord:
    """Return the record of a run."""
    ledger = facts.statistics()
    ends = [event for event in facts.events if event.kind == "end" and event.source == "run"]
    task = facts.task
    return TrialRecord(
        name=name,
        scenario=Path(task.scenario).stem,
        house=Path(task.house).stem,
        seed=task.seed,
        with_adhoc=any(robot.ad_hoc for robot in task.robots),
        success=ledger.success,
        reason=ends[-1].text if ends else "the recording stops",
        figures=figures_of(facts),
        objects=outcomes_of(facts),
    )


def write_records(path: Path, records: Iterable[TrialRecord]) -> None:
    """Write the file, whole.

    Raises:
        ConfigError: It cannot be written.
    """
    lines = (json.dumps(asdict(record), ensure_ascii=False) for record in records)
    try:
        write_whole(path, (f"{line}\n".encode() for line in lines))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a file to write") from None


def read_records(path: Path) -> Sequence[TrialRecord]:
    """Return what is in the file; nothing where there is none.

    Raises:
        ConfigError: It cannot be read.
    """
    return tuple(read_recorded(path, _record, "records of trials")) if path.is_file() else ()


_RECORD = TypeAdapter(TrialRecord)


def _record(line: bytes, source: str) -> TrialRecord:
    try:
        record: TrialRecord = _RECORD.validate_python(parse_json(line))
    except (ValidationError, ValueError) as error:
        raise ConfigError(f"{source}: not a trial's record ({error!s:.200})") from None
    return record
