# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How many questions of each category were answered rightly, beside chance and the paper."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from adhoc_teamwork.benchmark.figures.statistics import CONFIDENCE, share_interval
from adhoc_teamwork.benchmark.questions.question import Category, Question
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table

PAPER = Path(__file__).parents[1] / "data" / "roco_table4.csv"
"""Facts copied from roco.txt, Table IV: accuracy with its deviation."""

Choices = Mapping[str, int | None]
"""Which option was chosen, by the question's id; None where an answer could not be read."""


def text_table(questions: Sequence[Question], rows: Mapping[str, Choices]) -> str:
    """Return a table: a row for each model, then constant answers, chance, and the paper's."""
    lines = [[name, *_row(questions, choices), _unread(choices)] for name, choices in rows.items()]
    for name, choices in constant_choices(questions).items():
        lines.append([f"always {name}", *_row(questions, choices), NO_VALUE])
    own = [[one for one in questions if one.category is category] for category in Category]
    lines.append(["chance", *(f"{chance(one):.2f}" for one in own), NO_VALUE])
    lines += [[f"{name} (paper)", *shown, NO_VALUE] for name, shown in _paper().items()]
    headings = ["answers", *(f"{c} ({len(o)})" for c, o in zip(Category, own, strict=True))]
    legend = (
        f"Share of right answers [{CONFIDENCE:.0%} interval, Wilson]. What has no option of the "
        "question behind ANSWER is unread, and wrong. Constant answers are of the questions that "
        "have such an option. The paper's questions are others."
    )
    return f"{table([*headings, 'unread'], lines, 1)}\n\n{legend}"


def constant_choices(questions: Iterable[Question]) -> dict[str, Choices]:
    """Return what is chosen by whom always says the same, where that is an option."""
    labels = sorted({label for one in questions for label in one.labels})
    return {
        label: {one.id: one.labels.index(label) for one in questions if label in one.labels}
        for label in labels
    }


def chance(questions: Sequence[Question]) -> float:
    """Return the share that is right of what is drawn from the options."""
    return float(np.mean([1.0 / len(one.options) for one in questions])) if questions else 0.0


def count_right(questions: Iterable[Question], choices: Choices) -> tuple[int, int]:
    """Return how many of the questions that were answered were answered rightly, and how many."""
    asked = [one for one in questions if one.id in choices]
    return sum(choices[one.id] == one.right for one in asked), len(asked)


def _row(questions: Sequence[Question], choices: Choices) -> list[str]:
    cells = []
    for category in Category:
        own = [one for one in questions if one.category is category]
        right, number = count_right(own, choices)
        if not number:
            cells.append(NO_VALUE)
            continue
        span = share_interval(right, number)
        cells.append(f"{right / number:.2f} [{span.low:.2f}, {span.high:.2f}]")
    return cells


def _unread(choices: Choices) -> str:
    unread = sum(one is None for one in choices.values())
    return f"{unread / len(choices):.2f}" if choices else NO_VALUE


def _paper() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with PAPER.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            found.setdefault(line["model"], []).append(f"{line['accuracy']} ± {line['deviation']}")
    return found
