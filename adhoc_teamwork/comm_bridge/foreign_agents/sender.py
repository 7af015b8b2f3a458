# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speak for a stranger as a teammate speaks: join, number intents, do not repeat states."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.memory import OPEN_INTENTS
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.same_object import same_place
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

STATE_PERIOD = 5.0
"""Seconds after which an unchanged state is said again."""
MOST_NAMES = 2000
MOST_OPEN = 20
"""What is open of it at once, proposed or taken up; with one more, the oldest is given up."""
LAST_ID = 2**32 - 1


class StrangerSender:
    """Put drafts into envelopes; `clock` returns seconds of the ROS clock.

    The team hears of a stranger when it first says something: then it joins.
    """

    def __init__(
        self,
        name: str,
        session: int,
        capability: Capability,
        clock: Callable[[], float],
        one_at_a_time: bool = True,
    ) -> None:
        self._name, self._session, self._clock = name, session, clock
        self._capability = capability
        self._one_at_a_time = one_at_a_time
        self._sequence = 0
        self._is_member = False
        self._state: RobotState | None = None
        self._said_state: tuple[RobotState | None, float] = (None, float("-inf"))
        self._intents: dict[int, Intent] = {}
        self._last_intent = 0
        self._names: list[Detection] = []

    @property
    def is_member(self) -> bool:
        """Tell whether the stranger has joined and not left."""
        return self._is_member

    @property
    def state(self) -> RobotState | None:
        """Return the state it last said, or None."""
        return self._state

    def open_intents(self) -> tuple[Intent, ...]:
        """Return what it has proposed or taken up and not yet ended."""
        return tuple(i for i in self._intents.values() if i.status in OPEN_INTENTS)

    def begin_above(self, session: int) -> list[TeamMessage]:
        """Go on in the session after one in which the team heard this speaker before.

        Return the messages by which a member joins again: what it said so far counted for nothing.
        """
        self._session = max(self._session, session + 1)
        was_member, self._is_member = self._is_member, False
        return self.join() if was_member else []

    def speak(self, drafts: Iterable[TeamMessage]) -> list[TeamMessage]:
        """Return the messages that say what the drafts mean, in order."""
        said: list[TeamMessage] = []
        for draft in drafts:
            if draft.kind is MessageKind.LEAVE:
                said += self.leave(draft.text)
                continue
            said += self._take_in(draft)
        return said

    def join(self) -> list[TeamMessage]:
        """Return the greeting, or nothing where it is a member already."""
        if self._is_member:
            return []
        self._is_member = True
        text = f"{self._name}, {self._capability.robot_type}, joins."
        greeting = TeamMessage(
            *self._head(), MessageKind.JOIN, capability=self._capability, state=self._state,
            text=text,
        )  # fmt: skip
        return [greeting]

    def leave(self, why: str) -> list[TeamMessage]:
        """Return what ends its open intents and says goodbye; nothing where it is no member."""
        if not self._is_member:
            return []
        said = [self._ended(intent, why) for intent in self.open_intents()]
        self._is_member = False
        return [*said, TeamMessage(*self._head(), MessageKind.LEAVE, text=why)]

    def keep_alive(self) -> list[TeamMessage]:
        """Return a sign of life, due every few seconds while an intent is open.

        Teammates take what somebody took up for free when they do not hear of it for long.
        """
        if not self._is_member or not self.open_intents():
            return []
        if self._state is not None:
            self._said_state = (self._state, self._clock())
            return [TeamMessage(*self._head(), MessageKind.STATE, state=self._state)]
        return [TeamMessage(*self._head(), MessageKind.CAPABILITY, capability=self._capability)]

    def _take_in(self, draft: TeamMessage) -> list[TeamMessage]:
        if draft.capability is not None:
            self._capability = draft.capability
        if draft.state is not None:
            self._state = draft.state
        said = self.join()
        if draft.kind is MessageKind.STATE and draft.state is not None:
            return [*said, *self._say_state(draft)]
        if draft.intent is not None:
            return [*said, *self._say_intent(draft, draft.intent)]
        if draft.detections:
            named = tuple(self._named(detection) for detection in draft.detections)
            draft = replace(draft, detections=named)
        return [*said, self._in_envelope(draft)]

    def _say_state(self, draft: TeamMessage) -> list[TeamMessage]:
        said, when = self._said_state
        is_fresh = lately(when, self._clock(), STATE_PERIOD)
        if is_fresh and said is not None and _essence(said) == _essence(draft.state):
            return []
        self._said_state = (draft.state, self._clock())
        return [self._in_envelope(draft)]

    def _say_intent(self, draft: TeamMessage, intent: Intent) -> list[TeamMessage]:
        known = self._known(intent)
        if known is not None and intent.status in OPEN_INTENTS and known.status == intent.status:
            return []
        said = []
        others = [i for i in self.open_intents() if i != known]
        if self._one_at_a_time and intent.status is IntentStatus.ADOPTED:
            said = [self._ended(other, "It does something else now.") for other in others]
        elif intent.status in OPEN_INTENTS:
            too_many = others[: 1 - MOST_OPEN]
            said = [self._ended(other, "It has too much else in mind.") for other in too_many]
        number = known.intent_id if known else intent.intent_id or self._new_id()
        intent = replace(intent, intent_id=number)
        if known is not None and intent.status not in OPEN_INTENTS:
            # What it ends is what it took up, however few words it ends it with.
            intent = replace(known, status=intent.status, reason=intent.reason, cause=intent.cause)
        self._keep(intent)
        return [*said, self._in_envelope(replace(draft, intent=intent))]

    def _known(self, intent: Intent) -> Intent | None:
        """Return the open intent that is meant: of the same number, or about the same thing."""
        for known in self.open_intents():
            if intent.intent_id and known.intent_id == intent.intent_id:
                return known
            if not intent.intent_id and _same_target(known, intent):
                return known
        return None

    def _new_id(self) -> int:
        number = self._last_intent % LAST_ID + 1
        while number in self._intents:
            number = number % LAST_ID + 1
        return number

    def _keep(self, intent: Intent) -> None:
        self._last_intent = max(self._last_intent, intent.intent_id)
        if intent.status in OPEN_INTENTS:
            self._intents[intent.intent_id] = intent
        else:
            self._intents.pop(intent.intent_id, None)

    def _ended(self, intent: Intent, why: str) -> TeamMessage:
        self._intents.pop(intent.intent_id, None)
        ended = replace(intent, status=IntentStatus.ABANDONED, reason=why)
        return TeamMessage(*self._head(), MessageKind.INTENT, intent=ended)

    def _named(self, detection: Detection) -> Detection:
        """Return a detection with a name of its own, the same one for the same thing."""
        detection = replace(detection, seen=self._clock(), seen_by=self._name)
        if detection.object_id:
            return detection
        for known in self._names:
            same = known.category.casefold() == detection.category.casefold()
            if same and same_place(known.position, detection.position, known.size, detection.size):
                return replace(detection, object_id=known.object_id)
        named = replace(detection, object_id=f"{detection.category}_{len(self._names)}")
        if len(self._names) < MOST_NAMES:
            self._names.append(named)
        return named

    def _in_envelope(self, draft: TeamMessage) -> TeamMessage:
        sender, session, sequence, stamp = self._head()
        return replace(draft, sender=sender, session=session, sequence=sequence, stamp=stamp)

    def _head(self) -> tuple[str, int, int, float]:
        self._sequence += 1
        return self._name, self._session, self._sequence, self._clock()


def _essence(state: RobotState | None) -> tuple[object, ...]:
    """Return the part of a state of which every change is told, position to half a metre."""
    if state is None:
        return ()
    cell = (round(2.0 * state.pose.x), round(2.0 * state.pose.y))
    return (cell, state.held_object, state.subtask, state.subskill, state.room)


def _same_target(one: Intent, other: Intent) -> bool:
    if one.subtask.is_about_object and other.subtask.is_about_object:
        return _target(one) == _target(other)
    return one.subtask == other.subtask


def _target(intent: Intent) -> tuple[str, str]:
    subtask: SubTask = intent.subtask
    return (subtask.object_id or intent.object_category.casefold(), str(subtask.kind))
