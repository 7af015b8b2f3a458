# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play what a plan asks for, keep a record of every run, and show all of them together."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.bringup.trials.facts import read_facts, read_task
from adhoc_teamwork.bringup.trials.outcomes import End, ObjectOutcome
from adhoc_teamwork.bringup.trials.page import FILE as PAGE
from adhoc_teamwork.bringup.trials.page import write_page
from adhoc_teamwork.bringup.trials.picture import draw_failure
from adhoc_teamwork.bringup.trials.plan import Trial
from adhoc_teamwork.bringup.trials.playing import UNFINISHED, Player
from adhoc_teamwork.bringup.trials.records import (
    FILE,
    TrialRecord,
    read_records,
    record_of,
    write_records,
)
from adhoc_teamwork.bringup.trials.table import print_table
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, FAILED, INTERRUPTED
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_json, read_text
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock
from adhoc_teamwork.teamwork.text.console import complain, say
from adhoc_teamwork.teamwork.text.progress import Progress

RUNS, PICTURES, OPTIONS = "runs", "pictures", "options.json"


class Session:
    """Hold the folder of some trials: run folders, records, pictures, the page."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._records: dict[str, TrialRecord] = {}

    @property
    def runs(self) -> Path:
        """Return where run folders lie."""
        return self._out / RUNS

    def open(self, options: Sequence[str]) -> None:
        """Make the folder, or read what is there.

        Raises:
            ConfigError: What is there was played with other options, or cannot be read.
        """
        try:
            self.runs.mkdir(parents=True, exist_ok=True)
            (self._out / PICTURES).mkdir(exist_ok=True)
            path = self._out / OPTIONS
            if not (path.is_file() and self._has_runs()):
                write_whole(path, [f"{json.dumps(list(options))}\n".encode()])
        except OSError as error:
            raise ConfigError(
                f"--out {self._out}: {error.strerror}; expected a folder to write"
            ) from None
        played = read_json(path)
        if played != list(options):
            raise ConfigError(
                f"--out {self._out}: was played with {played}; expected the same options, or "
                "another folder"
            )
        self._records = {record.name: record for record in read_records(self._out / FILE)}

    def _has_runs(self) -> bool:
        """Tell whether anything was played here to its end; else no options bind."""
        ended = (p for p in self.runs.iterdir() if p.is_dir() and p.suffix != UNFINISHED)
        return (self._out / FILE).is_file() or any(ended)

    def take(self, name: str, run: Path) -> TrialRecord:
        """Classify a run, unless that was done before; keep its record and its pictures.

        Raises:
            ConfigError: The folder is no run's, or nothing can be written.
        """
        known = self._records.get(name)
        if known is not None:
            return known
        facts = read_facts(run)
        record = replace(record_of(name, facts), name=name)
        for item in record.objects:
            if item.end is not End.TIDIED:
                self._draw(self._picture(record, item), draw_failure(facts, item))
        self._records[name] = record
        self.write()
        return record

    def forget(self, name: str) -> None:
        """Drop what is known of a run, as it was played anew.

        Raises:
            ConfigError: Records cannot be written.
        """
        if self._records.pop(name, None) is not None:
            write_records(self._out / FILE, self.records())

    def write(self) -> None:
        """Write records and page.

        Raises:
            ConfigError: They cannot be written.
        """
        records = self.records()
        write_records(self._out / FILE, records)
        write_page(self._out / PAGE, records, self._read_picture)

    def records(self) -> list[TrialRecord]:
        """Return the records by name."""
        return [self._records[name] for name in sorted(self._records)]

    @staticmethod
    def _draw(path: Path, picture: str) -> None:
        try:
            write_whole(path, [picture.encode()])
        except OSError as error:
            raise ConfigError(
                f"{path}: {error.strerror or error}; expected a file to write"
            ) from None

    def _picture(self, record: TrialRecord, item: ObjectOutcome) -> Path:
        number = [other.object for other in record.objects].index(item.object)
        return self._out / PICTURES / f"{record.name}-{number}.svg"

    def _read_picture(self, record: TrialRecord, item: ObjectOutcome) -> str:
        path = self._picture(record, item)
        return read_text(path, expected="a picture") if path.is_file() else ""


def play_trials(out: Path, trials: Sequence[Trial], options: Sequence[str], jobs: int) -> int:
    """Play what has not been played yet and show all; return the exit code.

    Raises:
        ConfigError: A run is refused, or the folder cannot be used, as by two at a time.
    """
    with FolderLock(out):
        session = Session(out)
        session.open(options)
        with Progress("adhoc trials: playing", len(trials), "runs") as progress:

            def on_end(trial: Trial, code: int, seconds: float) -> None:
                how = {DONE: "done", FAILED: "not done"}.get(code, "refused")
                say(f"{trial.name}: {how}, {seconds:.0f} s")
                progress.advance(1, trial.name)
                session.forget(trial.name)

            player = Player(session.runs, options, jobs, on_end, lambda: progress.advance(0))
            progress.advance(sum(player.is_played(trial) for trial in trials), effort=0.0)
            whole = asyncio.run(player.play(trials))
        if not whole:
            complain("adhoc trials: interrupted; the same command goes on where it stopped")
            return INTERRUPTED
        played = [
            (trial.name, player.run_folder(trial)) for trial in trials if player.is_played(trial)
        ]
        code = _conclude(session, played, out) if played else DONE
        for name, said in sorted(player.refused.items()):
            complain(f"adhoc trials: {name}: {said}")
        return BAD_INPUT if player.refused else code


def classify_runs(out: Path, runs: Sequence[Path]) -> int:
    """Say what became of objects in runs that were recorded before; return the exit code.

    Raises:
        ConfigError: A folder is no run's, or two have one name; nothing is written then. Or others
            write into `out`.
    """
    names = [run.resolve().name for run in runs]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"--runs: two folders are called {name}; expected one")
    for run in runs:
        read_task(run)
    with FolderLock(out):
        session = Session(out)
        session.open(["--runs"])
        return _conclude(session, list(zip(names, runs, strict=True)), out)


def _conclude(session: Session, runs: Sequence[tuple[str, Path]], out: Path) -> int:
    with Progress("adhoc trials: classifying", len(runs), "runs") as progress:
        records = []
        for name, run in runs:
            records.append(session.take(name, run))
            progress.advance(1, name)
    session.write()
    print_table(records)
    say(f"Page: {out / PAGE}")
    return DONE if all(record.success for record in records) else FAILED
