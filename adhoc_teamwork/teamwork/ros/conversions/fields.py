# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make values fit the fields of messages: what does not fit ends a process, with no exception."""

from collections.abc import Iterable

from adhoc_teamwork.teamwork.text.plain_text import whole

LONGEST = 4_000_000
"""Characters of a text; what is beyond is cut."""


def text_to_ros(text: str) -> str:
    """Return what a string field holds of a text: whole characters, no NUL.

    Raises:
        TypeError: It is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a text, got a {type(text).__name__}")
    return whole(text[:LONGEST] if len(text) > LONGEST else text)


def texts_to_ros(texts: Iterable[str]) -> list[str]:
    """Return what an array of strings holds; see `text_to_ros` for errors."""
    return [text_to_ros(text) for text in texts]


def number_to_ros(number: int, bits: int = 32) -> int:
    """Return a whole number that an unsigned field of so many bits holds: the nearest one.

    Raises:
        TypeError: It is no whole number.
    """
    if not isinstance(number, int):
        raise TypeError(f"expected a whole number, got a {type(number).__name__}")
    return min(max(0, int(number)), (1 << bits) - 1)
