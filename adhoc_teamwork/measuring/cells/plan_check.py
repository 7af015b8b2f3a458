# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --plan-check`: what the checks accept and refuse, against plans that are known.

Plans that succeed in physics are to be accepted, broken ones refused by the check whose task it is.
"""

import argparse
import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from adhoc_teamwork.benchmark.arms.playing import TASKS, cell_of
from adhoc_teamwork.benchmark.engines.spread import spread
from adhoc_teamwork.benchmark.store.result_lines import ResultLines
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.cells.hands import arms_of
from adhoc_teamwork.cells.plan_check import PlanCheck
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.measuring.cells.broken_plans import KINDS, broken_plan
from adhoc_teamwork.measuring.cells.succeeded_plans import succeeded_plans
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import say_lines
from adhoc_teamwork.teamwork.text.progress import Progress

PROGRAM = "adhoc skills --plan-check"
ACCEPTED, REFUSED = 95.0, 98.0
"""Per cent: of plans that succeed in physics, and of broken ones at the right check."""
SUCCEEDED = "that succeed in physics"
FILE = "plan_check.jsonl"
_MOST_EPISODES = 200
_WITH_PATHS = "pack_grocery"


@dataclass(frozen=True, order=True)
class CaseKey:
    """Tell what is asked about: one broken plan of a kind, or one episode's that succeed.

    Attributes:
        kind: Of plans.
        task: Of the episode; a broken plan has that of its kind.
        number: Of the broken plan, or the episode's seed.
    """

    kind: str
    task: str
    number: int


@dataclass(frozen=True)
class Case:
    """Hold what the checks said of each plan, where that was wrong; an empty text otherwise."""

    key: CaseKey
    wrong: tuple[str, ...]


@dataclass
class Tally:
    """Count plans of one kind that were treated rightly; what went wrong is kept in words."""

    kind: str
    expected: str
    plans: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Return how many were treated rightly, in per cent; 0 where there were none."""
        return 100.0 * self.right / self.plans if self.plans else 0.0

    def add(self, wrong: str) -> None:
        """Count one plan, and what was wrong with what became of it."""
        self.plans += 1
        self.right += not wrong
        if wrong:
            self.wrong.append(wrong)

    def row(self) -> list[str]:
        """Return the cells of the printed table."""
        return [self.kind, self.expected, str(self.plans), f"{self.share:.1f}"]


