# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers on command lines, within bounds: types for argparse, with the standard library alone."""

import argparse
import math
from collections.abc import Callable


def whole_number(least: int = 0, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number from `least` to `most`, or from `least` up."""
    bounds = f"from {least} up" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        try:
            value = int(text) if text.isascii() and text.isdecimal() else least - 1
        except ValueError:  # more digits than Python reads
            value = least - 1
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number {bounds}")
        return value

    return read


def number(least: float = 0.0, most: float = math.inf) -> Callable[[str], float]:
    """Return what reads a finite number from `least` to `most`."""
    bounds = f"from {least:g} up" if math.isinf(most) else f"from {least:g} to {most:g}"
    return _finite(bounds, lambda value: least <= value <= most)


def positive_number(text: str) -> float:
    """Return a finite number above 0."""
    return _finite("above 0", lambda value: value > 0.0)(text)


def _finite(bounds: str, suits: Callable[[float], bool]) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (math.isfinite(value) and suits(value)):
            raise argparse.ArgumentTypeError(f"{text!r}: expected a number {bounds}")
        return value

    return read
