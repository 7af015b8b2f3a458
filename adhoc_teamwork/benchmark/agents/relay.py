# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team's radio in one process: the channel says what is heard, when, and what it costs."""

import logging
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.teamwork.team.channel import OPEN, ChannelEnd, TeamChannel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.speech import Speech, SpeechCounts

Hear = Callable[[TeamMessage], None]
Carries = Callable[[str, str], bool]
"""Tells whether what a sender says now reaches a receiver."""

_log = logging.getLogger(__name__)


class Relay:
    """Pass messages on to all present but the sender, as far as channel and air carry them.

    What is said in records is heard within the same step, what is said in words one step later; who
    is there, at once. Where the channel tells history, latecomers are told what was said before.
    What the air loses is not said again.
    """

    def __init__(
        self,
        channel: TeamChannel = OPEN,
        carries: Carries = lambda *_: True,
        step: Callable[[], int] = lambda: 0,
    ) -> None:
        """Store through what messages go; `step` returns the present one."""
        self._channel, self._carries, self._step = channel, carries, step
        self._speeches: dict[str, Speech] = {}
        self._paid: Counter[str] = Counter()
        """Steps that each robot has given up for what it said."""
        self._hearers: dict[str, tuple[Hear, ChannelEnd]] = {}
        self._waiting: deque[tuple[int, TeamMessage]] = deque()
        self._kept: list[TeamMessage] = []
        self._states: dict[str, TeamMessage] = {}
        self.count = 0
        """How many messages were said."""
        self.unheard = 0
        """How many times a message did not reach somebody it was for."""

    def attach(self, name: str, hear: Hear) -> None:
        """Let a robot listen; of what others have said it is told at once, marked as remembered."""
        self.deliver()
        kept = [*self._kept, *self._states.values()]
        for message in sorted(kept, key=lambda m: (m.stamp, m.sender, m.sequence)):
            if message.sender != name and self._reaches(message.sender, name):
                hear(replace(message, remembered=True))
        self._hearers[name] = hear, self._speech(name).end

    def detach(self, name: str) -> None:
        """Let a robot listen no more."""
        self._hearers.pop(name, None)

    def send(self, message: TeamMessage) -> None:
        """Take in a message; it is passed on with a `deliver` that comes when it is due."""
        for said in self._speech(message.sender).say(message):
            self._put(said, 0)

    def deliver(self) -> bool:
        """Pass on all that is due, answers to it included; tell whether there was anything."""
        now = self._step()
        # What is said in records goes out at once.
        for name, speech in tuple(self._speeches.items()) if self._channel.lag else ():
            for said in speech.due(self._paid[name]):
                self._put(said, self._channel.lag)
        had_any = False
        while self._waiting and self._waiting[0][0] <= now:
            had_any = True
            self._pass_on(self._waiting.popleft()[1])
        return had_any

    def is_paying(self, name: str) -> bool:
        """Tell whether a robot has to give up its next step for what it said before."""
        return name in self._speeches and self._speeches[name].is_paying(self._paid[name])

    def pay(self, name: str) -> None:
        """Note that a robot gives up a step, however long that and its actions last."""
        self._paid[name] += 1

    @property
    def is_busy(self) -> bool:
        """Tell whether something that was said is still to be heard."""
        return bool(self._waiting)

    @property
    def counts(self) -> SpeechCounts:
        """Return what all robots together said, and what it cost them."""
        all_counts = [speech.counts for speech in self._speeches.values()]
        return SpeechCounts(
            sent=sum(c.sent for c in all_counts),
            refused=sum(c.refused for c in all_counts),
            bytes=sum(c.bytes for c in all_counts),
            steps=sum(c.steps for c in all_counts),
        )

    def _put(self, message: TeamMessage, lag: int) -> None:
        self.count += 1
        due = (self._step() + lag, message)
        if lag:
            self._waiting.append(due)
        else:
            # Before all that is heard later.
            behind = sum(when > due[0] for when, _ in self._waiting)
            self._waiting.insert(len(self._waiting) - behind, due)
        if message.recipient or not self._channel.tells_history:
            return
        if message.kind is MessageKind.STATE:
            self._states[message.sender] = message
        elif message.kind is not MessageKind.CHAT:
            self._kept.append(message)

    def _pass_on(self, message: TeamMessage) -> None:
        for name in (message.recipient,) if message.recipient else tuple(self._hearers):
            if name == message.sender or name not in self._hearers:
                continue
            hear, end = self._hearers[name]
            heard = end.hears(message)
            if heard is not None and self._reaches(message.sender, name):
                hear(heard)

    def _reaches(self, sender: str, receiver: str) -> bool:
        reaches = self._carries(sender, receiver)
        self.unheard += not reaches
        return reaches

    def _speech(self, name: str) -> Speech:
        if name not in self._speeches:

            def refuse(why: str) -> None:
                _log.warning("%s: not said: %s", name, why)

            self._speeches[name] = Speech(self._channel, name, refuse)
        return self._speeches[name]
