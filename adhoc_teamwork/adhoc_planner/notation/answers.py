# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn a model's free text into typed answers, or say in one sentence what is wrong with it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adhoc_teamwork.teamwork.actions.names import PAPER_SUBSKILLS, PAPER_SUBTASKS
from adhoc_teamwork.teamwork.actions.registry import find_subskill, find_subtask
from adhoc_teamwork.teamwork.actions.spec import SubSkillSpec
from adhoc_teamwork.teamwork.team.notation import (
    bare_item,
    names_subskill,
    names_subtask,
    read_subskill,
    read_subtask,
)
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

BEFORE = r"(?:[^\S\n]|[#*_])*"
"""What may stand before a mark on its line. It ends with the line: a search begins on each, and
to read on from each to the end would take a minute for an answer of blanks."""
_MARKERS = "result|results|judgement|judgment|subskill|sub-skill|answer"
_BRACKET_MARKER = re.compile(rf"\[\s*(?:{_MARKERS})\s*\]\W{{0,3}}?", re.IGNORECASE)
_LINE_MARKER = re.compile(rf"^{BEFORE}(?:{_MARKERS})[\s*_]*(?::[\s*_]*|$)", re.IGNORECASE | re.M)
_ANALYSIS_MARKER = re.compile(
    rf"\[\s*analysis\s*\]|^{BEFORE}analysis[\s*_]*:", re.IGNORECASE | re.M
)
_FENCE = re.compile(r"^[^\S\n]*```.*$", re.M)
_INLINE_NUMBER = re.compile(r"(?<=\S)\s+(?=\(?\d{1,2}[.)]\s+\S)")
_YES = frozenset({"yes", "true"})
_NO = frozenset({"no", "false"})
_VERDICT = r"(yes|no|true|false)\b"
_LEADING_VERDICT = re.compile(rf"^\W*{_VERDICT}[\s.,:;*_-]*", re.IGNORECASE)
REASON_LENGTH = 400
"""Characters of a reason that are kept."""


class AnswerError(Exception):
    """Say in one sentence why an answer cannot be used, in words that a model can act on."""


@dataclass(frozen=True)
class Placement:
    """Judge one object: is it out of place, and in which type of receptacle and room it belongs.

    `receptacle` and `room` are empty where the object may stay. It is not `sure` where some homes
    may well keep the object where it is.
    """

    object_id: str
    misplaced: bool
    receptacle: str
    room: str
    reason: str
    sure: bool = True


def parse_candidates(text: str, offered: Sequence[str] = PAPER_SUBTASKS) -> tuple[SubTask, ...]:
    """Return the candidate sub-tasks of an answer in its order, each once.

    `offered` are the names of those that the task has, to say what was expected.

    Raises:
        AnswerError: There is none, or one is not in the notation.
    """
    items = [item for item in listed_items(text) if names_subtask(item)]
    found: list[SubTask] = []
    for item in items:
        subtask = read_subtask(item)
        if subtask is None:
            raise AnswerError(f"'{shortened(item)}' is not a sub-task; expected {_usages(offered)}")
        if subtask not in found:
            found.append(subtask)
    if not found:
        raise AnswerError("no sub-task was found after [result]; expected a numbered list of them")
    return tuple(found)


def parse_choice(text: str, offered: Sequence[str] = PAPER_SUBTASKS) -> SubTask:
    """Return the one sub-task of an answer; see `parse_candidates`.

    Raises:
        AnswerError: There is none, more than one, or it is not in the notation.
    """
    found = parse_candidates(text, offered)
    if len(found) > 1:
        raise AnswerError("more than one sub-task was found after [result]; expected only one")
    return found[0]


