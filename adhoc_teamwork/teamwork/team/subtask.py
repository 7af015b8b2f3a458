# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-tasks and the intents that announce them (paper sections IV-B and IV-D)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.actions.names import SubTaskKind
from adhoc_teamwork.teamwork.actions.registry import subtasks
from adhoc_teamwork.teamwork.actions.spec import SubTaskSpec
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

__all__ = ["Intent", "IntentStatus", "Reflection", "SubTask", "SubTaskKind"]

_ID = re.compile(r"[A-Za-z]\w*_\d+")


@dataclass(frozen=True, init=False)
class SubTask(Action):
    """Hold one sub-task with its arguments, the record that its `SubTaskSpec` describes.

    Where a sub-task has no argument of a name, its value is empty. `object_id` is the id of what it
    is about; Re-place, Place-on and Place-in say by `receptacle_type` and `room_type` where to,
    Load by `receptacle_id`; Explore has a `room_id`, Do free words in `text`.
    """

    def __post_init__(self) -> None:
        """Bring name and arguments into the spec's form.

        Raises:
            ValueError: There is no such sub-task, or an argument is not its own.
        """
        if self.kind not in subtasks():
            raise ValueError(f"{self.kind!r:.60} is not a sub-task")
        super().__post_init__()

    @classmethod
    def specs(cls) -> Mapping[str, SubTaskSpec]:
        """Return all sub-tasks by name."""
        return subtasks()

    @property
    def spec(self) -> SubTaskSpec:
        """Return what describes it."""
        return subtasks()[self.kind]

    @property
    def receptacle_type(self) -> str:
        """Return the type of receptacle that its object is to be put on or in."""
        return self._text("receptacle_type")

    @property
    def room_type(self) -> str:
        """Return the type of room that its object is to be put in."""
        return self._text("room_type")

    @property
    def text(self) -> str:
        """Return what it asks for in free words."""
        return self._text("text")

    @property
    def moves_object(self) -> bool:
        """Tell whether a hand takes the object and puts it elsewhere."""
        return self.spec.moves_object

    @property
    def named(self) -> tuple[str, ...]:
        """Return what free words name by their ids, such as Mug_0 and Shelf_2, in their order."""
        return tuple(_ID.findall(self.text))

    @cached_property
    def is_about_object(self) -> bool:
        """Tell whether it is about one object or receptacle, named by its id."""
        return any(name == "object_id" for name, _ in self.arguments)

    @property
    def topic(self) -> str:
        """Return what it is about: an object or receptacle, or a room."""
        return self.object_id or self.room_id or self.room_type

    def is_last(self, subskill: SubSkill) -> bool:
        """Tell whether the sub-task is done once `subskill` succeeds."""
        if self.kind is SubTaskKind.STOP:
            return True
        if subskill.kind != self.spec.last:
            return False
        return not self.is_about_object or subskill.object_id == self.object_id


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
    teammate that names its objects differently find the same one. `reason` says in words why it is
    where it is; `cause` is that of the sub-skill, or of the state of things, that ended it.
    """

    intent_id: int
    status: IntentStatus
    subtask: SubTask
    object_category: str = ""
    object_position: Point | None = None
    reason: str = ""
    cause: Cause | None = None


@dataclass(frozen=True)
class Reflection:
    """Answer a teammate's proposed intent (paper section IV-D.3)."""

    to: str
    intent_id: int
    conflict: bool
    explored_rooms: tuple[str, ...] = ()
    text: str = ""
