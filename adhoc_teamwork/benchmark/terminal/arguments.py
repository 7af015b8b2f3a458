# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Kinds of values on the command line."""

import argparse
from collections.abc import Callable


def whole_number(least: int) -> Callable[[str], int]:
    """Return what reads a whole number, `least` or more, from an argument."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text}; expected a whole number, {least} or more")
        return value

    return read
