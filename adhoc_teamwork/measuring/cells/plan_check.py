# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --plan-check`: what the checks accept and refuse, against plans that are known.

Plans that succeed in physics are to be accepted, broken ones refused by the check whose task it is.
"""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

import numpy as np

from adhoc_teamwork.benchmark.arms.playing import TASKS, cell_of
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.cells.hands import arms_of
from adhoc_teamwork.cells.plan_check import PlanCheck
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.measuring.cells.broken_plans import KINDS, broken_plan
from adhoc_teamwork.measuring.cells.succeeded_plans import Succeeded, succeeded_plans
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import say_lines

PROGRAM = "adhoc skills --plan-check"
ACCEPTED, REFUSED = 95.0, 98.0
"""Per cent: of plans that succeed in physics, and of broken ones at the right check."""
_MOST_EPISODES = 200
_WITH_PATHS = "pack_grocery"


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

    def add(self, is_right: bool, words: str) -> None:
        """Count one plan."""
        self.plans += 1
        self.right += is_right
        if not is_right:
            self.wrong.append(words)

    def row(self) -> list[str]:
        """Return the cells of the printed table."""
        return [self.kind, self.expected, str(self.plans), f"{self.share:.1f}"]


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
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0 where the limits are kept, 1 otherwise.

    Raises:
        ConfigError: MuJoCo is missing.
    """
    options = build_parser().parse_args(words)
    tallies = [accepted_plans(options.plans), *refused_plans(tuple(KINDS), options.broken)]
    headings = ["plans", "expected", "number", "right %"]
    say_lines(table(headings, [one.row() for one in tallies], texts=2))
    if options.misses:
        say_lines("\n".join(f"{one.kind}: {line}" for one in tallies for line in one.wrong))
    return DONE if is_kept(tallies) else FAILED


def is_kept(tallies: Sequence[Tally]) -> bool:
    """Tell whether the limits are kept: the first tally is of plans that are to be accepted."""
    limits = (ACCEPTED, *(REFUSED for _ in tallies[1:]))
    return all(one.share >= limit for one, limit in zip(tallies, limits, strict=True))


def accepted_plans(number: int) -> Tally:
    """Return how many of the plans that succeed in physics the checks accept."""
    tally = Tally("that succeed in physics", "accepted")
    for plan in islice(_succeeded(), number):
        verdict = plan.verdict
        tally.add(verdict.plan is not None, f"{plan.task} {plan.seed}: {verdict.feedback}")
    return tally


def refused_plans(kinds: Sequence[str], number: int) -> list[Tally]:
    """Return how many of the broken plans of each kind the right check refuses."""
    worlds: dict[str, CellWorld] = {}
    hand = _first_hand()
    tallies = []
    for kind in kinds:
        tally = Tally(kind, f"refused: {KINDS[kind][0]}")
        for one in range(number):
            broken = broken_plan(kind, one, lambda name: cell_of(name)[0], hand)
            task, model = cell_of(broken.task)
            world = worlds.setdefault(broken.task, CellWorld(model))
            start = begin(task, world, broken.seed, broken.moved)
            verdict = PlanCheck(Script(task, world, broken.seed), start.goal).check(
                broken.text, world.observe()
            )
            words = f"{broken.task} {broken.seed}: {verdict.feedback or 'accepted'}"
            tally.add(verdict.failed is broken.refused_by, words)
        tallies.append(tally)
    return tallies


def _succeeded() -> Iterator[Succeeded]:
    """Return plans of one episode after the other, of all tasks in turn."""
    for seed in islice(count(1), _MOST_EPISODES):
        for task in TASKS:
            yield from asyncio.run(succeeded_plans(task, seed))


def _first_hand() -> Floats:
    """Return where the hand of the first robot begins whose actions have paths, (3,)."""
    task, model = cell_of(_WITH_PATHS)
    robot = next(iter(task.agents))
    posture = model.kinds[robot].posture
    return np.asarray(arms_of(model)[robot].tool_poses(posture)[0, :3, 3])
