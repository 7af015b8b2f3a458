"""Sub-tasks of tidying up and the intents that announce them (paper sections IV-B and IV-D)."""

from dataclasses import dataclass
from enum import IntEnum

from teamwork.enums import StrEnum
from teamwork.geometry import Point


class SubTaskKind(StrEnum):
    """Name the sub-tasks of the paper's section IV-D."""

    EXPLORE = "Explore"
    REPLACE = "Re-place"
    STOP = "Stop"


@dataclass(frozen=True)
class SubTask:
    """Hold one sub-task with its arguments.

    Explore uses `room` (a room id). Re-place uses `object_id`, the target receptacle's type in
    `receptacle` and the target room's type in `room`. Stop uses none.
    """

    kind: SubTaskKind
    room: str = ""
    object_id: str = ""
    receptacle: str = ""

    def __str__(self) -> str:
        if self.kind is SubTaskKind.EXPLORE:
            return f"Explore <{self.room}>"
        if self.kind is SubTaskKind.REPLACE:
            return f"Re-place <{self.object_id}> <{self.receptacle}> <{self.room}>"
        return "Stop"


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
    For Re-place, `object_category` and `object_position` (metres, `map`) let a teammate that names
    its objects differently find the same one.
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