class Cases:
    """Ask about plans what is not known yet.

    Args:
        jobs: By how many processes.
        kept: Where what was asked is kept; in memory alone where None.
    """

    def __init__(self, jobs: int, kept: ResultLines[Case] | None = None) -> None:
        self._jobs, self._kept = jobs, kept
        self._known: dict[CaseKey, Case] = {} if kept is None else kept.results

    def of(self, keys: Sequence[CaseKey]) -> list[Case]:
        """Return what came of these, in their order.

        Raises:
            BenchError: The disk is full, or a process was killed.
        """
        missing = [key for key in keys if key not in self._known]
        for case in spread(ask, missing, min(self._jobs, max(1, len(missing))), "asked of plans"):
            self._known[case.key] = case
            if self._kept is not None:
                self._kept.add(case)
        return [self._known[key] for key in keys]


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Ask the checks of plans about plans that succeed in physics, and about broken ones of "
            f"{len(KINDS)} kinds. Exit code 1: fewer than {ACCEPTED:g} per cent of the first are "
            f"accepted, or of the others {REFUSED:g} per cent refused by the right check."
        ),
    )
    parser.add_argument("--plan-check", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--plans", type=whole_number(1), default=300, metavar="N", help="that succeed in physics"
    )
    parser.add_argument(
        "--broken", type=whole_number(1), default=50, metavar="N", help="of each kind"
    )
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    parser.add_argument("--out", type=Path, metavar="DIR",
        help="keep what was asked there: the same command goes on where it ended")  # fmt: skip
    parser.add_argument("--jobs", type=whole_number(1), metavar="N",
        help="processes (default: as many as there are processors)")  # fmt: skip
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0 where the limits are kept, 1 otherwise.

    Raises:
        ConfigError: MuJoCo is missing, or the folder is not for us.
        BenchError: The disk is full, or a process was killed.
    """
    options = build_parser().parse_args(words)
    jobs = options.jobs or len(os.sched_getaffinity(0))
    with contextlib.ExitStack() as stack:
        kept = options.out and stack.enter_context(ResultLines(options.out / FILE, Case))
        cases = Cases(jobs, kept)
        total = options.plans + len(KINDS) * options.broken
        with Progress(f"{PROGRAM}: asking", total, "plans") as progress:
            refused = refused_plans(tuple(KINDS), options.broken, cases, progress.advance)
            accepted = accepted_plans(options.plans, cases, progress.advance)
        tallies = [accepted, *refused]
        if kept:
            kept.finish()
    headings = ["plans", "expected", "number", "right %"]
    say_lines(table(headings, [one.row() for one in tallies], texts=2))
    if options.misses:
        say_lines("\n".join(f"{one.kind}: {line}" for one in tallies for line in one.wrong))
    return DONE if is_kept(tallies) else FAILED


def is_kept(tallies: Sequence[Tally]) -> bool:
    """Tell whether the limits are kept: the first tally is of plans that are to be accepted."""
    limits = (ACCEPTED, *(REFUSED for _ in tallies[1:]))
    return all(one.share >= limit for one, limit in zip(tallies, limits, strict=True))


def accepted_plans(number: int, cases: Cases, advance: Callable[[], None] = lambda: None) -> Tally:
    """Return how many of the plans that succeed in physics the checks accept."""
    tally = Tally(SUCCEEDED, "accepted")
    for wrong in islice(_succeeded(cases), number):
        tally.add(wrong)
        advance()
    return tally


def refused_plans(
    kinds: Sequence[str], number: int, cases: Cases, advance: Callable[[], None] = lambda: None
) -> list[Tally]:
    """Return how many of the broken plans of each kind the right check refuses."""
    tallies = []
    for kind in kinds:
        tally = Tally(kind, f"refused: {KINDS[kind][0]}")
        for case in cases.of([CaseKey(kind, "", one) for one in range(number)]):
            for wrong in case.wrong:
                tally.add(wrong)
                advance()
        tallies.append(tally)
    return tallies


def ask(key: CaseKey) -> Case:
    """Ask the checks about one broken plan, or about those of one episode that succeed.

    Raises:
        ConfigError: MuJoCo is missing.
    """
    if key.kind == SUCCEEDED:
        verdicts = [plan.verdict for plan in asyncio.run(succeeded_plans(key.task, key.number))]
        name = f"{key.task} {key.number}"
        wrong = ["" if one.plan is not None else f"{name}: {one.feedback}" for one in verdicts]
        return Case(key, tuple(wrong))
    broken = broken_plan(key.kind, key.number, lambda name: cell_of(name)[0], _first_hand())
    task, world = cell_of(broken.task)[0], _world_of(broken.task)
    start = begin(task, world, broken.seed, broken.moved)
    verdict = PlanCheck(Script(task, world, broken.seed), start.goal).check(
        broken.text, world.observe()
    )
    told = f"{broken.task} {broken.seed}: {verdict.feedback or 'accepted'}"
    return Case(key, ("" if verdict.failed is broken.refused_by else told,))


def _succeeded(cases: Cases) -> Iterator[str]:
    """Yield what was wrong with plans of one episode after the other, of all tasks in turn."""
    for seed in range(1, _MOST_EPISODES + 1):
        for case in cases.of([CaseKey(SUCCEEDED, task, seed) for task in TASKS]):
            yield from case.wrong


@lru_cache(maxsize=len(TASKS))
def _world_of(task: str) -> CellWorld:
    return CellWorld(cell_of(task)[1])


@lru_cache(maxsize=1)
def _first_hand() -> Floats:
    """Return where the hand of the first robot begins whose actions have paths, (3,)."""
    task, model = cell_of(_WITH_PATHS)
    robot = next(iter(task.agents))
    posture = model.kinds[robot].posture
    return np.asarray(arms_of(model)[robot].tool_poses(posture)[0, :3, 3])
