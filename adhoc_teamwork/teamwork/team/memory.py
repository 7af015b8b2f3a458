# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot remembers of its team: H of the paper's section III."""

from collections import deque
from dataclasses import dataclass, field
from operator import attrgetter, itemgetter

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.sequence_ranges import SequenceRanges
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

OPEN_INTENTS = (IntentStatus.PROPOSED, IntentStatus.ADOPTED)
SESSIONS_KEPT = 3
"""Sessions of one teammate in which it is known what was heard; what is older comes too late."""
_Numbered = deque[tuple[int, TeamMessage]]
"""Messages, each with the number as which it was heard."""
MOST_INTENTS = 200
"""Intents of one teammate that are remembered, open ones first, then the newest."""


@dataclass
class Teammate:
    """Hold the last that was heard of one teammate; `last_heard` in seconds of the ROS clock.

    It `left` where it said so, and is `gone` where nobody hears it any more.
    """

    name: str
    capability: Capability | None = None
    state: RobotState | None = None
    intents: dict[int, Intent] = field(default_factory=dict)
    adopted_at: dict[int, float] = field(default_factory=dict)
    """When (s) it took up an intent, by id."""
    session: int = 0
    last_heard: float = 0.0
    left: bool = False
    gone: bool = False
    newest: dict[str | int, int] = field(default_factory=dict)
    """Highest sequence number in this session of each thing that was heard of; intents by id."""
    _sorted_out: dict[IntentStatus, tuple[Intent, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Intents by how they stand, as far as asked for since the last was heard of."""

    def open_intents(self) -> list[Intent]:
        """Return the intents it has proposed or taken up and not yet ended."""
        return [i for i in self.intents.values() if i.status in OPEN_INTENTS]

    def intents_that_are(self, status: IntentStatus) -> tuple[Intent, ...]:
        """Return the intents of a status, in the order in which they were first heard of.

        Most are over, and what is asked of the others is asked many times before one changes.
        """
        found = self._sorted_out.get(status)
        if found is None:
            found = tuple(i for i in self.intents.values() if i.status is status)
            self._sorted_out[status] = found
        return found

    @property
    def doing(self) -> SubTask | None:
        """Return the sub-task that it took up last and has not ended, or None."""
        adopted = self.intents_that_are(IntentStatus.ADOPTED)
        return max(adopted, key=attrgetter("intent_id")).subtask if adopted else None

    def forget_intents(self) -> None:
        """Forget all intents, as those of a session that is over."""
        self._sorted_out.clear()
        self.intents.clear()
        self.adopted_at.clear()
        self.newest.clear()

    def note_intent(self, intent: Intent, stamp: float) -> None:
        """Remember an intent as it was told at `stamp` (s); drop the oldest of too many."""
        self._sorted_out.clear()
        self.intents[intent.intent_id] = intent
        if intent.status is IntentStatus.ADOPTED:
            self.adopted_at[intent.intent_id] = stamp
        while len(self.intents) > MOST_INTENTS:
            known = self.intents.values()
            oldest = min(known, key=lambda i: (i.status in OPEN_INTENTS, i.intent_id)).intent_id
            del self.intents[oldest]
            self.adopted_at.pop(oldest, None)
            self.newest.pop(oldest, None)


class TeamMemory:
    """Remember teammates and dialogue, each message once, the oldest dialogue dropped first.

    States and capabilities that repeat what their sender said last are no dialogue: told every
    second, they would push out all else.

    Args:
        own_name: Who remembers.
        dialogue_length: Messages of the dialogue that are kept: so many that concern the robot,
            and as many others.
        hears_states: Whether teammates tell their state all the time, so that silence says
            something.
    """

    def __init__(
        self, own_name: str, dialogue_length: int = 200, hears_states: bool = True
    ) -> None:
        self.own_name = own_name
        self.hears_states = hears_states
        self.teammates: dict[str, Teammate] = {}
        self._of_concern: _Numbered = deque(maxlen=dialogue_length)
        self._others: _Numbered = deque(maxlen=dialogue_length)
        self.heard = 0
        """How many messages were taken in."""
        self.noted = 0
        """The number of the last of them that is dialogue, which changes with no other."""
        self._seen: dict[str, dict[int, SequenceRanges]] = {}
        self._gone: frozenset[str] = frozenset()

    @property
    def dialogue(self) -> tuple[TeamMessage, ...]:
        """Return what was said, as far as it is kept, in the order in which it was heard."""
        both = sorted((*self._of_concern, *self._others), key=itemgetter(0))
        return tuple([message for _, message in both])

    def add(self, message: TeamMessage) -> bool:
        """Take in a message; return False where it is our own or was taken in before."""
        sender = message.sender
        if sender == self.own_name or not sender or not self._is_new(message):
            return False
        self.heard += 1
        teammate = self.teammates.get(sender)
        if teammate is None:
            teammate = self.teammates[sender] = Teammate(sender, gone=sender in self._gone)
        if not _repeats(teammate, message):
            kept = self._of_concern if message.concerns(self.own_name) else self._others
            kept.append((self.heard, message))
            self.noted = self.heard
        self._update(teammate, message)
        return True

    def note_gone(self, names: frozenset[str]) -> None:
        """Note who, of all teammates, fell silent or left, by the radio's word."""
        self._gone = names
        for teammate in self.teammates.values():
            teammate.gone = teammate.name in names

    def pass_over(self, seconds: float, now: float) -> None:
        """Hold nobody silent for the last `seconds` before `now`, in which nothing was heard."""
        for teammate in self.teammates.values():
            teammate.last_heard = min(teammate.last_heard + seconds, now)

    def clock_set_back(self, now: float) -> None:
        """Forget all times beyond `now` (s), to which the clock was set back."""
        for teammate in self.teammates.values():
            teammate.last_heard = min(teammate.last_heard, now)
            teammate.adopted_at.clear()

    def present(self) -> list[Teammate]:
        """Return the teammates that have not left, by name."""
        return sorted((t for t in self.teammates.values() if not t.left), key=attrgetter("name"))

    def _is_new(self, message: TeamMessage) -> bool:
        sessions = self._seen.get(message.sender)
        if sessions is None:
            sessions = self._seen[message.sender] = {}
        heard = sessions.get(message.session)
        if heard is None:
            if len(sessions) >= SESSIONS_KEPT:
                oldest = min(sessions)
                if message.session < oldest:
                    return False
                del sessions[oldest]
            heard = sessions[message.session] = SequenceRanges()
        return heard.add(message.sequence)

    @staticmethod
    def _update(teammate: Teammate, message: TeamMessage) -> None:
        if message.session < teammate.session:
            return
        if message.session > teammate.session:
            teammate.session = message.session
            teammate.forget_intents()
        teammate.last_heard = max(teammate.last_heard, message.stamp)
        if _is_news(teammate, "presence", message):
            teammate.left = message.kind is MessageKind.LEAVE
        if message.capability is not None and _is_news(teammate, "capability", message):
            teammate.capability = message.capability
        if message.state is not None and _is_news(teammate, "state", message):
            teammate.state = message.state
        intent = message.intent
        if intent is not None and _is_news(teammate, intent.intent_id, message):
            teammate.note_intent(intent, message.stamp)


def _repeats(teammate: Teammate, message: TeamMessage) -> bool:
    """Tell whether a message says of its sender's body or work what that said before."""
    if message.kind is MessageKind.STATE and message.state is not None:
        known = teammate.state
        return known is not None and known.activity == message.state.activity
    is_body = message.kind is MessageKind.CAPABILITY
    return is_body and message.capability == teammate.capability


def _is_news(teammate: Teammate, what: str | int, message: TeamMessage) -> bool:
    """Tell whether nothing newer was heard of `what`, and note that this was."""
    if message.sequence <= teammate.newest.get(what, 0):
        return False
    teammate.newest[what] = message.sequence
    return True
