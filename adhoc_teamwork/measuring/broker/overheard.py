# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots of a whole stack said and what their radios let them hear, overheard on the wire."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.measuring.broker.expected import Account

ARRIVING = 10.0
"""Seconds after a robot's first words in which it is still told what was said before."""
LEAVING = 6.0
"""Seconds before the team's last words in which what is said may not arrive any more."""

Identity = tuple[str, int, int]


@dataclass(frozen=True)
class Said:
    """Hold one reliable message: who said it, to whom (empty: everyone), and when (seconds)."""

    sender: str
    session: int
    sequence: int
    recipient: str
    at: float

    @property
    def identity(self) -> Identity:
        """Return what tells this message from every other."""
        return (self.sender, self.session, self.sequence)


@dataclass
class Overheard:
    """Keep what was overheard; `heard` counts, by robot, how often each message came to it."""

    said: dict[Identity, Said] = field(default_factory=dict)
    heard: dict[str, Counter[Identity]] = field(default_factory=dict)
    sessions: dict[str, set[int]] = field(default_factory=dict)

    def say(self, message: Said) -> None:
        """Note a message on a robot's `team/out`; one that is sent again counts once."""
        self.said.setdefault(message.identity, message)
        self.note_session(message.sender, message.session)

    def note_session(self, robot: str, session: int) -> None:
        """Note that a robot's planner runs, or runs anew."""
        self.sessions.setdefault(robot, set()).add(session)

    def hear(self, robot: str, identity: Identity) -> None:
        """Note what a robot's radio let its robot hear."""
        self.heard.setdefault(robot, Counter())[identity] += 1

    def account(self, without: Iterable[str] = ()) -> Account:
        """Return what was lost and doubled.

        Only what was said well after a robot's first words and well before the team's last words
        counts as lost to it; only robots whose planner ran once can have heard something twice.

        Args:
            without: Robots that died: nobody expects them to hear.
        """
        first_words = self._first_words()
        end = max((message.at for message in self.said.values()), default=0.0)
        receivers = [robot for robot in first_words if robot not in set(without)]
        wanted = lost = doubled = 0
        example = ""
        for robot in receivers:
            heard = self.heard.get(robot, Counter())
            for message in self.said.values():
                if message.sender == robot or message.recipient not in ("", robot):
                    continue
                if first_words[robot] + ARRIVING <= message.at <= end - LEAVING:
                    wanted += 1
                    if message.identity not in heard:
                        lost += 1
                        example = (
                            f"{message.sender}'s {message.sequence} to {robot}, "
                            f"{message.at - first_words[robot]:.0f} s after its first words, "
                            f"{end - message.at:.0f} s before the last of all"
                        )
            if len(self.sessions.get(robot, ())) == 1:
                doubled += sum(times - 1 for times in heard.values())
        return Account(len(self.said), wanted, lost, doubled, 0, example)

    def _first_words(self) -> dict[str, float]:
        first: dict[str, float] = {}
        for message in self.said.values():
            first[message.sender] = min(first.get(message.sender, message.at), message.at)
        return first


def overheard_to_json(overheard: Overheard) -> dict[str, Any]:
    """Return it as JSON values."""
    return {
        "said": [
            [m.sender, m.session, m.sequence, m.recipient, m.at] for m in overheard.said.values()
        ],
        "heard": {
            robot: [[*identity, times] for identity, times in counts.items()]
            for robot, counts in overheard.heard.items()
        },
        "sessions": {robot: sorted(of) for robot, of in overheard.sessions.items()},
    }


def overheard_from_json(values: Mapping[str, Any]) -> Overheard:
    """Return what another process overheard."""
    overheard = Overheard()
    for sender, session, sequence, recipient, at in values["said"]:
        overheard.say(Said(str(sender), int(session), int(sequence), str(recipient), float(at)))
    for robot, entries in values["heard"].items():
        for sender, session, sequence, times in entries:
            overheard.heard.setdefault(str(robot), Counter())[sender, session, sequence] = times
    for robot, sessions in values["sessions"].items():
        overheard.sessions[str(robot)] = set(sessions)
    return overheard
