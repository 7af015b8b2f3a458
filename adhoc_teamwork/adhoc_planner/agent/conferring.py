# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How this robot takes part in its method's conversations: it hears, thinks and speaks in turn."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence

from adhoc_teamwork.adhoc_planner.agent.events import Concluded, Emit
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.conversations import Conversations
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Ending, Outcome, Role, Topology
from adhoc_teamwork.adhoc_planner.conversation.method import Method
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell, Question
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

AT_A_LOSS = "I could not think it through."
"""Said by whose model gives no usable answer: as an answer it refuses."""

_Turn = tuple[Topic, int, Role]

_log = logging.getLogger(__name__)


class Conferring:
    """Have a method speak whenever it is this robot's turn; times in seconds of the ROS clock."""

    def __init__(
        self,
        robot: str,
        method: Method | None,
        views: ViewBuilder,
        sender: MessageSender,
        clock: Callable[[], float],
        bell: Bell,
        wake: Callable[[], None],
        emit: Emit,
        channel: TeamChannel = OPEN,
        counts: Counter[str] | None = None,
        step: float = 1.0,
    ) -> None:
        """Store what to read, to speak and to tell through.

        `method` is None where the policy has no conversations: then others' are only heard.
        `bell` rings as time passes; `wake` is called when there is something to say.
        `counts` is told of the conversations that this robot led. A `step` of the channel is so
        many seconds long.
        """
        self._robot, self._method = robot, method
        self._talks = (
            None if method is None else Conversations(method.form.over(channel, step), robot)
        )
        self._views, self._sender, self._clock = views, sender, clock
        self._bell, self._emit, self._channel = bell, emit, channel
        self._counts: Counter[str] = Counter() if counts is None else counts
        self._question: Question[_Turn, Draft] = Question(wake)
        self._told: Topic | None = None
        self._is_awaited = False
        """Whether this robot's decision waits for the end."""

    def settled(self) -> Ending | None:
        """Return how the latest conversation ended; None while it lasts, and before the first."""
        talk = self._current()
        return None if talk is None else talk.ending

    async def confer(self, openers: Sequence[str]) -> Ending:
        """Take part in the conversation that is open, or have one opened; return how it ends.

        Args:
            openers: Who is to open one, the first that is there; where it does not within a turn,
                the next, and at last this robot.

        Raises:
            ValueError: The policy has no method to talk by.
        """
        self._is_awaited = True
        try:
            self.call(openers)
            while self._is_open() or (ending := self.settled()) is None:
                await self._bell.wait()
            return ending
        finally:
            self._is_awaited = False

    def call(self, openers: Sequence[str]) -> None:
        """Have a conversation opened unless one is open, and wait for nothing; see `confer`.

        Raises:
            ValueError: The policy has no method to talk by.
        """
        if self._talks is None:
            raise ValueError("this policy has no conversations")
        self._talks.want(openers, self._clock())
        self.look(self._clock())

    def hear(self, sender: str, said: Utterance, is_remembered: bool) -> None:
        """Take in what a teammate says in a conversation."""
        if self._talks is None:
            return
        yielded = self._talks.hear(sender, said, self._clock(), is_remembered)
        if yielded is not None:
            self._say(yielded)

    def look(self, now: float) -> None:
        """Let time pass; speak where it is this robot's turn and it knows what to say."""
        if self._talks is None or self._method is None:
            return
        for said in self._talks.let_pass(now, self._views.taking_part()):
            self._say(said)
        talk = self._current()
        if talk is None:
            return
        self._take_turn(talk, self._method, now)
        if talk.ending is not None and self._told != talk.topic:
            self._told = talk.topic
            self._count(talk)
            self._bell.ring()
            if talk.ending.outcome is not Outcome.UNKNOWN and not self._is_awaited:
                self._emit(Concluded())

    def drop(self) -> None:
        """Forget what is being thought of."""
        self._question.drop()

    def clock_set_back(self, now: float) -> None:
        """Forget what hangs on a clock that was set back to `now`."""
        if self._talks is not None:
            self._talks.clock_set_back(now)

    def _current(self) -> Conversation | None:
        return None if self._talks is None else self._talks.current

    def _is_open(self) -> bool:
        return self._talks is not None and self._talks.is_open

    def _count(self, talk: Conversation) -> None:
        """Count a conversation that this robot led, so that each is counted once in a team.

        One in which it ended at once what it might have put forward is none: nobody was asked.
        """
        ending = talk.ending
        if not talk.leads or ending is None:
            return
        is_agreed = ending.outcome is Outcome.AGREED
        if talk.form.rounds and is_agreed and talk.put_forward is None:
            self._counts["plans_kept"] += 1
            return
        self._counts["conversations"] += 1
        self._counts["rounds"] += talk.round if talk.form.rounds else 0
        self._counts["agreed"] += is_agreed
        self._counts["answered"] += bool(talk.heard)

    def _take_turn(self, talk: Conversation, method: Method, now: float) -> None:
        role, question = talk.turn, self._question
        if role is None or role is Role.JUDGE:
            question.drop()
            return
        key = (talk.topic, talk.round, role)
        if question.key != key:
            question.ask(key, method.speak(role, talk, self._views.view()))
            return
        error = question.take_error()
        if error is not None:
            _log.warning("%s: %s: %s", self._robot, method.form.name, error)
            self._be_at_a_loss(talk, role, now)
        elif question.answer is not None:
            draft = question.answer
            question.drop()
            try:
                self._say(talk.say(draft, now))
            except ValueError as refused:
                _log.warning("%s: %s: %s", self._robot, method.form.name, refused)
                self._be_at_a_loss(talk, role, now)

    def _be_at_a_loss(self, talk: Conversation, role: Role, now: float) -> None:
        """Hold nobody up: who leads and has nothing to put forward ends the conversation."""
        if role is Role.LEAD:
            self._say(talk.conclude(False, now, AT_A_LOSS))
        else:
            self._say(talk.say(Draft(AT_A_LOSS), now))

    def _say(self, said: Utterance) -> None:
        """Say it to the others; where words are paid for and nobody is there, to oneself alone."""
        if self._channel.characters is not None and not self._views.taking_part():
            return
        is_star = self._method is not None and self._method.form.topology is Topology.STAR
        to_leader = is_star and said.act is Act.ANSWER
        self._sender.utterance(said.topic.opener if to_leader else "", said)
