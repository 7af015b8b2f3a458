# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Split a model's answer into its parts, for people to read."""

import re
from dataclasses import dataclass

_MARK = re.compile(r"\[\s*(\w+)\s*\]")
_ITEM = re.compile(r"\s*(?:\d+[.)]|[-*])\s*(\S.*)")
_VERDICT = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """Hold an answer's parts: reasons, a list of items, a yes or no, a single choice."""

    analysis: str = ""
    items: tuple[str, ...] = ()
    verdict: bool | None = None
    choice: str = ""


def read_answer(text: str) -> Answer:
    """Return the parts of an answer; what has no mark at all is taken for its reasons."""
    marks = list(_MARK.finditer(text))
    if not marks:
        return Answer(analysis=text.strip())
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    parts = {
        mark.group(1).lower(): text[mark.end() : end].strip()
        for mark, end in zip(marks, ends, strict=True)
    }
    verdict = _VERDICT.match(parts.get("judgement", ""))
    return Answer(
        analysis=parts.get("analysis", ""),
        items=_items(parts.get("result", parts.get("results", ""))),
        verdict=None if verdict is None else verdict.group(1).lower() == "yes",
        choice=parts.get("subskill", ""),
    )


def _items(text: str) -> tuple[str, ...]:
    lines = [line for line in text.splitlines() if line.strip()]
    found = [match.group(1).strip() for line in lines if (match := _ITEM.match(line))]
    return tuple(found or (line.strip() for line in lines))
