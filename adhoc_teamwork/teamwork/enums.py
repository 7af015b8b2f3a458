# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""String enumerations on every supported Python."""

import sys

if sys.version_info >= (3, 11):
    from enum import StrEnum
else:
    from enum import Enum

    class StrEnum(str, Enum):
        """Enumerate strings; members print and compare as their value."""

        __str__ = str.__str__


class WordEnum(StrEnum):
    """Enumerate words, each with its `meaning` for people; members print as the word."""

    _value_: str
    meaning: str

    def __new__(cls, word: str, meaning: str) -> "WordEnum":
        """Make a member of its word and what it means."""
        member = str.__new__(cls, word)
        member._value_, member.meaning = word, meaning
        return member


__all__ = ["StrEnum", "WordEnum"]
