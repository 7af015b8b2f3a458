# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The results folder of a run: episodes are added line by line and never lost or counted twice.

A line is on the disk before the next is begun. A crash or a full disk can tear only the last line,
which the next run drops and plays again. When all is done the lines are sorted, so that the file is
the same whatever the order in which episodes ended.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RUN_FILE, RunFacts, read_facts, write_facts
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.store.latency import LatencyFile
from adhoc_teamwork.benchmark.store.lines import LineFile
from adhoc_teamwork.benchmark.store.results import (
    EPISODES,
    encode,
    in_order,
    parse_results,
    with_times,
)
from adhoc_teamwork.benchmark.terminal.signals import held_back
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import sync_folder
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock
from adhoc_teamwork.teamwork.text.console import complain


class EpisodeStore:
    """Add episodes to a results folder; use it in a `with` block, one at a time per folder."""

    def __init__(self, folder: Path, facts: RunFacts) -> None:
        self._folder, self._facts = folder, facts
        self._lock = FolderLock(folder, by_file=True)
        self._file = LineFile(folder / EPISODES)
        self._latency = LatencyFile(folder)
        self.results: dict[EpisodeKey, EpisodeResult] = {}
        """All episodes that are on the disk."""

    def __enter__(self) -> "EpisodeStore":
        """Make or open the folder and read what is there.

        Raises:
            ConfigError: It is of another task set, in use, broken, or cannot be written.
            BenchError: The disk is full.
        """
        try:
            self._open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the folder."""
        self.close()

    def add(self, result: EpisodeResult) -> None:
        """Put one episode on the disk.

        Raises:
            BenchError: It cannot be written; all episodes before it are kept.
            ValueError: The episode is there already.
        """
        if result.key in self.results:
            raise ValueError(f"{result.key} is there already")
        with held_back():
            try:
                if result.time is not None:
                    self._latency.add(result.key, result.time)
                self._file.add(encode(result))
            except OSError as error:
                raise BenchError(
                    f"{self._folder / EPISODES}: {error.strerror}; {len(self.results)} episodes "
                    "are kept, and the same command goes on from there"
                ) from None
            self.results[result.key] = result

    def finish(self) -> None:
        """Sort the file's lines.

        Raises:
            BenchError: It cannot be written; the unsorted file is kept.
        """
        results = in_order(self.results.values())
        lines = [encode(result) for result in results]
        path = self._folder / EPISODES
        if path.read_bytes() != b"".join(lines):
            write_whole(path, lines)
        self._latency.finish({r.key: r.time for r in results if r.time is not None})

    def close(self) -> None:
        """Let go of the folder; it can be opened again afterwards."""
        self._latency.close()
        self._file.close()
        self._lock.release()

    def _open(self) -> None:
        self._lock.take()
        self._check_facts()
        path = self._folder / EPISODES
        try:
            found = self._file.open(lambda content: parse_results(content, str(path)))
            self.results = with_times(found, self._latency.open())
            sync_folder(self._folder)
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror}; expected a file to write") from None
        self._check_tasks(self.results, str(path))

    def _check_facts(self) -> None:
        if (self._folder / RUN_FILE).exists():
            there = read_facts(self._folder)
            if there.digest != self._facts.digest:
                raise ConfigError(
                    f"--out {self._folder}: holds results of another task set "
                    f"('{there.task_set}', {there.digest[:12]}); expected a new folder or one of "
                    f"'{self._facts.task_set}', {self._facts.digest[:12]}"
                )
            self._note_versions(there)
            if there == self._facts:
                return
        elif (self._folder / EPISODES).exists():
            raise ConfigError(
                f"--out {self._folder}: has {EPISODES} but no {RUN_FILE}; expected a results folder"
            )
        write_facts(self._folder, self._facts)

    def _note_versions(self, there: RunFacts) -> None:
        """Keep the versions that were there; say so where this one is another."""
        new = [name for name in self._facts.versions if name not in there.versions]
        if new and there.versions and (self._folder / EPISODES).exists():
            complain(
                f"adhoc bench: {self._folder} holds episodes that other code has played; "
                "a new --out keeps versions apart"
            )
        self._facts = replace(self._facts, versions=(*there.versions, *new))

    def _check_tasks(self, keys: Iterable[EpisodeKey], source: str) -> None:
        known = self._facts.by_id()
        for key in keys:
            if key.task_id not in known:
                raise ConfigError(f"{source}: {key.task_id}: expected a task of the task set")
