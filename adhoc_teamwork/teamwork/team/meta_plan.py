# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A meta-plan: which robot does what, in order, in words that all understand (CaPo, 4.2).

Its form is one line for each sub-task: a number, the robot, and the sub-task in words::

    1. small: explore room_2
    2. tall: bring the Mug at (1.2, 3.4)
    3. tall: explore room_4

Objects are told by type and place, as robots name them each in its own way; rooms by their ids.
"""

import math
import re
from dataclasses import dataclass

MOST_LINES = 40
_LONGEST_LINE = 200
_LINE = re.compile(r"\s*(?:[-*]\s*)?(?:\d{1,3}[.)]\s*)?<?\s*([^\s:<>]{1,64})\s*>?\s*:\s*(\S.*)")
_NUMBER = r"(-?\d{1,5}(?:\.\d{1,3})?)"
_THING = re.compile(rf"([A-Za-z][\w-]{{0,60}}) at \({_NUMBER}, {_NUMBER}\)")


@dataclass(frozen=True)
class PlanLine:
    """Give a robot a sub-task, in words."""

    robot: str
    words: str

    def is_about(self, category: str, x: float, y: float, within: float) -> bool:
        """Tell whether the words name a thing of a category within so many metres of a place."""
        found = _THING.search(self.words)
        if found is None or found[1].casefold() != category.casefold():
            return False
        return math.hypot(float(found[2]) - x, float(found[3]) - y) <= within


@dataclass(frozen=True)
class MetaPlan:
    """Hold the lines of a plan for the whole team, in order."""

    lines: tuple[PlanLine, ...]

    def __str__(self) -> str:
        """Return it in its form."""
        numbered = enumerate(self.lines, start=1)
        return "\n".join(f"{number}. {line.robot}: {line.words}" for number, line in numbered)


def read_meta_plan(text: str) -> MetaPlan:
    """Return the lines of a text that are in the form; what is not is left out."""
    found = [match for line in text.splitlines() if (match := _LINE.match(line))]
    return MetaPlan(tuple(PlanLine(m[1], plan_words(m[2])) for m in found[:MOST_LINES]))


def plan_words(text: str) -> str:
    """Return the words of a line as they are kept: on one line, and not too many."""
    return " ".join(text.split())[:_LONGEST_LINE]