def parse_ranking(
    text: str, candidates: Sequence[SubTask], offered: Sequence[str] = PAPER_SUBTASKS
) -> tuple[SubTask, ...]:
    """Return `candidates` in the order of the answer; those it leaves out are left out.

    Raises:
        AnswerError: It ranks none, or one that is not among the candidates.
    """
    known = {str(candidate).casefold(): candidate for candidate in candidates}
    ranking = []
    for subtask in parse_candidates(text, offered):
        candidate = known.get(str(subtask).casefold())
        if candidate is None:
            raise AnswerError(
                f"'{shortened(str(subtask))}' is not among the candidates to be ranked"
            )
        ranking.append(candidate)
    return tuple(dict.fromkeys(ranking))


def _usages(offered: Sequence[str]) -> str:
    """Return how the sub-tasks of a task are written, such as ``Explore <room id>, or Stop``."""
    usages = [find_subtask(name).usage for name in offered]
    return ", ".join((*usages[:-1], f"or {usages[-1]}" if usages[1:] else usages[-1]))


def _examples(offered: Sequence[str]) -> str:
    """Return how the first sub-skill with arguments is written, and the one with most of them."""
    specs = [spec for name in offered if (spec := find_subskill(name)).written]
    usages = dict.fromkeys(s.usage for s in (*specs[:1], *_longest(specs)))
    return f", such as {' or '.join(usages)}" if usages else ""


def _longest(specs: Sequence[SubSkillSpec]) -> Sequence[SubSkillSpec]:
    return [max(specs, key=lambda spec: len(spec.written))] if specs else ()


def parse_judgement(text: str) -> tuple[bool, str]:
    """Return whether the answer says yes, and why.

    Raises:
        AnswerError: There is no plain yes or no.
    """
    body, marked = _body(text)
    why = analysis(text)
    if not marked:
        lines = body.splitlines()
        plain = [i for i, line in enumerate(lines) if _is_bare_verdict(line)]
        if plain:
            why = " ".join(" ".join(lines[: plain[-1]]).split())
            body = lines[plain[-1]]
    match = _LEADING_VERDICT.match(body)
    after = " ".join(body[match.end() :].split()) if match else ""
    if match is None or (not marked and after):
        raise AnswerError("no plain yes or no was found after [judgement]")
    return match.group(1).lower() in _YES, (after or why)[:REASON_LENGTH]


def parse_subskill(text: str, offered: Sequence[str] = PAPER_SUBSKILLS) -> SubSkill:
    """Return the one sub-skill of an answer.

    `offered` are the names of those that the task has, to give examples.

    Raises:
        AnswerError: There is none, more than one, or it is not in the notation.
    """
    items = [item for item in listed_items(text) if names_subskill(item)]
    found = []
    for item in items:
        subskill = read_subskill(item)
        if subskill is None:
            raise AnswerError(
                f"'{shortened(item)}' is not a sub-skill with its arguments{_examples(offered)}"
            )
        found.append(subskill)
    if not found:
        raise AnswerError("no sub-skill was found after [subskill]; expected one")
    if len(set(found)) > 1:
        raise AnswerError("more than one sub-skill was found; expected only the next one")
    return found[0]


def parse_placements(text: str) -> tuple[Placement, ...]:
    """Return the judgements of an answer, one for each object.

    Raises:
        AnswerError: There is none, one is incomplete, or two contradict each other.
    """
    items = listed_items(text)
    judged = [item for item in items if re.search(r"\bmis-?placed\b", item, re.IGNORECASE)]
    if not judged:
        raise AnswerError("no judgement of an object was found after [result]")
    return agreed(map(_placement, judged))


