"""What an agent does with what its teammates say, at once and without a model."""

from adhoc_planner.mind import Mind
from adhoc_planner.reflection import Knowledge, reflect
from adhoc_planner.watch import Watch
from teamwork.message import MessageKind, TeamMessage
from teamwork.subtask import Intent, IntentStatus, SubTaskKind

FRESH = 5.0
"""How old, in seconds, a message may be that is answered; a wire may repeat old ones."""

_FREED = (IntentStatus.FAILED, IntentStatus.ABANDONED)


class Hearing:
    """Take in team messages: remember, answer, and rouse a robot that rests."""

    def __init__(self, mind: Mind, watch: Watch) -> None:
        self._mind = mind
        self._watch = watch

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
            mind.replies.add(message.reflection.intent_id, message.sender)
        if message.intent is not None:
            self._hear_intent(message, message.intent)
        if message.kind is MessageKind.JOIN and self._is_fresh(message):
            self._welcome(message.sender)
        if message.kind is MessageKind.LEAVE:
            mind.rouse()

    def _hear_intent(self, message: TeamMessage, intent: Intent) -> None:
        mind = self._mind
        if intent.status is IntentStatus.ADOPTED:
            self._watch.note_adoption(message.sender, intent.intent_id, message.stamp)
        if intent.status in _FREED and intent.subtask.kind is not SubTaskKind.STOP:
            mind.rouse()
        if intent.status is IntentStatus.PROPOSED and self._is_fresh(message):
            self._answer(message, intent)

    def _is_fresh(self, message: TeamMessage) -> bool:
        """Tell whether its sender still waits for an answer: it is not repeated, and not old."""
        return not message.remembered and self._mind.now() - message.stamp < FRESH

    def _answer(self, message: TeamMessage, proposal: Intent) -> None:
        mind = self._mind
        if not mind.has_joined:
            return
        knowledge = Knowledge(
            robot=mind.robot,
            claims=(*mind.claims.open(), *mind.claims.done()),
            explored=mind.belief.explored_rooms(),
            objects=mind.belief.objects(),
            capability=mind.belief.capability,
            proposer=mind.memory.teammates[message.sender].capability,
        )
        answer, detections = reflect(knowledge, message.sender, proposal, message.stamp)
        mind.voice.reflection(message.sender, answer, detections)

    def _welcome(self, name: str) -> None:
        mind = self._mind
        if mind.has_joined:
            mind.voice.introduce(name, mind.belief.capability, mind.state(mind.now()))
        mind.rouse()
