# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent does with what its teammates say, at once and without a model."""

from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.agent.monitors import Monitors
from adhoc_teamwork.adhoc_planner.belief.claims import Claim
from adhoc_teamwork.adhoc_planner.decisions.reflection import Knowledge, reflect
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import HELP, MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection, SubTaskKind

FRESH = 5.0
"""How old, in seconds, a message may be that is answered; a wire may repeat old ones."""

CALLED_AGAIN = 10.0
"""Seconds in which one call rouses a robot: whoever calls all the time does not keep it busy."""

_FREED = (IntentStatus.FAILED, IntentStatus.ABANDONED)


class MessageHandler:
    """Take in team messages: remember, answer, and rouse a robot that rests."""

    def __init__(self, mind: AgentContext, watch: Monitors) -> None:
        self._mind = mind
        self._watch = watch
        self._called_at = float("-inf")

    def hear(self, message: TeamMessage) -> None:
        """Take in one message."""
        mind = self._mind
        if message.sender == mind.robot:
            if message.remembered:
                mind.recall.add(message)
                mind.belief.note_explored(message.state.explored_rooms if message.state else ())
            return
        if not mind.memory.add(message):
            return
        if message.reflection is not None and message.reflection.to == mind.robot:
            self._hear_answer(message.sender, message.reflection)
        if message.intent is not None:
            self._hear_intent(message, message.intent)
        if message.kind is MessageKind.JOIN and self._is_fresh(message):
            self._welcome(message)
        if message.kind is MessageKind.LEAVE:
            mind.reconsider()
        if message.kind is MessageKind.CHAT and self._is_fresh(message):
            self._hear_chat(message)

    def _hear_chat(self, message: TeamMessage) -> None:
        """Think again where somebody speaks to this robot or asks for help; not all the time."""
        is_called = message.recipient == self._mind.robot or message.text.startswith(HELP)
        now = self._mind.now()
        if is_called and not lately(self._called_at, now, CALLED_AGAIN):
            self._called_at = now
            self._mind.rouse()

    def _hear_answer(self, sender: str, answer: Reflection) -> None:
        """Take in an answer; an objection to what was settled already is a reason to reconsider."""
        mind = self._mind
        mind.replies.add(sender, answer)
        errand, decision = mind.course.errand, mind.thinking.decision.answer
        settled = (errand.intent_id if errand else 0, decision.intent_id if decision else 0)
        is_late = answer.conflict and answer.intent_id in settled
        if not is_late or not mind.heeds_objections:
            return
        mind.contested = answer.intent_id
        if errand is not None and answer.intent_id == errand.intent_id and mind.may_leave(errand):
            mind.wants_switch = True

    def _hear_intent(self, message: TeamMessage, intent: Intent) -> None:
        mind = self._mind
        if intent.status is IntentStatus.ADOPTED:
            self._watch.note_adoption(message.sender, intent.intent_id, message.stamp)
            self._check_ahead()
        if intent.status in _FREED and intent.subtask.kind is not SubTaskKind.STOP:
            mind.rouse()
            if intent.subtask.moves_object and mind.belief.capability.can_manipulate:
                mind.wants_switch = True
        if intent.status is IntentStatus.PROPOSED and self._is_fresh(message):
            self._answer(message, intent)

    def _check_ahead(self) -> None:
        """Think over what was decided ahead where a teammate does it now."""
        mind = self._mind
        decision = mind.thinking.decision.answer
        if decision is None or mind.course.errand is None or not mind.is_guarded:
            return
        if mind.guard(mind.view(), decision.subtask):
            mind.contested = decision.intent_id

    def _is_fresh(self, message: TeamMessage) -> bool:
        """Tell whether its sender still waits for an answer: it is not repeated, and not old."""
        return not message.remembered and self._mind.now() - message.stamp < FRESH

    def _answer(self, message: TeamMessage, proposal: Intent) -> None:
        mind = self._mind
        if not mind.has_joined:
            return
        knowledge = Knowledge(
            robot=mind.robot,
            claims=(*self._claims_against(message.sender), *mind.claims.done()),
            explored=mind.belief.explored_rooms(),
            objects=mind.belief.objects(),
            capability=mind.belief.capability,
            proposer=mind.memory.teammates[message.sender].capability,
        )
        answer, detections = reflect(knowledge, message.sender, proposal, message.stamp)
        mind.voice.reflection(message.sender, answer, detections)

    def _claims_against(self, proposer: str) -> tuple[Claim, ...]:
        """Return what is open and can be held against a proposal.

        What this robot plans ahead gives way to one that would begin at once; what is only proposed
        and the proposer objected to, it is about to think over.
        """
        mind = self._mind
        held: list[Claim] = list(mind.claims.open())
        if mind.course.errand is not None and not _is_busy(mind.memory.teammates[proposer]):
            held = [c for c in held if c.intent.status is not IntentStatus.PROPOSED]
        return tuple(
            claim
            for claim in held
            if claim.intent.status is not IntentStatus.PROPOSED
            or all(o.teammate != proposer for o in mind.replies.against(claim.intent.intent_id))
        )

    def _welcome(self, message: TeamMessage) -> None:
        mind = self._mind
        if mind.has_joined:
            mind.voice.introduce(message.sender, mind.belief.capability, mind.state(mind.now()))
        if mind.has_joined and message.stamp > mind.belief.joined_at:
            mind.reconsider()
        else:
            mind.rouse()


def _is_busy(teammate: Teammate) -> bool:
    """Tell whether a teammate has taken up something, so that what it proposes is planned ahead."""
    return any(intent.status is IntentStatus.ADOPTED for intent in teammate.intents.values())
