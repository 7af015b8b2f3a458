# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one conversation of a form that a robot takes part in: which it is, and who opens the next.

Of two that are opened at once the lesser topic is held, by everyone. Where a leader is gone, the
next in the order of speaking opens another; where that one does not within a turn, the one after.
"""

from collections import Counter, deque
from collections.abc import Sequence, Set
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Form, Outcome, Topology
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

MOST_IN_PLACE = 3
"""So many conversations in a row are opened in place of one that was lost, then no more."""
MUTE = 2
"""Who let all turns of so many conversations pass is asked, and not waited for."""
_PAST = 32


@dataclass(frozen=True)
class _Due:
    """Hold who is to open a conversation, the next first, since when (s), and in place of which."""

    openers: tuple[str, ...]
    since: float
    replaces: Topic | None = None


class Conversations:
    """Open, join and succeed conversations of one form; times in seconds of the ROS clock."""

    def __init__(self, form: Form, robot: str) -> None:
        self.form = form
        self.current: Conversation | None = None
        """The latest, under way or ended."""
        self._robot = robot
        self._opened = 0
        self._due: _Due | None = None
        self._past: deque[Topic] = deque(maxlen=_PAST)
        """What is over, or replaced: what is still said of it changes nothing."""
        self._lost = 0
        """How many were lost since one ended that this robot knows the end of."""
        self._missed: Counter[str] = Counter()
        """In how many conversations led by this robot somebody was asked, silent since."""

    @property
    def is_open(self) -> bool:
        """Tell whether a conversation is under way, or one is expected."""
        return self._due is not None or (self.current is not None and self.current.ending is None)

    def want(self, openers: Sequence[str], now: float) -> None:
        """Have a conversation opened by the first of `openers` who is there, unless one is open."""
        if not self.is_open:
            self._due, self._lost = _Due(tuple(openers), now), 0

    def hear(
        self, sender: str, said: Utterance, now: float, remembered: bool = False
    ) -> Utterance | None:
        """Take in what somebody says; what is `remembered` opens nothing, but tells of an end.

        Returns:
            The conclusion of the conversation that this robot led and that gives way to another.
        """
        if said.form != self.form.name:
            return None
        self._missed.pop(sender, None)
        current, is_end = self.current, said.act is Act.CONCLUDE
        if current is not None and said.topic == current.topic:
            current.hear(sender, said, now)
            return None
        if said.topic in self._past:
            return self._come_to_light(said) if is_end and sender == said.topic.opener else None
        if sender != said.topic.opener or not said.members or (remembered and not is_end):
            return None
        if current is not None and not self._goes_before(said, current, remembered):
            return None
        yielded = None
        if current is not None and current.ending is None:
            reason = f"{said.topic.opener} leads another."
            yielded = current.conclude(False, now, reason) if current.leads else None
            current.give_up(reason)
        if said.replaces is not None:
            self._past.append(said.replaces)
        joined = Conversation(self.form, said.topic, self._robot, said.members, now)
        joined.hear(sender, said, now)
        self._hold(joined)
        return yielded

    def let_pass(self, now: float, present: Set[str]) -> tuple[Utterance, ...]:
        """Let time pass while the others that are `present` can be heard; return what to say."""
        said: tuple[Utterance, ...] = ()
        current = self.current
        if current is not None and not current.has_ended:
            ended = current.let_pass(now, present)
            said = () if ended is None else (ended,)
            self._note_end(current, now)
        if self._due is not None:
            self._open_due(self._due, now, present)
        return said

    def clock_set_back(self, now: float) -> None:
        """Begin anew: what was settled before would pass for later than all that comes."""
        if self.current is not None:
            self._past.append(self.current.topic)
            self.current = None
        if self._due is not None:
            self._due = _Due(self._due.openers, now, self._due.replaces)

    def _note_end(self, talk: Conversation, now: float) -> None:
        if talk.ending is None:
            return
        if talk.leads and talk.form.topology is Topology.STAR and talk.form.rounds:
            self._missed.update(set(talk.members) - talk.heard - {self._robot})
        if talk.ending.outcome is Outcome.UNKNOWN:
            self._succeed(talk, now)
        else:
            self._lost = 0

    def _succeed(self, lost: Conversation, now: float) -> None:
        """Expect the next in the order of speaking to open another in its place."""
        self._lost += 1
        heirs = tuple(name for name in lost.members if name != lost.topic.opener)
        if self._robot in heirs and self._lost <= MOST_IN_PLACE:
            self._due = _Due(heirs, now, lost.topic)

    def _open_due(self, due: _Due, now: float, present: Set[str]) -> None:
        openers, since = due.openers, due.since
        while openers and openers[0] != self._robot:
            if openers[0] in present and since <= now < since + self.form.wait:
                self._due = _Due(openers, since, due.replaces)
                return
            openers, since = openers[1:], now
        others = sorted(present - set(due.openers))
        order = (self._robot, *(n for n in due.openers if n != self._robot and n in present))
        self._opened += 1
        topic = Topic(now, self._robot, self._opened)
        members = (*order, *others)
        mute = {name for name, count in self._missed.items() if count >= MUTE}
        opened = Conversation(self.form, topic, self._robot, members, now, due.replaces, mute)
        self._hold(opened)

    def _hold(self, conversation: Conversation) -> None:
        if self.current is not None:
            self._past.append(self.current.topic)
        self.current, self._due = conversation, None

    def _come_to_light(self, said: Utterance) -> Utterance | None:
        """Take over the end of the conversation in whose place this robot leads one, heard late."""
        current = self.current
        if current is None or current.replaces != said.topic or current.ending is not None:
            return None
        return current.conclude_as(said) if current.leads else None

    def _goes_before(self, said: Utterance, current: Conversation, remembered: bool) -> bool:
        """Tell whether a conversation that is heard of is to be held instead of the current one.

        What is over takes nobody out of what lasts. In place of one that was lost, or that this
        robot held by itself before it knew of anybody, any other will do that goes on, also an
        earlier one.
        """
        if said.replaces == current.topic:
            return True
        if current.ending is not None:
            is_lost = current.ending.outcome is Outcome.UNKNOWN
            was_alone = current.members == (self._robot,)
            return said.topic > current.topic or ((is_lost or was_alone) and not remembered)
        if said.act is Act.CONCLUDE:
            return False
        if said.topic.opener == current.topic.opener:
            # Who leads gave up the earlier one, whichever is heard of first.
            return said.topic > current.topic
        return said.topic < current.topic
