# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A choice from a lettered list, and a message in words: what CoELA asks a model for (A.3, A.4)."""

import difflib
import re
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.notation.answers import (
    AnswerError,
    analysis,
    answer_lines,
    shortened,
)
from adhoc_teamwork.adhoc_planner.notation.json_shapes import Choice, Fields, Words
from adhoc_teamwork.teamwork.text.letters import letter_of

_LETTER = re.compile(r"[\W_]*(?:(?:option|plan)\s+)?([A-Za-z]{1,2})(?:\s*[.):\]*]|\W*$)", re.I)
_MESSAGE = re.compile(r"^.*\[\s*message\s*\]\W{0,3}?", re.IGNORECASE | re.DOTALL)
_NOTHING = frozenset({"", "none", "nothing", "no message", "-"})
_ALIKE = 0.85
"""How alike a line and an option have to be for one to mean the other, 0 to 1."""


def parse_letter(text: str, options: Sequence[str]) -> int:
    """Return the index of the option that an answer chooses.

    It is read as the option's words, then as its letter, then as what is most like the words.

    Raises:
        AnswerError: It chooses none, or more than one.
    """
    found = dict.fromkeys(_chosen(line, options) for line in answer_lines(text)[:4])
    chosen = [index for index in found if index is not None]
    if not chosen:
        last = letter_of(len(options) - 1)
        raise AnswerError(f"no plan was chosen after [result]; expected a letter, A to {last}")
    if len(chosen) > 1:
        raise AnswerError("more than one plan was chosen after [result]; expected one letter")
    return chosen[0]


def letter_form(stage: str, count: int) -> AnswerForm[int]:
    """Return the form of a choice among `count` options."""
    letters = {letter_of(index): index for index in range(count)}
    parts = Fields(
        {
            "analysis": Words("your reasoning, as asked for above"),
            "result": Choice("letter", letters),
        }
    )
    return AnswerForm(stage, parts, lambda given: int(given["result"]))


def parse_message(text: str) -> str:
    """Return the message of an answer on one line; empty where it says that there is none."""
    words = _MESSAGE.sub("", text, count=1)
    return _said(words if _MESSAGE.match(text) else analysis(text))


def message_form(stage: str) -> AnswerForm[str]:
    """Return the form of a message."""
    parts = Fields({"message": Words("the message, or none")})
    return AnswerForm(stage, parts, lambda given: _said(given["message"]))


def _said(words: str) -> str:
    line = " ".join(words.split()).strip("\"'«» ")
    return "" if line.casefold().strip(".") in _NOTHING else line


def _chosen(line: str, options: Sequence[str]) -> int | None:
    plain = line.casefold()
    named = [i for i, option in enumerate(options) if option.casefold() in plain]
    if named:
        return max(named, key=lambda index: len(options[index]))
    letter = _LETTER.match(line)
    if letter is not None:
        known = {letter_of(index): index for index in range(len(options))}
        index = known.get(letter.group(1).upper())
        if index is None:
            last = letter_of(len(options) - 1)
            raise AnswerError(
                f"there is no plan {shortened(letter.group(1))}; expected A to {last}"
            )
        return index
    lowered = [option.casefold() for option in options]
    close = difflib.get_close_matches(plain, lowered, n=1, cutoff=_ALIKE)
    return lowered.index(close[0]) if close else None
