# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make text that comes from elsewhere safe to pass on: whole for messages, plain for people."""

import re
import unicodedata
from functools import lru_cache

REPLACEMENT = "\ufffd"
_BROKEN = re.compile("[\x00\ud800-\udfff]")
_SEQUENCE = re.compile(
    # What moves a terminal's cursor or sets its title: CSI; OSC, DCS and their like with their end;
    # any other escape. Without an end nothing is swallowed that another may have said.
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)"
    "|\x1b[ -/]*[0-~]?"
)
_SPACES = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
_KEPT = 4096

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
"""What no font shows, as a class of a pattern has it: Unicode's ignorable characters and marks of
direction. A model reads what people do not see: tags and variation selectors spell whole texts."""
_UNSEEN = re.compile(f"[{UNSEEN}]+")
_WITHOUT_INK = frozenset("\u2800\ufffc\U00013441\U00013442\U0001d159")
"""Letters and symbols by category that show nothing: the braille of no dots, and their like."""


def whole(text: str) -> str:
    """Return a text that UTF-8 and C can hold: half characters and NUL become U+FFFD."""
    return text if text.isascii() and "\0" not in text else _BROKEN.sub(REPLACEMENT, text)


def plain(text: str) -> str:
    """Return a text of as many lines that shows what it says and does nothing to a terminal.

    Escape sequences, control and format characters (bidirectional ones, those of no width), all
    else that no font shows, and half characters go; what breaks lines is a space, but for the line
    feed.
    """
    return "\n".join(map(_plain, text.split("\n")))


def one_line(text: str) -> str:
    """Return a plain text on one line, with single spaces."""
    return " ".join(_plain(text.replace("\n", " ")).split())


def is_blank(text: str) -> bool:
    """Tell whether people see nothing in a text: no letter, digit, punctuation or symbol."""
    return not any(
        unicodedata.category(character)[0] in "LNPS" and character not in _WITHOUT_INK
        for character in plain(text)
    )


@lru_cache(maxsize=_KEPT)
def _plain(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line
    return "".join(map(_shown, _UNSEEN.sub("", _SEQUENCE.sub("", line))))


def _shown(character: str) -> str:
    if character in _SPACES:
        return " "
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs"):
        return REPLACEMENT if category == "Cs" else ""
    return character
