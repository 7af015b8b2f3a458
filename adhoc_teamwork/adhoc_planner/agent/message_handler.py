# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does with what its teammates say, at once and without a model."""

from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.agent.conferring import Conferring
from adhoc_teamwork.adhoc_planner.agent.events import (
    Called,
    Emit,
    FoundInPlace,
    Objection,
    OwnWordRepeated,
    RoomsExplored,
    TaskFreed,
    TaskTakenUp,
    TeamChanged,
    TeammateMet,
)
from adhoc_teamwork.adhoc_planner.agent.execution import Doing
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claim, Claims
from adhoc_teamwork.adhoc_planner.belief.situation import situation_of
from adhoc_teamwork.adhoc_planner.belief.team import ClaimTimes
from adhoc_teamwork.adhoc_planner.decisions.dialogue import Proposals
from adhoc_teamwork.adhoc_planner.decisions.reflection import Knowledge, reflect
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import same_object
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.team.message import HELP, MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTaskKind,
)

FRESH = 5.0
"""How old, in seconds, a message may be that is answered; a wire may repeat old ones."""

CALLED_AGAIN = 10.0
"""Seconds in which one call rouses a robot: whoever calls all the time does not keep it busy."""

_FREED = (IntentStatus.FAILED, IntentStatus.ABANDONED)


