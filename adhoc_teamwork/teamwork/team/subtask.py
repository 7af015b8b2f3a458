# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-tasks and the intents that announce them (paper sections IV-B and IV-D)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


class SubTaskKind(StrEnum):
    """Name the sub-tasks: the first three are the paper's (section IV-D), for tidying up."""

    EXPLORE = "Explore"
    REPLACE = "Re-place"
    STOP = "Stop"
    PLACE_ON = "Place-on"
    PLACE_IN = "Place-in"
    TRANSPORT = "Transport"
    LOAD = "Load"
    CHECK = "Check"
    DO = "Do"


@dataclass(frozen=True)
class SubTaskForm:
    """Say what a kind of sub-task is made of.

    `arguments` are the fields of `SubTask` that its notation names, in order, each with what to
    call it. `moves_object` where a hand takes the object and puts it elsewhere: nobody else may
    then. `last` is the sub-skill whose success ends it; None where only Stop does.
    """

    arguments: tuple[tuple[str, str], ...] = ()
    moves_object: bool = False
    last: SubSkillKind | None = None


_TO_TYPES = (
    ("object_id", "object id"),
    ("receptacle", "receptacle type"),
    ("room", "room type"),
)
_PUTTING = SubTaskForm(_TO_TYPES, True, SubSkillKind.PUT_OBJECT)

FORMS: Mapping[SubTaskKind, SubTaskForm] = {
    SubTaskKind.EXPLORE: SubTaskForm((("room", "room id"),), last=SubSkillKind.EXPLORE),
    SubTaskKind.REPLACE: _PUTTING,
    SubTaskKind.STOP: SubTaskForm(),
    SubTaskKind.PLACE_ON: _PUTTING,
    SubTaskKind.PLACE_IN: _PUTTING,
    SubTaskKind.TRANSPORT: SubTaskForm(
        (("object_id", "object id"),), True, SubSkillKind.PUT_OBJECT
    ),
    SubTaskKind.LOAD: SubTaskForm(
        (("object_id", "object id"), ("receptacle", "container id")), True, SubSkillKind.PUT_IN
    ),
    SubTaskKind.CHECK: SubTaskForm(
        (("object_id", "receptacle id"),), last=SubSkillKind.OPEN_OBJECT
    ),
    SubTaskKind.DO: SubTaskForm((("text", "what to do"),)),
}
"""What each kind of sub-task is made of."""


_ID = re.compile(r"[A-Za-z]\w*_\d+")


@dataclass(frozen=True)
class SubTask:
    """Hold one sub-task with its arguments.

    Explore uses `room` (a room id). Re-place, Place-on and Place-in use `object_id`, the target
    receptacle's type in `receptacle` and the target room's type in `room`. Transport uses
    `object_id`: the goal says where to. Load uses `object_id` and a container's id in
    `receptacle`; Check a receptacle's id in `object_id`; Do free words in `text`. Stop uses none.
    """

    kind: SubTaskKind
    room: str = ""
    object_id: str = ""
    receptacle: str = ""
    text: str = ""

    def __str__(self) -> str:
        names = (getattr(self, field) for field, _ in FORMS[self.kind].arguments)
        return " ".join([self.kind.value, *(f"<{name}>" for name in names)])

    @property
    def moves_object(self) -> bool:
        """Tell whether a hand takes the object and puts it elsewhere."""
        return FORMS[self.kind].moves_object

    @property
    def named(self) -> tuple[str, ...]:
        """Return what free words name by their ids, such as Mug_0 and Shelf_2, in their order."""
        return tuple(_ID.findall(self.text))

    @property
    def is_about_object(self) -> bool:
        """Tell whether it is about one object or receptacle, named by its id."""
        return any(field == "object_id" for field, _ in FORMS[self.kind].arguments)

    def is_last(self, subskill: SubSkill) -> bool:
        """Tell whether the sub-task is done once `subskill` succeeds."""
        if self.kind is SubTaskKind.STOP:
            return True
        if subskill.kind is not FORMS[self.kind].last:
            return False
        return not self.is_about_object or subskill.object_id == self.object_id


def usage(kind: SubTaskKind) -> str:
    """Return how a kind of sub-task is written, such as ``Explore <room id>``."""
    return " ".join([kind.value, *(f"<{label}>" for _, label in FORMS[kind].arguments)])


class IntentStatus(IntEnum):
    """Say how far an intent is; the values are those of Intent.msg."""

    PROPOSED = 1
    ADOPTED = 2
    DONE = 3
    FAILED = 4
    ABANDONED = 5


@dataclass(frozen=True)
class Intent:
    """Announce a sub-task to the team.

    `intent_id` is unique within the sender's session and stays the same from proposal to end.
    For sub-tasks about an object, `object_category` and `object_position` (metres, `map`) let a
    teammate that names its objects differently find the same one.
    """

    intent_id: int
    status: IntentStatus
    subtask: SubTask
    object_category: str = ""
    object_position: Point | None = None
    reason: str = ""


@dataclass(frozen=True)
class Reflection:
    """Answer a teammate's proposed intent (paper section IV-D.3)."""

    to: str
    intent_id: int
    conflict: bool
    explored_rooms: tuple[str, ...] = ()
    text: str = ""
