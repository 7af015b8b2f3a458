# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play the episodes that a results folder lacks."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

from adhoc_teamwork.benchmark.engines.work import Engine, Failure, Work, effort, make_chunks
from adhoc_teamwork.benchmark.runs.spending import RunBudget
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.llm_port.budget import Bound
from adhoc_teamwork.teamwork.text.progress import Progress

GIVE_UP_AFTER = 10
"""Failures in a row after which a run ends, if they are from several houses: nothing works."""
GIVE_UP_HOUSES = 3


@dataclass
class RunReport:
    """Say what a run did: how many episodes were there, were added, and failed; why it ended."""

    kept: int = 0
    played: int = 0
    failures: list[Failure] = field(default_factory=list)
    gave_up: bool = False
    spent: Bound | None = None
    """The bound of the budget for which it ended."""
    missing: int = 0
    """Episodes that were not played for that."""


def run_missing(
    works: Sequence[Work],
    store: EpisodeStore,
    engine: Engine,
    workers: int,
    budget: RunBudget | None = None,
) -> RunReport:
    """Play what the store lacks, keep each episode as it ends, and sort the store's file.

    Args:
        works: Every episode that must be there at the end.
        store: An open store.
        engine: What plays them.
        workers: How many episodes the engine plays at a time.
        budget: What may be spent; none where there is no bound.

    Raises:
        BenchError: The disk is full, or the engine broke down.
    """
    missing = [work for work in works if work.key not in store.results]
    houses = {work.key: work.task.house for work in missing}
    report = RunReport(kept=len(works) - len(missing))
    budget = budget or RunBudget()
    if missing:
        report.spent = budget.reached(workers)
    in_a_row: list[str] = []
    outcomes = engine.run(make_chunks([] if report.spent else missing, workers))
    efforts = {work.key: effort(work) for work in missing}
    progress = Progress("adhoc bench: playing", len(missing), "episodes", sum(efforts.values()))
    with closing(outcomes), progress:
        for outcome in outcomes:
            if isinstance(outcome, Failure):
                report.failures.append(outcome)
                in_a_row.append(houses[outcome.key])
            elif outcome is not None:
                store.add(outcome)
                report.played += 1
                in_a_row.clear()
                budget.add(outcome)
                report.spent = budget.reached(workers)
            if outcome is None:
                progress.advance(0)
            else:
                progress.advance(1, effort=efforts[outcome.key])
            if len(in_a_row) >= GIVE_UP_AFTER and len(set(in_a_row)) >= GIVE_UP_HOUSES:
                report.gave_up = True
                break
            if report.spent is not None:
                break
    store.finish()
    report.missing = len(missing) - report.played - len(report.failures)
    return report
