# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one envelope in which everything crosses robots: M of the paper's section III."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, Reflection
from adhoc_teamwork.teamwork.team.utterance import Act, Utterance

HELP = "I need help: "
"""Begins the text of a chat in which somebody asks whoever has time for help."""


class MessageKind(IntEnum):
    """Say what a team message is; the values are those of TeamMessage.msg."""

    CAPABILITY = 1
    STATE = 2
    INTENT = 3
    REFLECTION = 4
    DETECTION = 5
    CHAT = 6
    JOIN = 7
    LEAVE = 8
    SAY = 9
    PROPOSE = 10
    ASSIGN = 11
    ANSWER = 12
    CONCLUDE = 13

    @property
    def act(self) -> Act | None:
        """Return what it does in a conversation; None where it is no part of one."""
        return _ACTS.get(self)

    @classmethod
    def of(cls, act: Act) -> "MessageKind":
        """Return the kind of message that carries an act."""
        return cls[act.name]


_ACTS = {MessageKind[act.name]: act for act in Act}


@dataclass(frozen=True)
class TeamMessage:
    """Carry one message of one robot to one (`recipient`) or all (empty) of its teammates.

    `session` changes each time the sender's planner starts; `sequence` counts up from 1 within it;
    (sender, session, sequence) identifies a message. `stamp` is in seconds of the ROS clock.
    `remembered` marks what the broker repeats to a robot that was not there when it was said.
    """

    sender: str
    session: int
    sequence: int
    stamp: float
    kind: MessageKind
    recipient: str = ""
    remembered: bool = False
    capability: Capability | None = None
    state: RobotState | None = None
    intent: Intent | None = None
    reflection: Reflection | None = None
    detections: tuple[Detection, ...] = ()
    utterance: Utterance | None = None
    text: str = ""

    @property
    def identity(self) -> tuple[str, int, int]:
        """Return what tells this message from every other."""
        return (self.sender, self.session, self.sequence)

    @property
    def is_talk(self) -> bool:
        """Tell whether it is free words, or said in a conversation."""
        return self.kind is MessageKind.CHAT or self.kind.act is not None

    @cached_property
    def things(self) -> tuple[Detection, ...]:
        """Return what it tells of things, those out of place first; prompts tell it for long."""
        return tuple(sorted(self.detections, key=lambda d: d.misplaced is not Misplaced.YES))

    def concerns(self, robot: str) -> bool:
        """Tell whether it is more than news to a robot: talk, to it alone, or of things to move."""
        return self._concerns_all or self.recipient == robot

    @cached_property
    def _concerns_all(self) -> bool:
        """Tell whether it is more than news to everybody; robots ask that of a message for long."""
        return self.is_talk or any(d.misplaced is Misplaced.YES for d in self.detections)
