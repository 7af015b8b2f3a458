# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn what a model says of the future into typed values: predictions and scores."""

import re
from collections.abc import Mapping, Sequence

from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, listed_items, shortened
from adhoc_teamwork.teamwork.team.notation import bare_item, names_subtask, read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask

BEST_SCORE = 10.0
"""Scores go from 0 to this."""

_NAMED = re.compile(r"^<?([^:<>|]+?)>?\s*:\s*(.+)$")
_SCORE = re.compile(r"[\s|,;:(*_-]*\bscore[^\w-]*(-?\d+(?:\.\d+)?)", re.IGNORECASE)


def parse_predictions(text: str, names: Sequence[str]) -> Mapping[str, SubTask]:
    """Return what an answer predicts of the teammates `names`; who is left out stays out.

    Lines on anybody else are passed over.

    Raises:
        AnswerError: It speaks of none of them, or a sub-task is not in the notation.
    """
    known = {name.casefold(): name for name in names}
    found: dict[str, SubTask] = {}
    for item in listed_items(text):
        match = _NAMED.match(bare_item(item))
        name = known.get(match.group(1).strip().casefold()) if match else None
        if match is None or name is None:
            continue
        subtask = read_subtask(match.group(2))
        if subtask is None:
            raise AnswerError(f"'{shortened(match.group(2))}' is not a sub-task of {name}")
        found.setdefault(name, subtask)
    if not found:
        raise AnswerError(f"no prediction of {', '.join(names)} was found after [result]")
    return found


def parse_scores(text: str, candidates: Sequence[SubTask]) -> Mapping[SubTask, float]:
    """Return the scores, 0 to 10, of the candidates that an answer scores.

    Raises:
        AnswerError: It scores none, one that is not among them, or without a number in range.
    """
    known = {str(candidate).casefold(): candidate for candidate in candidates}
    found: dict[SubTask, float] = {}
    for item in listed_items(text):
        if names_subtask(item):
            candidate, score = _scored(item, known)
            found.setdefault(candidate, score)
    if not found:
        raise AnswerError("no scored candidate was found after [result]")
    return found


def _scored(item: str, known: Mapping[str, SubTask]) -> tuple[SubTask, float]:
    match = _SCORE.search(item)
    if match is None or not 0.0 <= float(match.group(1)) <= BEST_SCORE:
        raise AnswerError(f"'{shortened(item)}' has no score from 0 to {BEST_SCORE:g}")
    subtask = read_subtask(item[: match.start()])
    candidate = known.get(str(subtask).casefold())
    if subtask is None or candidate is None:
        raise AnswerError(f"'{shortened(item)}' is not among the candidates to be scored")
    return candidate, float(match.group(1))