class MessageHandler:
    """Take in team messages: remember and answer them, and tell what follows from them."""

    def __init__(
        self,
        memory: TeamMemory,
        proposals: Proposals,
        belief: Belief,
        views: ViewBuilder,
        doing: Doing,
        claims: Claims,
        claim_times: ClaimTimes,
        sender: MessageSender,
        conferring: Conferring,
        clock: Callable[[], float],
        emit: Emit,
        channel: TeamChannel = OPEN,
        things_take_room: bool = False,
    ) -> None:
        """Store what to fill (`memory`, `proposals`), to read, to speak and to tell through."""
        self._channel, self._things_take_room = channel, things_take_room
        self._memory, self._proposals = memory, proposals
        self._belief, self._views, self._doing, self._claims = belief, views, doing, claims
        self._claim_times = claim_times
        self._sender, self._conferring = sender, conferring
        self._clock, self._emit = clock, emit
        self._called_at = float("-inf")

    def hear(self, message: TeamMessage) -> None:
        """Take in one message."""
        robot = self._memory.own_name
        if message.sender == robot:
            if message.remembered:
                self._emit(OwnWordRepeated(message))
            return
        answer = message.reflection
        if answer is not None and answer.to == robot:
            heeded = self._heeded(message.sender, answer)
            if heeded is not answer:
                answer, message = heeded, replace(message, reflection=heeded)
        before = self._explored_by(message.sender) if message.state is not None else ()
        if not self._memory.add(message):
            return
        if message.state is not None:
            after = self._explored_by(message.sender)
            if after is not before and (explored := frozenset(after).difference(before)):
                self._emit(RoomsExplored(explored))
        if answer is not None and answer.to == robot:
            self._proposals.hear(message.sender, answer)
            if answer.conflict:
                self._emit(Objection(answer.intent_id))
        for told in message.detections:
            # Whoever hears all of a large team hears of most things that they are out of place.
            if told.misplaced is Misplaced.NO:
                self._hear_of_object(self._memory.teammates[message.sender], told)
        if message.intent is not None:
            self._hear_intent(message, message.intent)
        if message.kind is MessageKind.JOIN and self._is_fresh(message):
            self._welcome(message)
        if message.kind is MessageKind.LEAVE:
            self._emit(TeamChanged())
        if message.utterance is not None:
            self._conferring.hear(message.sender, message.utterance, message.remembered)
        if message.kind is MessageKind.CHAT and self._is_fresh(message):
            self._hear_chat(message)

    def _heeded(self, sender: str, answer: Reflection) -> Reflection:
        """Return an answer as it counts: an objection holds no longer than a claim would."""
        claim = self._claims.get(answer.intent_id)
        if not answer.conflict or claim is None or not claim.intent.subtask.is_about_object:
            return answer
        now, objected = self._clock(), replace(claim.intent, status=IntentStatus.ADOPTED)
        self._claim_times.note(sender, objected, now)
        if not self._claim_times.is_over(sender, objected, now):
            return answer
        return replace(answer, conflict=False, text="")

    def _explored_by(self, name: str) -> tuple[str, ...]:
        """Return the rooms that a teammate is known to have explored."""
        teammate = self._memory.teammates.get(name)
        told = teammate.state if teammate is not None else None
        return told.explored_rooms if told is not None else ()

    def _hear_of_object(self, teammate: Teammate, told: Detection) -> None:
        """Tell what a teammate that was to take an object has found in place, as told, from near.

        Where both see it lie on the same, they differ in what is in place, and each keeps to its
        own judgement.
        """
        meant = any(
            intent.subtask.moves_object
            and same_object([told], intent.object_category, intent.object_position) is not None
            for intent in teammate.intents_that_are(IntentStatus.ADOPTED)
        )
        if not meant:
            return
        own = same_object(self._belief.objects(), told.category, told.position)
        if own is not None and situation_of(own).receptacle != situation_of(told).receptacle:
            self._emit(FoundInPlace(own.object_id))

    def _hear_chat(self, message: TeamMessage) -> None:
        """Tell that somebody speaks to this robot or asks for help; not all the time."""
        is_called = message.recipient == self._memory.own_name or message.text.startswith(HELP)
        now = self._clock()
        if is_called and not lately(self._called_at, now, CALLED_AGAIN):
            self._called_at = now
            self._emit(Called())

    def _hear_intent(self, message: TeamMessage, intent: Intent) -> None:
        now = self._clock()
        self._claim_times.note(message.sender, intent, now)
        is_taken_up = intent.status is IntentStatus.ADOPTED
        if is_taken_up and not self._claim_times.is_over(message.sender, intent, now):
            self._emit(TaskTakenUp(intent))
        if intent.status in _FREED and intent.subtask.kind is not SubTaskKind.STOP:
            self._emit(TaskFreed(intent.subtask.moves_object))
        if intent.status is IntentStatus.PROPOSED and self._is_fresh(message):
            self._answer(message, intent)

    def _is_fresh(self, message: TeamMessage) -> bool:
        """Tell whether its sender still waits for an answer: it is not repeated, and not old."""
        return not message.remembered and self._clock() - message.stamp < FRESH

    def _answer(self, message: TeamMessage, proposal: Intent) -> None:
        if not self._sender.has_joined:
            return
        knowledge = Knowledge(
            robot=self._memory.own_name,
            claims=(*self._claims_against(message.sender), *self._claims.done()),
            explored=self._belief.explored_rooms(),
            objects=self._belief.objects(),
            capability=self._belief.capability,
            proposer=self._memory.teammates[message.sender].capability,
            in_answers_only=not self._channel.tells_history,
            things_take_room=self._things_take_room,
        )
        answer, detections = reflect(knowledge, message.sender, proposal, message.stamp)
        self._sender.reflection(message.sender, answer, detections)

    def _claims_against(self, proposer: str) -> tuple[Claim, ...]:
        """Return what is open and can be held against a proposal.

        What this robot plans ahead gives way to one that would begin at once; what is only proposed
        and the proposer objected to, it is about to think over.
        """
        held: list[Claim] = list(self._claims.open())
        if self._doing.active_task is not None and not _is_busy(self._memory.teammates[proposer]):
            held = [c for c in held if c.intent.status is not IntentStatus.PROPOSED]
        return tuple(
            claim
            for claim in held
            if claim.intent.status is not IntentStatus.PROPOSED
            or all(o.teammate != proposer for o in self._proposals.against(claim.intent.intent_id))
        )

    def _welcome(self, message: TeamMessage) -> None:
        if not self._sender.has_joined:
            self._emit(TeammateMet())
            return
        self._sender.introduce(message.sender, self._belief.ability(), self._views.state())
        if not self._channel.tells_history:
            self._tell_present_work(message.sender)
        is_new = message.stamp > self._belief.joined_at
        self._emit(TeamChanged() if is_new else TeammateMet())

    def _tell_present_work(self, newcomer: str) -> None:
        """Tell who joins what this robot does: nobody else will, where history is not told."""
        for claim in self._claims.open():
            if claim.intent.status is IntentStatus.ADOPTED:
                self._sender.present_intent(newcomer, claim.intent)


def _is_busy(teammate: Teammate) -> bool:
    """Tell whether a teammate has taken up something, so that what it proposes is planned ahead."""
    return bool(teammate.intents_that_are(IntentStatus.ADOPTED))
