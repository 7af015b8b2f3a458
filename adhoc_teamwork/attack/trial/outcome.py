# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What came of an attack: outcomes, the inputs that did harm, and counts of both."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.enums import StrEnum


class Outcome(StrEnum):
    """Name what an input did, from nothing to the worst."""

    HELD = "held"
    LEAKED = "leaked"
    """Control characters of the input came out at the terminal, or a page that is not to be had."""
    GREW = "grew"
    """It took more memory than there is for it."""
    HUNG = "hung"
    """It took longer than there is for it."""
    CRASHED = "crashed"
    """A process ended, or an error came up that nobody expects: a traceback."""
    MOVED = "moved"
    """A robot moved after a stop, farther than it needs to brake."""
    EXECUTED = "executed"
    """What the input holds was run, or a command obeyed that was not its sender's to give."""


HARM = tuple(outcome for outcome in Outcome if outcome is not Outcome.HELD)


@dataclass(frozen=True)
class Harm:
    """Hold an input that did harm: its place in the row, what it attacked, what it did."""

    row: str
    number: int
    target: str
    outcome: Outcome
    detail: str = ""


@dataclass
class Tally:
    """Count one row: how many inputs were tried, and which did harm.

    `skipped` says why nothing, or not all, was tried; empty where all was.
    """

    row: str
    tried: int = 0
    harms: list[Harm] = field(default_factory=list)
    skipped: str = ""
    seconds: float = 0.0

    @property
    def counts(self) -> Counter[Outcome]:
        """Return how often each outcome came up."""
        found = Counter(harm.outcome for harm in self.harms)
        found[Outcome.HELD] = max(0, self.tried - len({harm.number for harm in self.harms}))
        return found

    @property
    def worst(self) -> Harm | None:
        """Return the worst that happened, or None."""
        ranks = {outcome: rank for rank, outcome in enumerate(Outcome)}
        return max(self.harms, key=lambda harm: ranks[harm.outcome], default=None)


def all_held(tallies: Iterable[Tally]) -> bool:
    """Tell whether nothing did harm."""
    return not any(tally.harms for tally in tallies)
