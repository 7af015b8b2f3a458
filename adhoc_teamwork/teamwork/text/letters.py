# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Letters that number the options of a list, for models and people."""

from string import ascii_uppercase


def letter_of(index: int) -> str:
    """Return the letter of an option: A to Z, then AA, AB and so on."""
    first, second = divmod(index, len(ascii_uppercase))
    return (ascii_uppercase[first - 1] if first else "") + ascii_uppercase[second]
