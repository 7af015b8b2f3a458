# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Count by identity what a receiver heard: nothing may be missing, nothing may come twice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """Keep the sequences that one receiver heard of each (sender, session)."""

    heard: dict[tuple[str, int], set[int]] = field(default_factory=dict)
    doubled: int = 0

    def hear(self, sender: str, session: int, sequence: int) -> bool:
        """Note one message; return False where it was heard before."""
        known = self.heard.setdefault((sender, session), set())
        if sequence in known:
            self.doubled += 1
            return False
        known.add(sequence)
        return True

    @property
    def count(self) -> int:
        """Return how many different messages were heard."""
        return sum(len(known) for known in self.heard.values())

    def count_of(self, sender: str) -> int:
        """Return how many different messages of one sender were heard."""
        return sum(len(known) for (name, _), known in self.heard.items() if name == sender)

    def lost(self, spoken: Mapping[tuple[str, int], Iterable[int]]) -> int:
        """Return how many of the spoken sequences this receiver has not heard."""
        return sum(
            len(set(sequences) - self.heard.get(key, set())) for key, sequences in spoken.items()
        )


def as_ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers as [first, last] of each unbroken run."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges


def tally_to_json(tally: Tally) -> dict[str, Any]:
    """Return a tally as JSON values; an identity's sequences as ranges."""
    return {
        "doubled": tally.doubled,
        "heard": [
            [sender, session, as_ranges(known)] for (sender, session), known in tally.heard.items()
        ],
    }


def tally_from_json(values: Mapping[str, Any]) -> Tally:
    """Return the tally that another process counted."""
    heard = {
        (str(sender), int(session)): {
            number for first, last in ranges for number in range(first, last + 1)
        }
        for sender, session, ranges in values["heard"]
    }
    return Tally(heard, int(values["doubled"]))
