# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker remembers for whoever joins later (paper section III: memory H)."""

from collections import deque
from dataclasses import dataclass, field, replace

from adhoc_teamwork.comm_bridge.broker.known_objects import KnownObjects
from adhoc_teamwork.comm_bridge.radio_link.envelope import Identity
from adhoc_teamwork.comm_bridge.radio_link.receipt import HeardNumbers
from adhoc_teamwork.teamwork.team.memory import OPEN_INTENTS
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

ROBOTS_KEPT = 500
"""Robots remembered at most; beyond that, the one heard of first is forgotten."""
INTENTS_KEPT = 200
"""Intents of one robot remembered at most, of which few are open."""
DIALOGUE_KINDS = (
    MessageKind.CHAT,
    MessageKind.REFLECTION,
    MessageKind.LEAVE,
    MessageKind.SAY,
    MessageKind.CONCLUDE,
)


@dataclass
class _Heard:
    """Hold the newest of each kind that one robot has said."""

    capability: TeamMessage | None = None
    state: TeamMessage | None = None
    own_state: TeamMessage | None = None
    presence: TeamMessage | None = None
    intents: dict[int, TeamMessage] = field(default_factory=dict)
    session: int = 0

    @property
    def has_left(self) -> bool:
        return self.presence is not None and self.presence.kind is MessageKind.LEAVE


class BrokerMemory:
    """Remember capability, state, open intents, objects and recent dialogue of every robot."""

    def __init__(self, dialogue_length: int = 50) -> None:
        self._robots: dict[str, _Heard] = {}
        self._objects = KnownObjects()
        self._dialogue: deque[TeamMessage] = deque(maxlen=dialogue_length)
        self._had = HeardNumbers(senders_kept=ROBOTS_KEPT)

    def add(self, message: TeamMessage) -> bool:
        """Take in a sound message; return False where it was taken in before."""
        if not self._had.add(message.identity):
            return False
        heard = self._heard(message.sender)
        heard.session = max(heard.session, message.session)
        if message.kind in (MessageKind.JOIN, MessageKind.LEAVE):
            heard.presence = _newer(heard.presence, message)
        if message.capability is not None:
            heard.capability = _newer(heard.capability, message)
        if message.state is not None:
            heard.state = _newer(heard.state, message)
        if message.kind is MessageKind.STATE:
            heard.own_state = _newer(heard.own_state, message)
        if message.intent is not None:
            self._add_intent(heard, message)
        if message.kind in DIALOGUE_KINDS:
            self._dialogue.append(message)
        self._objects.add(message)
        return True

    @property
    def identities(self) -> set[Identity]:
        """Return which messages are remembered: without them the memory would not be the same."""
        kept = {message.identity for message in self._dialogue} | self._objects.identities
        for heard in self._robots.values():
            newest = (heard.capability, heard.state, heard.own_state, heard.presence)
            said = (*newest, *heard.intents.values())
            kept |= {message.identity for message in said if message is not None}
        return kept

    def remembered_for(self, robot: str) -> list[TeamMessage]:
        """Return what a robot that joins must be told, oldest first, each addressed to it.

        It gets the team's capabilities, states, open intents, recent dialogue and still-true
        detections. Of its own it gets the detections and the last STATE (not what its JOIN says),
        so that a planner that was restarted knows what it was doing and what its hand held.
        """
        told: dict[Identity, TeamMessage] = {}
        for name, heard in self._robots.items():
            kept = [heard.own_state] if name == robot else _standing(heard)
            told.update({message.identity: message for message in kept if message is not None})
        for message in self._dialogue:
            if message.sender != robot and message.recipient in ("", robot):
                told[message.identity] = message
        facts = self._objects.still_true()
        for identity, reports in facts.items():
            told.setdefault(identity, reports[0].message)
        copies = [
            replace(
                message,
                recipient=robot,
                remembered=True,
                detections=tuple(report.detection for report in facts.get(identity, ())),
            )
            for identity, message in told.items()
        ]
        return sorted(copies, key=lambda copy: (copy.stamp, copy.identity))

    def _heard(self, robot: str) -> _Heard:
        heard = self._robots.get(robot)
        if heard is None:
            if len(self._robots) >= ROBOTS_KEPT:
                del self._robots[next(iter(self._robots))]
            heard = self._robots[robot] = _Heard()
        return heard

    @staticmethod
    def _add_intent(heard: _Heard, message: TeamMessage) -> None:
        if message.intent is None:
            return
        if message.session < heard.session:
            return
        stale = [i for i, old in heard.intents.items() if old.session < message.session]
        for intent_id in stale:
            del heard.intents[intent_id]
        known = heard.intents.pop(message.intent.intent_id, None)
        heard.intents[message.intent.intent_id] = _newer(known, message)
        while len(heard.intents) > INTENTS_KEPT:
            del heard.intents[_least_wanted(heard.intents)]


def _standing(heard: _Heard) -> list[TeamMessage | None]:
    """Return what stands of a robot: nothing after it left, else what it is, does and plans."""
    if heard.has_left:
        return []
    intents = [
        message
        for message in heard.intents.values()
        if message.session == heard.session and _is_open(message)
    ]
    return [heard.capability, heard.state, *intents]


def _is_open(message: TeamMessage) -> bool:
    return message.intent is not None and message.intent.status in OPEN_INTENTS


def _least_wanted(intents: dict[int, TeamMessage]) -> int:
    """Return the oldest intent that is over, or else the oldest."""
    over = (intent_id for intent_id, message in intents.items() if not _is_open(message))
    return next(over, next(iter(intents)))


def _newer(known: TeamMessage | None, message: TeamMessage) -> TeamMessage:
    if known is None:
        return message
    return max(known, message, key=lambda m: (m.session, m.sequence))
