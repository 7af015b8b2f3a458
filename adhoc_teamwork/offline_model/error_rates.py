# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How often the offline model gets facts wrong, and how alike; with the standard library alone."""

import argparse
from dataclasses import dataclass, fields

MOST_MISJUDGED = 0.5
"""Who judges yes or no wrongly more often than that is right when taken the other way round."""


@dataclass(frozen=True)
class ErrorRates:
    """Hold how often facts are got wrong, and how alike the errors of stages and robots are.

    `misjudge` is the probability, up to a half, that what has to be judged of a fact is judged
    wrongly; `overlook` that of overlooking one thing which a teammate said; `confuse` that of
    taking one other option for better than the best. `stages` is the correlation between the errors
    of one robot on one fact at two stages, `robots` that between two robots' at one stage: 0 where
    they are independent, 1 where they are the same.

    Raises:
        ValueError: One of them is out of range.
    """

    misjudge: float = 0.0
    overlook: float = 0.0
    confuse: float = 0.0
    stages: float = 0.0
    robots: float = 0.0

    def __post_init__(self) -> None:
        for name, value in self._values():
            most = MOST_MISJUDGED if name == "misjudge" else 1.0
            if not 0.0 <= value <= most:
                raise ValueError(f"{name}={value:g}: expected a number from 0 to {most:g}")

    def __bool__(self) -> bool:
        return max(self.misjudge, self.overlook, self.confuse) > 0.0

    def __str__(self) -> str:
        """Return what `read_errors` reads, such as ``misjudge=0.1,stages=0.5``."""
        return ",".join(f"{name}={value:.12g}" for name, value in self._values() if value)

    def _values(self) -> list[tuple[str, float]]:
        return [(field.name, getattr(self, field.name)) for field in fields(self)]


NO_ERRORS = ErrorRates()
NAMES = tuple(field.name for field in fields(ErrorRates))


def read_errors(text: str) -> ErrorRates:
    """Return the error rates of a text such as ``misjudge=0.1,stages=0.5``; the rest is 0.

    Raises:
        ValueError: It names something else, or a value is no number or out of range.
    """
    values: dict[str, float] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = part.partition("=")
        if name not in NAMES or name in values:
            raise ValueError(f"'{part}': expected {'=..., '.join(NAMES)}=..., each once")
        try:
            values[name] = float(value)
        except ValueError:
            raise ValueError(f"'{part}': '{value}' is no number") from None
    return ErrorRates(**values)


def errors_option(text: str) -> ErrorRates:
    """Return the error rates that an option of a command line gives.

    Raises:
        argparse.ArgumentTypeError: As `read_errors`.
    """
    try:
        return read_errors(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}") from None
