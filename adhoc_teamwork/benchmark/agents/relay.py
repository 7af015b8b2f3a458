# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team's radio in one process: what the channel carries is heard within the same step."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.teamwork.team.channel import OPEN, ChannelEnd, TeamChannel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

Hear = Callable[[TeamMessage], None]


class Relay:
    """Pass messages on to all present but the sender, as far as the channel carries them.

    Where it tells history, latecomers are told what was said before.
    """

    def __init__(self, channel: TeamChannel = OPEN) -> None:
        self._channel = channel
        self._ends: dict[str, ChannelEnd] = {}
        self._hearers: dict[str, Hear] = {}
        self._waiting: deque[TeamMessage] = deque()
        self._kept: list[TeamMessage] = []
        self._states: dict[str, TeamMessage] = {}
        self.count = 0
        """How many messages were said."""

    def attach(self, name: str, hear: Hear) -> None:
        """Let a robot listen; of what others have said it is told at once, marked as remembered."""
        self.deliver()
        kept = [*self._kept, *self._states.values()]
        for message in sorted(kept, key=lambda m: (m.stamp, m.sender, m.sequence)):
            if message.sender != name:
                hear(replace(message, remembered=True))
        self._hearers[name] = hear

    def detach(self, name: str) -> None:
        """Let a robot listen no more."""
        self._hearers.pop(name, None)

    def send(self, message: TeamMessage) -> None:
        """Take in a message; it is passed on with the next `deliver`."""
        if not self._end(message.sender).says(message):
            return
        self.count += 1
        self._waiting.append(message)
        if message.recipient or not self._channel.tells_history:
            return
        if message.kind is MessageKind.STATE:
            self._states[message.sender] = message
        elif message.kind is not MessageKind.CHAT:
            self._kept.append(message)

    def deliver(self) -> bool:
        """Pass on all that waits, answers to it included; tell whether there was anything."""
        had_any = bool(self._waiting)
        while self._waiting:
            message = self._waiting.popleft()
            for name in (message.recipient,) if message.recipient else tuple(self._hearers):
                if name != message.sender and name in self._hearers:
                    heard = self._end(name).hears(message)
                    if heard is not None:
                        self._hearers[name](heard)
        return had_any

    def _end(self, name: str) -> ChannelEnd:
        if name not in self._ends:
            self._ends[name] = ChannelEnd(self._channel, name)
        return self._ends[name]
