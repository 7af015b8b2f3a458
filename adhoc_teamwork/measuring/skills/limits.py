# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures of the trials, and what they should be."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.measuring.skills.trial import Sort, Trial

STOP_WITHIN = 0.5
"""Seconds of simulated time from a cancel until the robot stands."""

WANTED: dict[Sort, float] = {
    Sort.NAVIGATE: 0.99,
    Sort.EXPLORE: 0.99,
    Sort.PICK: 0.97,
    Sort.PUT: 0.97,
    Sort.DOOR: 0.97,
    Sort.CONTAINER: 0.97,
    Sort.STOP: 1.0,
    Sort.INVALID: 1.0,
    Sort.CANCEL: 1.0,
}
"""Which share of calls of each sort must end as they should."""


@dataclass(frozen=True)
class Row:
    """Hold one sort's figures: how many calls, how many right, the mean duration (s) of those."""

    sort: Sort
    calls: int
    right: int
    seconds: float

    @property
    def share(self) -> float:
        """Return the share of right ones."""
        return self.right / self.calls

    @property
    def met(self) -> bool:
        """Tell whether the share is what it should be."""
        return self.share >= WANTED[self.sort] - 1e-9


def rows(trials: Sequence[Trial]) -> list[Row]:
    """Return the figures of each sort of call that there was."""
    by_sort: dict[Sort, list[Trial]] = defaultdict(list)
    for trial in trials:
        by_sort[trial.call.sort].append(trial)
    return [
        Row(
            sort,
            len(mine),
            sum(trial.right for trial in mine),
            sum(trial.result.duration for trial in mine) / len(mine),
        )
        for sort in Sort
        if (mine := by_sort[sort])
    ]


def slowest_stop(trials: Sequence[Trial]) -> float:
    """Return the longest time from a cancel until the robot stood, seconds."""
    return max((trial.stopped_after for trial in trials), default=0.0)


def faults(trials: Sequence[Trial]) -> list[str]:
    """Return what is not as it should be, a sentence each."""
    found = [
        f"{row.sort.value}: {row.share:.1%}, wanted {WANTED[row.sort]:.0%}"
        for row in rows(trials)
        if not row.met
    ]
    if slowest_stop(trials) > STOP_WITHIN + 1e-9:
        found.append(f"a cancelled robot stood after {slowest_stop(trials):.2f} s")
    bumps = sum(bool(trial.bumps) for trial in trials)
    if bumps:
        found.append(f"{bumps} calls with a collision")
    return found