def agreed(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """Return the first judgement of each object.

    Raises:
        AnswerError: Two of one object contradict each other.
    """
    found: dict[str, Placement] = {}
    for placement in placements:
        known = found.setdefault(placement.object_id, placement)
        if (known.misplaced, known.receptacle, known.room) != (
            placement.misplaced,
            placement.receptacle,
            placement.room,
        ):
            raise AnswerError(f"<{shortened(placement.object_id)}> is judged twice, differently")
    return tuple(found.values())


def analysis(text: str) -> str:
    """Return the reasoning of an answer on one line; empty where it gives none."""
    text = _clean(text)
    start = _ANALYSIS_MARKER.search(text)
    rest = text[start.end() :] if start else text
    end = _BRACKET_MARKER.search(rest) or _LINE_MARKER.search(rest)
    return " ".join((rest[: end.start()] if end else rest).split()).strip("*#_ ")


def _clean(text: str) -> str:
    return _FENCE.sub("", text)


def _body(text: str) -> tuple[str, bool]:
    """Return what follows the last marker, and whether there was one."""
    text = _clean(text)
    for pattern in (_BRACKET_MARKER, _LINE_MARKER):
        *_, last = (None, *pattern.finditer(text))
        if last is not None:
            return text[last.end() :].strip(), True
    return text.strip(), False


def listed_items(text: str) -> list[str]:
    """Return the items of the list that follows the last marker of an answer."""
    body, _ = _body(text)
    lines = (piece for line in body.splitlines() for piece in _INLINE_NUMBER.split(line))
    return [line for line in lines if bare_item(line)]


def answer_lines(text: str) -> list[str]:
    """Return the lines that follow the last marker of an answer, as they are."""
    return [line.strip() for line in _body(text)[0].splitlines() if line.strip()]


def _is_bare_verdict(line: str) -> bool:
    return re.fullmatch(rf"\W*{_VERDICT}\W*", line, re.IGNORECASE) is not None


def _placement(item: str) -> Placement:
    text = bare_item(item)
    name = re.match(r"<\s*([^<>\n]+?)\s*>|([^\s:;|,<>]+)", text)
    verdict = re.search(rf"\bmis-?placed\W*{_VERDICT}", text, re.IGNORECASE)
    if name is None or verdict is None:
        raise AnswerError(
            f"'{shortened(item)}' does not say whether its object is misplaced; expected "
            "<object id> misplaced: yes or no; receptacle: type; room: type; reason: why"
        )
    object_id = name.group(1) or name.group(2)
    reason = re.search(r"\breason\W*(.*)$", text, re.IGNORECASE)
    why = reason.group(1).strip()[:REASON_LENGTH] if reason else ""
    head = text[: reason.start()] if reason else text
    misplaced = verdict.group(1).lower() not in _NO
    sure = _field("sure", head).strip(" .*_").lower() not in _NO
    return make_placement(
        object_id, misplaced, _field("receptacle", head), _field("room", head), why, sure
    )


def make_placement(
    object_id: str, misplaced: bool, receptacle: str, room: str, reason: str, sure: bool = True
) -> Placement:
    """Return the judgement of one object, its types as they came.

    Raises:
        AnswerError: It is misplaced, and not said where it belongs.
    """
    if not misplaced:
        return Placement(object_id, False, "", "", reason[:REASON_LENGTH])
    receptacle, room = _type_name(receptacle), _type_name(room)
    if not receptacle or not room:
        raise AnswerError(
            f"<{shortened(object_id)}> is misplaced: name a receptacle and a room type"
        )
    return Placement(object_id, True, receptacle, room, reason[:REASON_LENGTH], sure)


def _field(key: str, text: str) -> str:
    match = re.search(rf"\b{key}(?:\s+type)?\s*[:=]?\s*<?\s*([^;|,<>\n]*)", text, re.IGNORECASE)
    return match.group(1) if match else ""


def _type_name(text: str) -> str:
    """Return the type that a text begins with; empty where it says that there is none."""
    value = re.split(r"[;|,<>\n]", text.strip("< "), maxsplit=1)[0].strip(" .*_")
    return "" if value.lower() in {"", "-", "none", "n/a", "unknown"} else value


def shortened(text: str) -> str:
    """Return the beginning of a text on one line, to quote it in a correction."""
    return " ".join(text.split())[:80]
