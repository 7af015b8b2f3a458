# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The expressions that a model wants worked out, from text or from JSON (EMOS, 3.4)."""

import re
from typing import Any

from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, answer_lines
from adhoc_teamwork.adhoc_planner.notation.json_shapes import Each, Fields, Words
from adhoc_teamwork.teamwork.text.expressions import LONGEST

MOST_EXPRESSIONS = 16
"""Expressions of one answer; what is more is left out."""
_NUMBERED = re.compile(r"\(?\d{1,3}[.)]\s+|[-*]\s+(?=\S)")


def parse_expressions(text: str) -> tuple[str, ...]:
    """Return the expressions of an answer, one a line; what they come to is asked later.

    Raises:
        AnswerError: There is none.
    """
    lines = [_NUMBERED.sub("", line, count=1).strip("` ") for line in answer_lines(text)]
    return _found(lines)


def expressions_form(stage: str) -> AnswerForm[tuple[str, ...]]:
    """Return the form of a list of expressions."""
    parts = Fields(
        {
            "analysis": Words("your reasoning, as asked for above"),
            "result": Each(Words("an expression")),
        }
    )

    def build(given: dict[str, Any]) -> tuple[str, ...]:
        return _found(given["result"])

    return AnswerForm(stage, parts, build)  # type: ignore[arg-type]


def _found(lines: list[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(line[: LONGEST + 1] for line in lines if line))
    if not found:
        raise AnswerError("no expression was found after [result]; expected one a line")
    return found[:MOST_EXPRESSIONS]
