# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read sub-tasks and sub-skills in the prompt's notation: ``Re-place <Mug_0> <Shelf> <Bedroom>``.

Lenient about case, markdown, spacing, brackets and what follows; strict about the number of
arguments. `str(SubTask)` and `str(SubSkill)` write what is read here.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from adhoc_teamwork.teamwork.actions.action import Value
from adhoc_teamwork.teamwork.actions.registry import subskills, subtasks
from adhoc_teamwork.teamwork.actions.spec import ActionSpec, Argument, Sort
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

_KEPT = 4096
"""How many lines are remembered: prompts and answers repeat most of theirs."""


def _words(specs: Mapping[str, ActionSpec]) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of names at the beginning of a text."""
    return {
        name: re.compile(rf"{spec.pattern}(?![A-Za-z0-9])", re.IGNORECASE)
        for name, spec in specs.items()
    }


@cache
def _subtask_words() -> Mapping[str, re.Pattern[str]]:
    return _words(subtasks())


@cache
def _subskill_words() -> Mapping[str, re.Pattern[str]]:
    return _words(subskills())


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
    found = _named(_subtask_words(), text)
    values = _values(subtasks()[found[0]], found[1]) if found else None
    return SubTask(found[0], **values) if found and values is not None else None


@lru_cache(maxsize=_KEPT)
def read_subskill(text: str) -> SubSkill | None:
    """Return the sub-skill that `text`, one line, begins with; None where it is none."""
    found = _named(_subskill_words(), text)
    values = _values(subskills()[found[0]], found[1]) if found else None
    return SubSkill(found[0], **values) if found and values is not None else None


def names_subtask(text: str) -> bool:
    """Tell whether `text` begins with the name of a sub-task, whatever follows."""
    return _named(_subtask_words(), text) is not None


def names_subskill(text: str) -> bool:
    """Tell whether `text` begins with the name of a sub-skill, whatever follows."""
    return _named(_subskill_words(), text) is not None


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


def _named(words: Mapping[str, re.Pattern[str]], text: str) -> tuple[str, str] | None:
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


def _values(spec: ActionSpec, rest: str) -> dict[str, Value] | None:
    """Return the arguments of an action by name, or None where they are not as its spec says."""
    wanted = spec.written
    if not wanted:
        given = _sequence(_BRACKETED, rest)
        implied = spec.arguments if len(given) == len(spec.arguments) else ()
        return {a.name: word for a, word in zip(implied, given, strict=False)}
    if all(a.sort is Sort.METRES for a in wanted):
        rest = re.sub(r"<\s*([^<>,]*),([^<>,]*)>", r"<\1> <\2>", rest)
    words = arguments(rest, len(wanted))
    if words is None:
        return None
    try:
        return {a.name: _value(a, word) for a, word in zip(wanted, words, strict=True)}
    except ValueError:
        return None


def _value(argument: Argument, word: str) -> Value:
    if argument.sort is Sort.WORDS:
        # The words of a teammate's sub-task stand between « and », as all words of others.
        return word.strip("«» ")
    if argument.sort is not Sort.METRES:
        return word
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(f"{word} is no number of metres")
    return number
