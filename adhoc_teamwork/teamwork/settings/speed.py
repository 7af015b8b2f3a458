# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How fast simulated time runs: seconds of it per second, or as fast as the robots keep up."""

import argparse
import math

from adhoc_teamwork.teamwork.settings.number_words import positive_number

MAX = math.inf
"""As fast as the machine allows: simulated time waits for its robots."""
MAX_WORD = "max"


def read_speed(text: str) -> float:
    """Return a finite number above 0, or `MAX` for the word max."""
    if text == MAX_WORD:
        return MAX
    try:
        return positive_number(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or {MAX_WORD}") from None


def speed_word(speed: float) -> float | str:
    """Return a speed as files and parameters have it: a number, or the word max."""
    return MAX_WORD if speed == MAX else float(speed)


def speed_text(speed: float) -> str:
    """Return a speed as a command line has it; `read_speed` understands it."""
    return MAX_WORD if speed == MAX else f"{speed:g}"
