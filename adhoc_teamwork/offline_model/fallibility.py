# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Errors that belong to facts: the same fact is got wrong the same way throughout an episode.

Whether a fact is got wrong hangs on seed and episode, on the fact in words that mean the same to
every robot, on the robot that asks and on the stage at which it asks; never on the rest of the
prompt. So a method gains nothing by asking the same thing in other words, and what a second look
is worth is stated: `ErrorRates.stages` and `ErrorRates.robots` are correlations.

Each error is drawn from a source. Two stages of a robot share the source of a fact with probability
`stages`, two robots at a stage with probability `robots`, and two robots at two stages with the
product of both; from one source comes one error, and sources are independent of one another. So
these probabilities are the correlations, whatever the rates.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adhoc_teamwork.offline_model.chance import uniform
from adhoc_teamwork.offline_model.error_rates import MOST_MISJUDGED, NO_ERRORS, ErrorRates

T = TypeVar("T")


@dataclass(frozen=True)
class Fallibility:
    """Say what one robot gets wrong at one stage of one episode.

    `episode` stands for the seed as well. As it is, nothing is got wrong.
    """

    rates: ErrorRates = NO_ERRORS
    episode: str = ""
    robot: str = ""
    stage: str = ""

    def misjudges(self, fact: str) -> bool:
        """Tell whether what has to be judged of a fact is judged wrongly."""
        if self.rates.misjudge <= 0.0:
            return False
        source = self._source("misjudge", fact)
        return uniform(f"outcome {source}") < self._doubt(source)

    def confidence(self, fact: str) -> float:
        """Return the probability that `fact` is judged rightly, as far as the judge can tell.

        Over all facts it is spread evenly around 1 - `misjudge`: as far as there is room between
        a half and 1.
        """
        return 1.0 - self._doubt(self._source("misjudge", fact))

    def overlooks(self, message: str) -> bool:
        """Tell whether one thing that a teammate said is overlooked."""
        rate = self.rates.overlook
        return rate > 0.0 and uniform(f"outcome {self._source('overlook', message)}") < rate

    def misordered(self, options: Sequence[T], meaning: Callable[[T], str]) -> list[T]:
        """Return options, the best first, behind those that are mistaken for better than the best.

        Each other option is so with probability `confuse`: of n options a wrong one comes first
        with probability 1 - (1 - `confuse`)^(n - 1).

        Args:
            options: Any number of them, best first.
            meaning: What an option is, in words that mean the same to every robot.
        """
        if self.rates.confuse <= 0.0 or len(options) < 2:
            return list(options)
        seen: dict[str, int] = {}
        names = []
        for option in options:
            name = meaning(option)
            seen[name] = seen.get(name, 0) + 1
            names.append(f"{name} {seen[name]}")
        mistaken = {i for i, name in enumerate(names) if i and self._confuses(names[0], name)}
        rest = (option for i, option in enumerate(options) if i not in mistaken)
        return [*(options[i] for i in sorted(mistaken)), *rest]

    def pick(self, fact: str, choices: Iterable[T], meaning: Callable[[T], str]) -> T | None:
        """Return the choice that comes to mind where `fact` is misjudged; None where there is none.

        Who shares the error has the same in mind, as far as it is there.
        """
        source = self._source("misjudge", fact)
        return min(choices, key=lambda c: uniform(f"pick {meaning(c)} {source}"), default=None)

    def _confuses(self, best: str, other: str) -> bool:
        source = self._source("confuse", f"{other} before {best}")
        return uniform(f"outcome {source}") < self.rates.confuse

    def _doubt(self, source: str) -> float:
        rate = self.rates.misjudge
        spread = min(rate, MOST_MISJUDGED - rate)
        return rate + spread * (2.0 * uniform(f"doubt {source}") - 1.0)

    def _source(self, error: str, fact: str) -> str:
        """Return what the error is drawn from.

        Two of a kind share a source where each draws, apart from the other, from what is common to
        all: with the square root of the correlation each.
        """
        what = f"{self.episode}\0{error}\0{fact}"
        stage = "" if _is_common(f"stage {self.stage}\0{what}", self.rates.stages) else self.stage
        robot = "" if _is_common(f"robot {self.robot}\0{what}", self.rates.robots) else self.robot
        return f"{what}\0{stage}\0{robot}"


def _is_common(label: str, correlation: float) -> bool:
    # The sure cases need no draw.
    return correlation > 0.0 and (correlation >= 1.0 or uniform(label) < math.sqrt(correlation))


SOUND = Fallibility()
"""Whoever gets nothing wrong."""
