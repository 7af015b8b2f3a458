# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How one decision talks with the team: propose, wait a while for answers, withdraw."""

from collections.abc import Callable, Sequence
from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Ending, Form, Role, Topology
from adhoc_teamwork.adhoc_planner.decisions.decision import Objection
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection, SubTask
from adhoc_teamwork.teamwork.team.utterance import LONGEST_WORDS, Act, Topic, Utterance

REFLECTION_WAIT = 1.5
"""How long answers to a proposal are waited for, in seconds of the ROS clock."""

_KEPT = 100


class Proposals:
    """Hold the conversation that each intent of this robot is: proposed, answered, judged.

    Its words are the messages for intents and reflections, which teammates of any method send.
    """

    def __init__(
        self,
        robot: str,
        announce: Callable[[Intent], float],
        clock: Callable[[], float],
        wait: float = REFLECTION_WAIT,
    ) -> None:
        """Store how they go.

        Args:
            robot: Whose they are.
            announce: Sends an intent and returns its stamp (s).
            clock: Returns seconds of the ROS clock.
            wait: Longest wait for answers, in seconds of that clock.
        """
        self._robot, self._announce, self._clock = robot, announce, clock
        self._form = Form("intent", Topology.BROADCAST, rounds=1, wait=wait)
        self._of: dict[int, Conversation] = {}

    def announce(self, intent: Intent) -> float:
        """Tell the team of an intent: what is proposed opens a conversation, its end ends that."""
        now, talk = self._clock(), self._of.get(intent.intent_id)
        if intent.status is IntentStatus.PROPOSED:
            self._open(intent, now)
        elif talk is not None and talk.ending is None:
            talk.conclude(intent.status is IntentStatus.ADOPTED, now)
        return self._announce(intent)

    def hear(self, sender: str, answer: Reflection) -> None:
        """Take in an answer; an objection stands whatever its sender says afterwards."""
        talk = self._of.get(answer.intent_id)
        if talk is not None:
            agrees, text = not answer.conflict, answer.text[:LONGEST_WORDS]
            said = Utterance(Act.ANSWER, self._form.name, talk.topic, 1, text, agrees=agrees)
            talk.hear(sender, said, self._clock())

    def is_heard(self, intent_id: int, expected: frozenset[str]) -> bool:
        """Tell whether all that are `expected` have answered, or were waited for long enough."""
        talk = self._of[intent_id]
        talk.let_pass(self._clock(), expected)
        return talk.turn is Role.JUDGE or talk.ending is not None

    def against(self, intent_id: int) -> tuple[Objection, ...]:
        """Return the objections, by name."""
        talk = self._of.get(intent_id)
        return () if talk is None else tuple(Objection(*refusal) for refusal in talk.refusals)

    def _open(self, intent: Intent, now: float) -> None:
        topic = Topic(now, self._robot, intent.intent_id)
        talk = self._of[intent.intent_id] = Conversation(self._form, topic, self._robot, (), now)
        talk.say(Draft(str(intent.subtask)[:LONGEST_WORDS]), now)
        while len(self._of) > _KEPT:
            del self._of[next(iter(self._of))]


class Conference(Protocol):
    """Where the team settles what concerns all of it; see `decision.Dialogue`."""

    async def confer(self, openers: Sequence[str]) -> Ending:
        """Have the team settle something; return how that ended."""

    def call(self, openers: Sequence[str]) -> None:
        """Have the team settle something, and wait for nothing."""

    def settled(self) -> Ending | None:
        """Return how the latest conversation ended; None while one lasts, and before the first."""


class TeamDialogue:
    """Talk through this robot's claims; see `decision.Dialogue`."""

    def __init__(
        self,
        view: Callable[[], PlannerView],
        claims: Claims,
        proposals: Proposals,
        expected: Callable[[], frozenset[str]],
        bell: Bell,
        object_to: Callable[[str, int, str], None],
        conference: Conference,
        say: Callable[[str], None],
        in_haste: bool = False,
    ) -> None:
        """Store what to talk through.

        Args:
            view: Returns what the robot knows at the time of the call.
            claims: Announces intents.
            proposals: Holds what comes of them; `bell` is rung as answers come in and as time
                passes.
            expected: Returns the names of those who should answer.
            bell: Rings when something may have changed.
            object_to: Tells a teammate that its intent is objected to, and why.
            conference: Where the team settles what concerns all of it.
            say: Says something in words to everyone.
            in_haste: Whether the decision is waited for.
        """
        self.in_haste = in_haste
        self._view = view
        self._claims = claims
        self._proposals = proposals
        self._expected = expected
        self._bell = bell
        self._object_to = object_to
        self._conference = conference
        self._say = say

    def view(self) -> PlannerView:
        """Return what the robot knows now."""
        return self._view()

    def propose(self, subtask: SubTask, reason: str) -> int:
        """Broadcast an intention; return its intent id."""
        return self._claims.propose(subtask, self._target(subtask), reason)

    async def replies(self, intent_id: int) -> None:
        """Wait until every expected teammate has answered, or for the bounded time."""
        while not self._proposals.is_heard(intent_id, self._expected()):
            await self._bell.wait()

    def withdraw(self, intent_id: int, reason: str) -> None:
        """Broadcast that a proposed intention is given up."""
        self._claims.move_to(intent_id, IntentStatus.ABANDONED, reason)

    def objections(self, intent_id: int) -> tuple[Objection, ...]:
        """Return what teammates have objected to this robot's intent so far, by name."""
        return self._proposals.against(intent_id)

    def object_to(self, teammate: str, intent_id: int, reason: str) -> None:
        """Tell a teammate that its intent conflicts with the team's work, and why."""
        self._object_to(teammate, intent_id, reason)

    async def confer(self, openers: Sequence[str]) -> Ending:
        """Have the team settle what concerns all of it; return how that ended."""
        return await self._conference.confer(openers)

    def call(self, openers: Sequence[str]) -> None:
        """Have the team settle what concerns all of it, and wait for nothing."""
        self._conference.call(openers)

    def settled(self) -> Ending | None:
        """Return how the latest conversation ended; None while one lasts, and before the first."""
        return self._conference.settled()

    async def moment(self) -> None:
        """Wait until something may have changed: a message has come, or time has passed."""
        await self._bell.wait()

    def say(self, text: str) -> None:
        """Say something in words to everyone, as far as the channel carries it."""
        self._say(text)

    def _target(self, subtask: SubTask) -> Detection | None:
        return self._view().object(subtask.object_id)
