# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot could do next, and how urgent it is."""

from dataclasses import dataclass
from enum import IntEnum

from adhoc_teamwork.teamwork.team.subtask import SubTask


class Urgency(IntEnum):
    """Say what goes first, from the first on."""

    FINISH = 0
    FETCH = 1
    EXPLORE = 2
    FETCH_LATER = 3
    LOOK_AGAIN = 4
    ONCE_FAILED = 5
    LAST = 6


@dataclass(frozen=True)
class Option:
    """Pair a sub-task with the reason for it; smaller `urgency`, then `cost`, goes first."""

    subtask: SubTask
    reason: str
    urgency: int
    cost: float = 0.0

    @property
    def order(self) -> tuple[int, float, str]:
        """Return what options are sorted by."""
        return (self.urgency, self.cost, str(self.subtask))
