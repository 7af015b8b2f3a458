# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a team may say to each other, and what who joins is told: a channel of the setting.

It belongs to the scenario or to the row of a table, never to a method. Radios carry it (range,
walls, loss); the emergency stop is no team message, and no channel touches it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adhoc_teamwork.teamwork import channel_names
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

SAME_MOMENT = 0.5
"""By so much, in seconds, the clock of who answers a JOIN may be behind."""


@dataclass(frozen=True)
class TeamChannel:
    """Hold what crosses robots.

    Attributes:
        name: What command lines, scenarios and results call it.
        kinds: The kinds of messages that cross at all.
        tells_history: Whether who joins is told what was said and found before. Where not, that
            comes in answers to intents alone, and only who reflects asks for them.
        is_checked: Whether rules check what was decided before it is tried, and fill the time in
            which nothing is. Where not, what is impossible is carried out, fails and costs time
            (paper section IV-G).
        told: What prompts say of it, one sentence; empty where they need not.
    """

    name: str
    kinds: frozenset[MessageKind]
    tells_history: bool = False
    is_checked: bool = True
    told: str = ""

    def carries(self, kind: MessageKind) -> bool:
        """Tell whether messages of a kind cross."""
        return kind in self.kinds


OPEN = TeamChannel(channel_names.OPEN, frozenset(MessageKind), tells_history=True)
"""Everything is heard by everybody, and who joins is told what was said before."""

_ANSWERED = frozenset({MessageKind.INTENT, MessageKind.REFLECTION})

PAPER = TeamChannel(
    channel_names.PAPER,
    frozenset(MessageKind) - {MessageKind.CHAT, MessageKind.SAY},
    is_checked=False,
    told="The team tells you what it does and finds from now on. What it found or explored before "
    "you joined you hear only in answers to an intent that you announce.",
)
"""The paper's own setting (sections IV-B, IV-D.3 and IV-G).

Abilities, states, sub-tasks and finds are broadcast as they come; who joins is told the team's
abilities, states and present sub-tasks, and nothing of its history.
"""

ASKED = TeamChannel(
    channel_names.ASKED,
    _ANSWERED,
    told="The team hears nothing but intents and the answers to them: nobody says what it is, "
    "where it is or what it finds unless an intent is about that.",
)
"""Intents and answers to them."""

SILENT = TeamChannel(
    channel_names.SILENT,
    frozenset(),
    told="Nobody in the team can say or hear anything: you know of others only what you see.",
)
"""Nothing."""

CHANNELS: Mapping[str, TeamChannel] = MappingProxyType(
    {channel.name: channel for channel in (OPEN, PAPER, ASKED, SILENT)}
)


def find_channel(name: str) -> TeamChannel:
    """Return the channel of a name.

    Raises:
        ConfigError: There is none.
    """
    if name not in CHANNELS:
        raise ConfigError(f"channel {name}: no such channel; expected {', '.join(CHANNELS)}")
    return CHANNELS[name]


class ChannelEnd:
    """Let through what one robot says and hears over a channel.

    Where no history is told, a robot hears what is said after it has joined, and of the rooms that
    teammates say they have explored those that were not among the first that it heard from each.
    Its own words, which a broker repeats to it after a restart, are no history.
    """

    def __init__(self, channel: TeamChannel, robot: str) -> None:
        self._channel = channel
        self._robot = robot
        self._joined: float | None = None
        self._explored_before: dict[tuple[str, int], frozenset[str]] = {}

    def says(self, message: TeamMessage) -> bool:
        """Tell whether what this robot says goes out; note when it joined."""
        if message.kind is MessageKind.JOIN:
            self._joined = message.stamp
        return self._channel.carries(message.kind)

    def hears(self, message: TeamMessage) -> TeamMessage | None:
        """Return what this robot hears of a message, or None."""
        channel = self._channel
        if channel.tells_history or (message.remembered and message.sender == self._robot):
            return message
        if message.remembered or not channel.carries(message.kind):
            return None
        slack = SAME_MOMENT if message.recipient == self._robot else 0.0
        if self._joined is None or message.stamp < self._joined - slack:
            return None
        return self._without_history(message)

    def _without_history(self, message: TeamMessage) -> TeamMessage:
        state = message.state
        if state is None:
            return message
        speaker = (message.sender, message.session)
        before = self._explored_before.setdefault(speaker, frozenset(state.explored_rooms))
        since = tuple(room for room in state.explored_rooms if room not in before)
        return replace(message, state=replace(state, explored_rooms=since))
