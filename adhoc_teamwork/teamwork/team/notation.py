# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read sub-tasks and sub-skills in the prompt's notation: ``Re-place <Mug_0> <Shelf> <Bedroom>``.

Lenient about case, markdown, spacing, brackets and what follows; strict about the number of
arguments. `str(SubTask)` and `str(SubSkill)` write what is read here.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from adhoc_teamwork.teamwork.team.subskill import ARGUMENTS, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import FORMS, SubTask, SubTaskKind

K = TypeVar("K")
_KEPT = 16384
"""How many lines are remembered: prompts and answers repeat most of theirs."""


_BEFORE_BRACKET = r"(?=[\s:]*<)"
"""These words are common in prose: only before a bracket do they name a sub-task."""


def _words(spelling: Mapping[K, str]) -> Mapping[K, re.Pattern[str]]:
    """Return the patterns of names at the beginning of a text."""
    return {
        kind: re.compile(rf"{word}(?![A-Za-z0-9])", re.IGNORECASE)
        for kind, word in spelling.items()
    }


_SUBTASK_WORDS = _words(
    {
        SubTaskKind.EXPLORE: r"explore",
        SubTaskKind.REPLACE: r"re[\s_-]*place",
        SubTaskKind.STOP: r"stop",
        SubTaskKind.PLACE_ON: rf"place[\s_-]*on{_BEFORE_BRACKET}",
        SubTaskKind.PLACE_IN: rf"place[\s_-]*in(?:to)?{_BEFORE_BRACKET}",
        SubTaskKind.TRANSPORT: rf"transport{_BEFORE_BRACKET}",
        SubTaskKind.LOAD: rf"load{_BEFORE_BRACKET}",
        SubTaskKind.CHECK: rf"check{_BEFORE_BRACKET}",
        SubTaskKind.DO: rf"do{_BEFORE_BRACKET}",
    }
)
_SUBSKILL_WORDS = _words(
    {
        SubSkillKind.GO_TO_OBJECT: r"go[\s_-]*to[\s_-]*object",
        SubSkillKind.GO_TO_POINT: r"go[\s_-]*to[\s_-]*point",
        SubSkillKind.GO_TO_ROOM: r"go[\s_-]*to[\s_-]*room",
        SubSkillKind.PICKUP_OBJECT: r"pick[\s_-]*up[\s_-]*object",
        SubSkillKind.PUT_OBJECT: r"put[\s_-]*object",
        SubSkillKind.EXPLORE: r"explore",
        SubSkillKind.STOP: r"stop",
        SubSkillKind.OPEN_OBJECT: r"open[\s_-]*object",
        SubSkillKind.CLOSE_OBJECT: r"close[\s_-]*object",
        SubSkillKind.PUT_IN: rf"put[\s_-]*in(?:to)?{_BEFORE_BRACKET}",
        SubSkillKind.TAKE_FROM: rf"take[\s_-]*from{_BEFORE_BRACKET}",
    }
)
_LIST_MARKER = re.compile(r"^(?:[\s>*_`#-]|\(?\d{1,3}[.):]\s)*")
_LABEL = re.compile(
    r"^(?:next\s+)?(?:sub[\s_-]?(?:task|skill)|rank\s*\d*|candidate\s*\d*)\s*:\s*", re.I
)
_EMPHASIS = re.compile(r"[*`]+")
_GLUE = r"[\s,;:(]*(?:(?:to|in|into|on|onto|at|from|the)\b[\s,:]*)*"
_BRACKETED = re.compile(_GLUE + r"<([^<>\n]*)>", re.I)
_BARE = re.compile(_GLUE + r"([A-Za-z0-9_+-](?:[\w|.+-]*[\w+-])?)(?=[\s,;:.)]|$)", re.I)
_PROSE = frozenset({"and", "as", "because", "but", "for", "if", "or", "since", "so", "then", "to"})


