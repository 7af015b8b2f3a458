# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One conversation as one of its members sees it: driven by what is heard and by time.

Each has one leader, who opened it and who alone ends it. So all who know how it ended know the
same, whatever was lost, late or said twice; the others know that they do not know. A leader who is
gone takes its conversation along: the next in the order of speaking opens another in its place.
"""

from collections.abc import Set
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.conversation.form import (
    Draft,
    Ending,
    Form,
    Outcome,
    Role,
    Topology,
)
from adhoc_teamwork.teamwork.team.utterance import MOST_MEMBERS, Act, Topic, Utterance

MOST_ANSWERS = 256
"""Answers that are kept: whoever invents names takes no more memory than that."""


class Conversation:
    """Say whose turn it is and what came of it; times in seconds of the ROS clock.

    Nothing is sent from here: what `say` and `let_pass` return is for all members, but the answers
    of a STAR, which are for the leader.
    """

    def __init__(
        self,
        form: Form,
        topic: Topic,
        robot: str,
        members: tuple[str, ...],
        now: float,
        replaces: Topic | None = None,
        mute: Set[str] = frozenset(),
    ) -> None:
        """Begin it, as its leader or on hearing of it.

        Args:
            form: How it goes.
            topic: What tells it from others; its opener leads it.
            robot: Whose view this is.
            members: Who takes part, in the order of speaking, the leader first. In BROADCAST
                whoever is there does, and they are not named.
            now: When.
            replaces: The conversation that it takes the place of.
            mute: Who has let all turns pass so far: asked like all others, and not waited for.
        """
        self.form, self.topic, self.replaces = form, topic, replaces
        self.members = members[:MOST_MEMBERS]
        self.round = 1
        self.put_forward: Utterance | None = None
        """What the leader asks the others to answer in this round."""
        self.said: list[tuple[str, Utterance]] = []
        """What was said by whom, in the order in which this robot heard it."""
        self.ending: Ending | None = None
        self._robot = robot
        self._mute = frozenset(mute)
        self._answers: dict[str, Utterance] = {}
        self._silent: set[str] = set()
        self._spoken: set[str] = set()
        """Who has had a turn in this round of ROUND_ROBIN, used or not."""
        self._has_spoken: set[str] = set()
        self._plan: Utterance | None = None
        self._is_judged = False
        self._since = self._led = now

    # --- what is known ----------------------------------------------------------------------------

    @property
    def leads(self) -> bool:
        """Tell whether this robot leads it."""
        return self.topic.opener == self._robot

    @property
    def has_ended(self) -> bool:
        """Tell whether it is over for this robot."""
        return self.ending is not None

    @property
    def answered(self) -> frozenset[str]:
        """Return who has answered what was last put forward."""
        return frozenset(self._answers)

    @property
    def heard(self) -> frozenset[str]:
        """Return who else has said something in it."""
        return frozenset(name for name, _ in self.said) - {self._robot}

    @property
    def refusals(self) -> tuple[tuple[str, str], ...]:
        """Return who refused what was last put forward, and why, by name."""
        found = sorted(self._answers.items())
        return tuple((name, answer.text) for name, answer in found if not answer.agrees)

    @property
    def turn(self) -> Role | None:
        """Return what this robot has to do now; None while it waits, and where it has ended."""
        if self.ending is not None:
            return None
        if self.form.topology is Topology.ROUND_ROBIN:
            return Role.SPEAK if self._speaker() == self._robot else None
        if self.leads:
            if self.put_forward is None:
                return Role.LEAD
            return Role.JUDGE if self._is_judged else None
        asked = self.put_forward is not None and self._robot in self.members
        return Role.ANSWER if asked and self._robot not in self._answers else None

    # --- what happens -----------------------------------------------------------------------------

    def say(self, draft: Draft, now: float) -> Utterance:
        """Take this robot's turn; return what it says.

        Raises:
            ValueError: It is too long, or not this robot's turn.
        """
        role = self.turn
        if role is None or role is Role.JUDGE:
            raise ValueError("it is not this robot's turn")
        if role is Role.LEAD and (draft.settles or not self.form.rounds):
            return self.conclude(True, now, draft.text)
        act = _act(role, draft)
        said = Utterance(
            act,
            self.form.name,
            self.topic,
            self.round,
            draft.text,
            draft.assignments if act is Act.ASSIGN else (),
            agrees=draft.agrees and act is Act.ANSWER,
            members=self.members if self.leads else (),
            replaces=self.replaces if self.leads else None,
        )
        if said.length > self.form.characters:
            raise ValueError(f"{said.length} characters; expected at most {self.form.characters}")
        self._take_in(self._robot, said, now)
        return said

    def hear(self, sender: str, said: Utterance, now: float) -> None:
        """Take in what a member says of this topic; what is out of turn or too long is left out."""
        if sender != self._robot and said.length <= self.form.characters:
            self._take_in(sender, said, now)

    def let_pass(self, now: float, present: Set[str]) -> Utterance | None:
        """Let time pass while the others that are `present` can be heard.

        Returns:
            The conclusion, where the leader's time has come to end it.
        """
        if self.ending is not None:
            return None
        if not self.leads:
            self._watch_leader(now, present)
        elif self.form.topology is Topology.ROUND_ROBIN:
            return self._moderate(now, present)
        elif self.put_forward is None:
            if not self._is_in_time(now):
                return self.conclude(False, now, "It took me too long.")
        elif not self._is_judged and self._has_heard_all(now, present):
            return self._weigh(now, present)
        if self.form.topology is Topology.ROUND_ROBIN:
            self._pass_over(now, present)
        return None

    def conclude(self, agreed: bool, now: float, text: str = "") -> Utterance:
        """End it as its leader; `text` replaces the words that were put forward last.

        Raises:
            ValueError: It has ended, another leads it, or the words are too many.
        """
        if self.ending is not None or not self.leads:
            raise ValueError("it is not this robot's to end")
        if len(text) > self.form.characters:
            raise ValueError(f"{len(text)} characters; expected at most {self.form.characters}")
        last = self._plan or self.put_forward
        agreeing = sorted(name for name, answer in self._answers.items() if answer.agrees)
        if self._plan is not None:
            agreeing = sorted(self._has_spoken - {self._robot})
        said = Utterance(
            Act.CONCLUDE,
            self.form.name,
            self.topic,
            self.round,
            text or (last.text if last else ""),
            last.assignments if last and not text else (),
            agrees=agreed,
            members=(self._robot, *agreeing)[:MOST_MEMBERS],
        )
        self._take_in(self._robot, said, now)
        return said

    def conclude_as(self, other: Utterance) -> Utterance:
        """End it as its leader in the way in which the one ended that it took the place of."""
        said = replace(other, topic=self.topic, round=self.round)
        self._take_in(self._robot, said, self._since)
        return said

    def give_up(self, reason: str) -> None:
        """End it for this robot, which will not hear how it ends."""
        if self.ending is None:
            self.ending = Ending(Outcome.UNKNOWN, reason)

    # --- within -----------------------------------------------------------------------------------

    def _take_in(self, sender: str, said: Utterance, now: float) -> None:
        is_leaders = sender == self.topic.opener
        if said.act is Act.CONCLUDE:
            if is_leaders and (self.ending is None or self.ending.outcome is Outcome.UNKNOWN):
                self._note(sender, said)
                outcome = Outcome.AGREED if said.agrees else Outcome.NOT_AGREED
                self.ending = Ending(outcome, said.text, said.assignments, said.members)
        elif said.act is Act.ANSWER:
            self._hear_answer(sender, said)
        elif self.ending is None and self.form.topology is Topology.ROUND_ROBIN:
            self._hear_in_turn(sender, said, now)
        elif self.ending is None and is_leaders and said.act in (Act.PROPOSE, Act.ASSIGN):
            self._hear_put_forward(said, now)

    def _note(self, sender: str, said: Utterance) -> None:
        self.said.append((sender, said))
        self._silent.discard(sender)

    def _hear_answer(self, sender: str, said: Utterance) -> None:
        """Keep an answer to what is put forward; only another refusal takes a refusal's place."""
        if self.put_forward is None or said.round != self.round:
            return
        known = self._answers.get(sender)
        if known is None or not said.agrees:
            if known is None and len(self._answers) >= MOST_ANSWERS:
                return
            self._note(sender, said)
            self._answers[sender] = said

    def _hear_put_forward(self, said: Utterance, now: float) -> None:
        is_new = self.put_forward is None or said.round > self.round
        if not is_new or not self.round <= said.round <= self.form.rounds:
            return
        self._note(self.topic.opener, said)
        self.round, self.put_forward = said.round, said
        self.members = said.members
        self._answers.clear()
        self._since = self._led = now

    def _hear_in_turn(self, sender: str, said: Utterance, now: float) -> None:
        """Take in a turn of ROUND_ROBIN; who spoke after others that were not heard knows more."""
        opens = sender == self.topic.opener and bool(said.members)
        if said.round > self.round and said.round <= self.form.rounds and opens:
            self.round = said.round
            self._spoken.clear()
        if opens and said.round == self.round:
            self.members = said.members
        if said.round != self.round or sender in self._spoken or sender not in self.members:
            return
        self._note(sender, said)
        self._spoken.update(self.members[: self.members.index(sender) + 1])
        self._has_spoken.add(sender)
        self._since = now
        if sender == self.topic.opener:
            self._led = now
        if said.act is Act.ASSIGN and set(self.members) <= self._has_spoken | self._silent:
            self._plan = self._plan or said

    def _speaker(self) -> str | None:
        """Return whose turn it is in this round."""
        return next((name for name in self.members if name not in self._spoken), None)

    def _pass_over(self, now: float, present: Set[str]) -> None:
        """Let those lose their turn who are gone or have let it pass."""
        while (speaker := self._speaker()) is not None:
            if speaker != self._robot and speaker not in present:
                self._spoken.add(speaker)
                self._silent.add(speaker)
            elif not self._is_in_time(now):
                self._spoken.add(speaker)
                self._silent.add(speaker)
                self._since = now
            else:
                return

    def _watch_leader(self, now: float, present: Set[str]) -> None:
        leader = self.topic.opener
        if leader not in present:
            self.give_up(f"{leader} is gone.")
        elif not 0.0 <= now - self._led < self.form.patience(len(self.members)):
            self.give_up(f"{leader} has said nothing for too long.")

    def _is_in_time(self, now: float) -> bool:
        """Tell whether the present turn may last on; a clock that was set back ends it."""
        return self._since <= now < self._since + self.form.wait

    def _has_heard_all(self, now: float, present: Set[str]) -> bool:
        is_open = self.form.topology is Topology.BROADCAST
        asked = present if is_open else present & set(self.members)
        expected = asked - self._mute - {self._robot}
        return expected <= set(self._answers) or not self._is_in_time(now)

    def _weigh(self, now: float, present: Set[str]) -> Utterance | None:
        """See what the answers mean: to be judged by the leader, an end, or another round."""
        if self.form.topology is Topology.BROADCAST:
            self._is_judged = True
            return None
        if not self.refusals:
            return self.conclude(True, now)
        if self.round >= self.form.rounds:
            return self.conclude(False, now)
        self._silent |= set(self.members) - set(self._answers) - {self._robot}
        self._next_round(now, present)
        return None

    def _next_round(self, now: float, present: Set[str]) -> None:
        """Begin another round with those who are there, newcomers last, the silent left out."""
        here = [name for name in self.members if name == self._robot or name in present]
        new = sorted(present - set(self.members))
        self.members = tuple(n for n in (*here, *new) if n not in self._silent)[:MOST_MEMBERS]
        self.round += 1
        self.put_forward = None
        self._spoken.clear()
        self._since = now

    def _moderate(self, now: float, present: Set[str]) -> Utterance | None:
        """Lead a ROUND_ROBIN: end it with the plan, or without one after the last round."""
        if self._plan is not None:
            return self.conclude(True, now)
        self._pass_over(now, present)
        if self._speaker() is None:
            if self.round >= self.form.rounds:
                return self.conclude(False, now, "There is no plan.")
            self._next_round(now, present)
        return None


def _act(role: Role, draft: Draft) -> Act:
    if role is Role.ANSWER:
        return Act.ANSWER
    if draft.assignments:
        return Act.ASSIGN
    return Act.SAY if role is Role.SPEAK else Act.PROPOSE
