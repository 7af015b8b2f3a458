# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What models answered, on the disk."""

from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.store.result_lines import ResultLines

FILE = "text.jsonl"


@dataclass(frozen=True, order=True)
class AnswerKey:
    """Tell one answer from all others.

    Attributes:
        questions: Which set of questions, as `making.digest_of` names it.
        llm: The model's name.
        is_blind: It was told nothing but the question.
        question: The question's id.
    """

    questions: str
    llm: str
    is_blind: bool
    question: str


@dataclass(frozen=True)
class Answered:
    """Hold an answer: its end, and which option it chose; None where that cannot be read."""

    key: AnswerKey
    chosen: int | None
    text: str


def answers_file(folder: Path) -> ResultLines[Answered]:
    """Return the file of answers of a results folder."""
    return ResultLines(folder / FILE, Answered)
