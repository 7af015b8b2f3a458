"""What the broker remembers for whoever joins later (paper section III: memory H)."""

from collections import deque
from dataclasses import dataclass, field, replace

from comm_bridge.known_objects import KnownObjects
from teamwork.memory import OPEN_INTENTS
from teamwork.message import MessageKind, TeamMessage

DIALOGUE_KINDS = (MessageKind.CHAT, MessageKind.REFLECTION, MessageKind.LEAVE)
SESSIONS_KEPT = 3

Identity = tuple[str, int, int]


@dataclass
class _Heard:
    """Hold the newest of each kind that one robot has said."""

    capability: TeamMessage | None = None
    state: TeamMessage | None = None
    own_state: TeamMessage | None = None
    presence: TeamMessage | None = None
    intents: dict[int, TeamMessage] = field(default_factory=dict)
    sequences: dict[int, set[int]] = field(default_factory=dict)

    @property
    def has_left(self) -> bool:
        return self.presence is not None and self.presence.kind is MessageKind.LEAVE


class BrokerMemory:
    """Remember capability, state, open intents, objects and recent dialogue of every robot."""

    def __init__(self, dialogue_length: int = 50) -> None:
        self._robots: dict[str, _Heard] = {}
        self._objects = KnownObjects()
        self._dialogue: deque[TeamMessage] = deque(maxlen=dialogue_length)

    def add(self, message: TeamMessage) -> bool:
        """Take in a sound message; return False where it was taken in before."""
        heard = self._robots.setdefault(message.sender, _Heard())
        if not self._is_new(heard, message):
            return False
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

    def session(self, robot: str) -> int:
        """Return the latest session heard of a robot, 0 before its first message."""
        heard = self._robots.get(robot)
        return max(heard.sequences) if heard and heard.sequences else 0

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
            told.setdefault(identity, _only_detections(reports[0].message))
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

    @staticmethod
    def _is_new(heard: _Heard, message: TeamMessage) -> bool:
        sequences = heard.sequences.setdefault(message.session, set())
        if message.sequence in sequences:
            return False
        sequences.add(message.sequence)
        for old in sorted(heard.sequences)[:-SESSIONS_KEPT]:
            del heard.sequences[old]
        return True

    @staticmethod
    def _add_intent(heard: _Heard, message: TeamMessage) -> None:
        if message.intent is None:
            return
        newest_session = max(heard.sequences)
        if message.session < newest_session:
            return
        stale = [i for i, old in heard.intents.items() if old.session < message.session]
        for intent_id in stale:
            del heard.intents[intent_id]
        known = heard.intents.get(message.intent.intent_id)
        heard.intents[message.intent.intent_id] = _newer(known, message)


def _standing(heard: _Heard) -> list[TeamMessage | None]:
    """Return what stands of a robot: nothing after it left, else what it is, does and plans."""
    if heard.has_left:
        return []
    session = max(heard.sequences, default=0)
    intents = [
        message
        for message in heard.intents.values()
        if message.session == session and message.intent and message.intent.status in OPEN_INTENTS
    ]
    return [heard.capability, heard.state, *intents]


def _newer(known: TeamMessage | None, message: TeamMessage) -> TeamMessage:
    if known is None:
        return message
    return max(known, message, key=lambda m: (m.session, m.sequence))


def _only_detections(message: TeamMessage) -> TeamMessage:
    """Return a message that was kept only for its objects, without what no longer stands."""
    return replace(
        message,
        kind=MessageKind.DETECTION,
        capability=None,
        state=None,
        intent=None,
        reflection=None,
    )