@lru_cache(maxsize=_KEPT)
def read_subtask(text: str) -> SubTask | None:
    """Return the sub-task that `text`, one item of a list, begins with; None where it is none."""
    found = _named(_SUBTASK_WORDS, text)
    return _subtask(*found) if found else None


@lru_cache(maxsize=_KEPT)
def read_subskill(text: str) -> SubSkill | None:
    """Return the sub-skill that `text`, one line, begins with; None where it is none."""
    found = _named(_SUBSKILL_WORDS, text)
    return _subskill(*found) if found else None


def names_subtask(text: str) -> bool:
    """Tell whether `text` begins with the name of a sub-task, whatever follows."""
    return _named(_SUBTASK_WORDS, text) is not None


def names_subskill(text: str) -> bool:
    """Tell whether `text` begins with the name of a sub-skill, whatever follows."""
    return _named(_SUBSKILL_WORDS, text) is not None


def bare_item(text: str) -> str:
    """Return a list item without its number, bullet, emphasis and label such as ``Sub-task:``."""
    text = _EMPHASIS.sub("", _LIST_MARKER.sub("", text))
    return _LABEL.sub("", text.strip()).strip()


def arguments(text: str, wanted: int) -> list[str] | None:
    """Return the `wanted` arguments at the beginning of `text`, in brackets or bare, or None."""
    bracketed = _sequence(_BRACKETED, text)
    if bracketed:
        return _checked(bracketed, wanted)
    bare = []
    for name in _sequence(_BARE, text):
        if name.lower() in _PROSE or name == "-":
            break
        bare.append(name)
    return _checked(bare, wanted)


def _named(words: Mapping[K, re.Pattern[str]], text: str) -> tuple[K, str] | None:
    """Return which of `words` a list item begins with, and what follows it, or None."""
    text = bare_item(text)
    for kind, word in words.items():
        match = word.match(text)
        if match:
            return kind, text[match.end() :]
    return None


def _sequence(pattern: re.Pattern[str], text: str) -> list[str]:
    found, position = [], 0
    while match := pattern.match(text, position):
        found.append(match.group(1).strip())
        position = match.end()
        if position < len(text) and text[position] in ":.)":
            break
    return found


def _checked(found: Sequence[str], wanted: int) -> list[str] | None:
    return list(found) if len(found) == wanted and all(found) else None


def _subtask(kind: SubTaskKind, rest: str) -> SubTask | None:
    fields = [field for field, _ in FORMS[kind].arguments]
    names = arguments(rest, len(fields)) if fields else []
    if names is None:
        return None
    if kind is SubTaskKind.DO:
        # The words of a teammate's sub-task stand between « and », as all words of others.
        names = [names[0].strip("«» ")]
    return SubTask(kind, **dict(zip(fields, names, strict=True)))


def _subskill(kind: SubSkillKind, rest: str) -> SubSkill | None:
    if kind is SubSkillKind.EXPLORE:
        room = _sequence(_BRACKETED, rest)
        return SubSkill(kind, room_id=room[0]) if len(room) == 1 else SubSkill(kind)
    if kind is SubSkillKind.GO_TO_POINT:
        return _go_to_point(rest)
    fields = ARGUMENTS[kind]
    names = arguments(rest, len(fields)) if fields else []
    named: dict[str, Any] = dict(zip(fields, names or (), strict=names is not None))
    return None if names is None else SubSkill(kind, **named)


def _go_to_point(rest: str) -> SubSkill | None:
    numbers = arguments(re.sub(r"<\s*([^<>,]*),([^<>,]*)>", r"<\1> <\2>", rest), 2)
    try:
        dx, dy = (float(number) for number in numbers or ())
    except ValueError:
        return None
    if not (math.isfinite(dx) and math.isfinite(dy)):
        return None
    return SubSkill(SubSkillKind.GO_TO_POINT, dx=dx, dy=dy)
