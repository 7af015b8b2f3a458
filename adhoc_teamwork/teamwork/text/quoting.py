# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make foreign text safe to show a model: teammates' words are data, never instructions."""

import re
from functools import lru_cache

from adhoc_teamwork.teamwork.text.plain_text import UNSEEN

NAME_LENGTH = 64
PLAIN_NAME_LENGTH = 32
"""The most characters of a name of several words."""
TEXT_LENGTH = 160
"""The most characters of a sub-task in free words."""
QUOTE_LENGTH = 300
_FOREIGN = re.compile(r"[^\w\s|+.,?'/&%-]")
"""What no name has: the punctuation of prompts, of lists and of what can pass for an answer."""
_NAME = re.compile(r"\S+|(?:\S*[^\s.,?] ){1,2}\S+")
"""What is a name: an identifier, or up to three words without a sentence's punctuation."""
_SEPARATOR = re.compile(r"(?<!\S)\|+(?!\S)")
_UNPRINTABLE = re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029{UNSEEN}]+")


# Prompts say the same things over and over: what was written once is kept, however long it came.
_KEPT = 8192


def clean_name(text: str) -> str:
    """Return an id, type or robot name on one line without the prompt's own punctuation.

    It stands outside of « and », so it cannot be a sentence: what has more words than a name, or is
    longer, becomes one identifier, Ignore_all_that_was_said.
    """
    return _named(text[: 4 * NAME_LENGTH])


def name_or_quote(text: str) -> str:
    """Return a description, such as a robot's type, as a name where it is one, else quoted."""
    words = clean_words(text, NAME_LENGTH)
    return words if words == clean_name(text) else quote(words)


def clean_words(text: str, limit: int) -> str:
    """Return free words, the robot's own or to be quoted, without the prompt's own punctuation."""
    return _clean(text[: 4 * limit], limit)


def quote(text: str, limit: int = QUOTE_LENGTH) -> str:
    """Return free text on one line between « and », cut to `limit` characters."""
    return _quote(text[: 4 * limit], limit)


@lru_cache(maxsize=_KEPT)
def _named(text: str) -> str:
    name = _clean(text, NAME_LENGTH)
    words = name.split()
    if len(words) < 2 or (len(name) <= PLAIN_NAME_LENGTH and _NAME.fullmatch(name)):
        return name
    return "_".join(words)


@lru_cache(maxsize=_KEPT)
def _clean(text: str, limit: int) -> str:
    text = _FOREIGN.sub("", _UNPRINTABLE.sub(" ", text))
    return _SEPARATOR.sub("/", " ".join(text.split())[:limit]).strip()


@lru_cache(maxsize=_KEPT)
def _quote(text: str, limit: int) -> str:
    text = re.sub(r"[«»]", "'", _UNPRINTABLE.sub(" ", text))
    text = " ".join(text.replace("[", "(").replace("]", ")").split())
    return f"«{text if len(text) <= limit else text[: limit - 3] + '...'}»"


@lru_cache(maxsize=_KEPT)
def number(value: float, digits: int = 1) -> str:
    """Return `value` rounded, without trailing zeros."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=_KEPT)
def plain_name(name: str) -> str:
    """Return the letters and digits of a name without case: models write types in many ways."""
    return "".join(c for c in name.casefold() if c.isalnum())
