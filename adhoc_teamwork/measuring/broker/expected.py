# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots of a fault measurement said, to whom, and what of it each of them should hear."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.measuring.broker.tally import Tally, as_ranges

EVERYONE = ""


@dataclass
class Spoken:
    """Keep the sequences that one robot said in one session, by recipient."""

    robot: str
    session: int
    to: dict[str, set[int]] = field(default_factory=dict)

    def add(self, sequence: int, recipient: str) -> None:
        """Note one message; the recipient is empty where it is for everyone."""
        self.to.setdefault(recipient, set()).add(sequence)

    def meant_for(self, robot: str) -> set[int]:
        """Return what a robot should hear of this one."""
        if robot == self.robot:
            return set()
        return self.to.get(EVERYONE, set()) | self.to.get(robot, set())

    @property
    def count(self) -> int:
        """Return how many messages were said."""
        return sum(len(sequences) for sequences in self.to.values())


@dataclass(frozen=True)
class Account:
    """Compare what was said with what was heard, over all receivers."""

    said: int
    wanted: int
    lost: int
    doubled: int
    strays: int
    """Messages heard by somebody for whom they were not meant, or that nobody said."""
    example: str = ""
    """One that was lost: whose, which, to whom, when."""


def settle(spoken: Iterable[Spoken], tallies: Mapping[str, Tally]) -> Account:
    """Return the account of all receivers that have a tally."""
    streams = list(spoken)
    wanted = lost = strays = 0
    for robot, tally in tallies.items():
        meant = {(s.robot, s.session): s.meant_for(robot) for s in streams}
        wanted += sum(len(numbers) for numbers in meant.values())
        lost += tally.lost(meant)
        strays += sum(
            len(heard - meant.get(stream, set())) for stream, heard in tally.heard.items()
        )
    doubled = sum(tally.doubled for tally in tallies.values())
    return Account(sum(s.count for s in streams), wanted, lost, doubled, strays)


def spoken_to_json(spoken: Spoken) -> dict[str, Any]:
    """Return it as JSON values; sequences as ranges."""
    return {
        "robot": spoken.robot,
        "session": spoken.session,
        "to": {recipient: as_ranges(numbers) for recipient, numbers in spoken.to.items()},
    }


def spoken_from_json(values: Mapping[str, Any]) -> Spoken:
    """Return what another process said."""
    to = {
        str(recipient): {n for first, last in ranges for n in range(first, last + 1)}
        for recipient, ranges in values["to"].items()
    }
    return Spoken(str(values["robot"]), int(values["session"]), to)
