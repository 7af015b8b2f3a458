# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn an answer of the negotiation into objections and a sub-task (paper appendix F.3)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.notation.answers import (
    BEFORE,
    AnswerError,
    analysis,
    parse_choice,
)
from adhoc_teamwork.teamwork.actions.names import PAPER_SUBTASKS
from adhoc_teamwork.teamwork.team.notation import bare_item
from adhoc_teamwork.teamwork.team.subtask import SubTask

_AGREEMENT = re.compile(rf"\[\s*agreement\s*\]|^{BEFORE}agreement[\s*_]*(?::|$)", re.I | re.M)
_RESULT = re.compile(rf"\[\s*results?\s*\]|^{BEFORE}results?[\s*_]*(?::|$)", re.I | re.M)
_VERDICT = re.compile(r"(yes|no|agreed?|disagree|object(?:ion)?)\b[\s.,:;-]*", re.I)
_NAME = re.compile(r"(?:(?:to|with)\s+)?(?:<\s*([^<>\n]+?)\s*>|([^\s:;,<>]+))[\s:;,-]*", re.I)
_AGREES = frozenset({"yes", "agree", "agreed"})
_REASON_LENGTH = 400


@dataclass(frozen=True)
class Negotiated:
    """Hold what a robot says to the plans of the others, and what it plans itself.

    `objections` are pairs of a teammate's name and the reason; none where it agrees with all.
    """

    objections: tuple[tuple[str, str], ...]
    subtask: SubTask
    analysis: str = ""


def parse_negotiation(
    text: str, planners: Iterable[str], offered: Sequence[str] = PAPER_SUBTASKS
) -> Negotiated:
    """Return the objections and the sub-task of an answer.

    Args:
        text: The answer.
        planners: The names of the teammates that have made plans.
        offered: The names of the sub-tasks that the task has.

    Raises:
        AnswerError: There is no sub-task or more than one, it is not said whether the robot agrees,
            or an objection names nobody who has made a plan.
    """
    subtask = parse_choice(text, offered)
    return Negotiated(_objections(text, tuple(planners)), subtask, _reasoning(text))


def _objections(text: str, planners: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    section = _section(text)
    verdicts = [verdict for line in section.splitlines() if (verdict := _verdict(line))]
    if not verdicts:
        if not planners:
            return ()
        raise AnswerError(
            "no yes or no was found after [agreement]; expected yes, or a line "
            "'no: <teammate>: reason' for each plan that you object to"
        )
    objections: dict[str, str] = {}
    for agrees, rest in verdicts:
        if not agrees:
            name, reason = _objection(rest, planners)
            objections.setdefault(name, reason)
    return tuple(objections.items())


def _section(text: str) -> str:
    """Return what stands between the last mark of the agreement and that of the result after it."""
    marks = list(_AGREEMENT.finditer(text))
    if not marks:
        return ""
    rest = text[marks[-1].end() :]
    end = _RESULT.search(rest)
    return rest[: end.start()] if end else rest


def _verdict(line: str) -> tuple[bool, str] | None:
    """Return whether a line agrees, and what follows; None where it is no verdict."""
    text = bare_item(line)
    match = _VERDICT.match(text)
    return (match.group(1).lower() in _AGREES, text[match.end() :]) if match else None


def _objection(rest: str, planners: tuple[str, ...]) -> tuple[str, str]:
    match = _NAME.match(rest)
    said = (match.group(1) or match.group(2)) if match else ""
    name = next((p for p in planners if p.casefold() == said.casefold()), None)
    if match is None or name is None:
        known = ", ".join(planners) or "nobody"
        raise AnswerError(
            f"an objection must name a teammate that has made a plan ({known}): "
            "expected 'no: <teammate>: reason'"
        )
    return name, " ".join(rest[match.end() :].split())[:_REASON_LENGTH]


def _reasoning(text: str) -> str:
    """Return the reasoning alone: the general reader takes the agreement for a part of it."""
    start = _AGREEMENT.search(text)
    return analysis(text[: start.start()] if start else text)
