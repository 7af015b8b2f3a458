# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How this robot speaks to its team: numbered, stamped messages (paper section IV-B)."""

from collections import deque
from collections.abc import Callable
from typing import Any

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection
from adhoc_teamwork.teamwork.team.utterance import Utterance

STATE_PERIOD = 5.0
"""A robot is heard at least this often, in seconds."""

RECORDS = frozenset({MessageKind.STATE, MessageKind.INTENT, MessageKind.DETECTION})
"""What channels for words put into sentences of their own."""

_REMEMBERED = 30


class MessageSender:
    """Put what a robot says into envelopes; `clock` returns seconds of the ROS clock."""

    def __init__(
        self,
        robot: str,
        session: int,
        clock: Callable[[], float],
        send: Callable[[TeamMessage], None],
        *,
        own_words: bool = False,
    ) -> None:
        """Store who speaks; with `own_words` what it does and finds is told in its words alone."""
        self._own_words = own_words
        self._robot = robot
        self._session = session
        self._clock = clock
        self._send = send
        self._sequence = 0
        self._last_state: tuple[object, ...] = ()
        self._last_state_at = float("-inf")
        self.has_joined = False
        self._has_left = False
        self.said: deque[TeamMessage] = deque(maxlen=_REMEMBERED)
        self._taken_up: set[int] = set()

    def join(self, capability: Capability, state: RobotState) -> None:
        """Say that this robot is here, what it can do and where it is."""
        self.has_joined = True
        kind = _with_arm if capability.can_manipulate else _without_arm
        self._say(
            MessageKind.JOIN,
            capability=capability,
            state=state,
            text=f"{self._robot}, {capability.robot_type}, joins: {kind}.",
        )
        self._note_state(state)

    def body(self, capability: Capability) -> None:
        """Tell everyone what this robot can do from now on."""
        kind = _with_arm if capability.can_manipulate else _without_arm
        self._say(
            MessageKind.CAPABILITY,
            capability=capability,
            text=f"{self._robot}, {capability.robot_type}, is another now: {kind}.",
        )

    def introduce(self, recipient: str, capability: Capability, state: RobotState) -> None:
        """Answer a robot that joined with this robot's capability and state."""
        self._say(
            MessageKind.CAPABILITY,
            recipient,
            capability=capability,
            text=f"{self._robot} is a {capability.robot_type}.",
        )
        self._say(MessageKind.STATE, recipient, state=state, text=_summary(self._robot, state))

    def state(self, state: RobotState) -> bool:
        """Say the state where it changed in what matters or was not said lately; tell whether."""
        now = self._clock()
        is_fresh = lately(self._last_state_at, now, STATE_PERIOD)
        if is_fresh and self._last_state == _essence(state):
            return False
        self._say(MessageKind.STATE, state=state, text=_summary(self._robot, state))
        self._note_state(state)
        return True

    def intent(self, intent: Intent) -> float:
        """Announce a change of intent; return its stamp (s)."""
        verb = intent.status.name.lower()
        text = f"{self._robot} {verb} {intent.subtask}: {intent.reason}"
        message = self._say(MessageKind.INTENT, intent=intent, text=text)
        self.said.append(message)
        return message.stamp

    def settled_intent(self, intent: Intent) -> float:
        """Announce what is taken up and how that ends, and ask nobody before; return the stamp (s).

        So speaks who does not reflect where answers tell what is told nowhere else.
        """
        if intent.status is IntentStatus.ADOPTED:
            self._taken_up.add(intent.intent_id)
        if intent.intent_id not in self._taken_up:
            return self._clock()
        if intent.status is not IntentStatus.ADOPTED:
            self._taken_up.discard(intent.intent_id)
        return self.intent(intent)

    def present_intent(self, recipient: str, intent: Intent) -> None:
        """Tell a robot that joined what this one does."""
        self._say(
            MessageKind.INTENT,
            recipient,
            intent=intent,
            text=f"{self._robot} does {intent.subtask}: {intent.reason}",
        )

    def reflection(
        self, recipient: str, reflection: Reflection, detections: tuple[Detection, ...]
    ) -> None:
        """Answer a teammate's proposal."""
        self._say(
            MessageKind.REFLECTION,
            recipient,
            reflection=reflection,
            detections=detections,
            text=reflection.text,
        )

    def detections(self, detections: tuple[Detection, ...]) -> None:
        """Share key detections (paper section IV-B)."""
        names = ", ".join(_mention(detection) for detection in detections[:4])
        more = f" and {len(detections) - 4} more" if len(detections) > 4 else ""
        text = f"{self._robot} found {names}{more}."
        self._say(MessageKind.DETECTION, detections=detections, text=text)

    def chat(self, text: str) -> None:
        """Say a sentence to everyone."""
        self.said.append(self._say(MessageKind.CHAT, text=text))

    def utterance(self, recipient: str, said: Utterance) -> None:
        """Say something in a conversation, to one (`recipient`) or all (empty) of its members."""
        message = self._say(MessageKind.of(said.act), recipient, utterance=said, text=str(said))
        self.said.append(message)

    def leave(self, why: str) -> None:
        """Say that this robot takes part no more, and nothing after that.

        A word after the goodbye, such as a question's that ends late, would bring it back.
        """
        self._say(MessageKind.LEAVE, text=why)
        self._has_left = True

    def _note_state(self, state: RobotState) -> None:
        self._last_state, self._last_state_at = _essence(state), self._clock()

    def _say(self, kind: MessageKind, recipient: str = "", **parts: Any) -> TeamMessage:
        self._sequence += 1
        message = TeamMessage(
            sender=self._robot,
            session=self._session,
            sequence=self._sequence,
            stamp=self._clock(),
            kind=kind,
            recipient=recipient,
            **parts,
        )
        if not self._has_left and not (self._own_words and kind in RECORDS):
            self._send(message)
        return message


_with_arm = "it can pick things up"
_without_arm = "it looks around, it cannot pick things up"


def _essence(state: RobotState) -> tuple[object, ...]:
    """Return the task-relevant part of a state, of which every change is told."""
    return (state.all_held, state.subtask, state.subskill, state.room, state.explored_rooms)


def _summary(robot: str, state: RobotState) -> str:
    place = state.room or "an unknown room"
    task = state.subtask or "no sub-task yet"
    skill = f" ({state.subskill})" if state.subskill else ""
    held = f", holding {' and '.join(state.all_held)}" if state.all_held else ""
    return f"{robot} in {place}: {task}{skill}{held}."


def _mention(detection: Detection) -> str:
    where = detection.receptacle or detection.room or "an unknown place"
    return f"{detection.object_id} ({detection.status.name.lower()}, {where})"
