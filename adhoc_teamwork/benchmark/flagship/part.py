# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One suite's part of the flagship table: its set, who plays, what has been played."""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.commands.run import play_settings
from adhoc_teamwork.benchmark.flagship.rows import FlagshipRow, Sample, rows_of
from adhoc_teamwork.benchmark.flagship.sample import SECTIONS, Section, section_set
from adhoc_teamwork.benchmark.runs.plan import Setting, plan
from adhoc_teamwork.benchmark.runs.selection import select_tasks
from adhoc_teamwork.benchmark.runs.spending import RunBudget
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import read_facts
from adhoc_teamwork.benchmark.store.results import EPISODES, read_results
from adhoc_teamwork.benchmark.tasks.task import BenchTask, TaskSet


@dataclass(frozen=True)
class SuitePart:
    """Hold what is to be played of a suite; `options` are those of `run`, for its folder."""

    section: Section
    settings: Sequence[Setting]
    folder: Path
    task_set: TaskSet
    tasks: Sequence[BenchTask]
    options: argparse.Namespace

    @property
    def sample(self) -> Sample:
        """Return on what its rows are played."""
        return Sample(self.task_set.digest, tuple(task.task_id for task in self.tasks))

    @property
    def keys(self) -> list[EpisodeKey]:
        """Return all episodes that it needs."""
        return [work.key for work in plan(self.settings, self.tasks)]

    def play(self, budget: RunBudget) -> int:
        """Play what is missing; return 1 if an episode was not, else 0; see `play_settings`."""
        task_set = (self.folder, self.task_set)
        return play_settings(self.options, task_set, list(self.settings), budget)

    def played(self) -> Mapping[EpisodeKey, EpisodeResult]:
        """Return the episodes of its tasks that are there."""
        out = Path(self.options.out)
        if not (out / EPISODES).exists():
            return {}
        chosen = {task.task_id for task in self.tasks}
        return {key: one for key, one in read_results(out).items() if key.task_id in chosen}

    def rows(self) -> list[FlagshipRow]:
        """Return its rows."""
        section, facts = self.section, read_facts(Path(self.options.out))
        return rows_of(section.name, section.score, self.settings, self.played(), facts)


def parts_of(
    options: argparse.Namespace, methods: Sequence[str], llm: str, channel: str
) -> list[SuitePart]:
    """Return the parts of all suites; sets that are not there yet are drawn.

    Raises:
        ConfigError: A policy or channel is not known, or a set is broken.
        BenchError: The disk is full, or a process was killed.
    """
    wanted = [section.settings(methods, llm, channel) for section in SECTIONS]
    jobs = options.jobs or len(os.sched_getaffinity(0))
    parts = []
    for section, settings in zip(SECTIONS, wanted, strict=True):
        folder, task_set = section_set(section, options.out, jobs)
        count = str(min(section.tasks, options.most or section.tasks))
        of_run = {**vars(options), "out": str(options.out / section.name), "tasks": count}
        tasks = select_tasks(task_set.tasks, count)
        run = argparse.Namespace(**of_run)
        parts.append(SuitePart(section, settings, folder, task_set, tasks, run))
    return parts
