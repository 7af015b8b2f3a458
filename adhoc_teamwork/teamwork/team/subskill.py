# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills and their results (paper sections IV-E to IV-G, appendix B)."""

from collections.abc import Mapping
from dataclasses import dataclass

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause, Remedy


class SubSkillKind(StrEnum):
    """Name the sub-skills: the first seven are the paper's."""

    GO_TO_OBJECT = "GoToObject"
    GO_TO_POINT = "GoToPoint"
    GO_TO_ROOM = "GoToRoom"
    PICKUP_OBJECT = "PickupObject"
    PUT_OBJECT = "PutObject"
    EXPLORE = "Explore"
    STOP = "Stop"
    OPEN_OBJECT = "OpenObject"
    CLOSE_OBJECT = "CloseObject"
    PUT_IN = "PutIn"
    TAKE_FROM = "TakeFrom"


ARGUMENTS: Mapping[SubSkillKind, tuple[str, ...]] = {
    SubSkillKind.GO_TO_OBJECT: ("object_id",),
    SubSkillKind.GO_TO_POINT: ("dx", "dy"),
    SubSkillKind.GO_TO_ROOM: ("room_id",),
    SubSkillKind.PICKUP_OBJECT: ("object_id",),
    SubSkillKind.PUT_OBJECT: ("object_id", "receptacle_id", "room_id"),
    SubSkillKind.EXPLORE: (),
    SubSkillKind.STOP: (),
    SubSkillKind.OPEN_OBJECT: ("object_id",),
    SubSkillKind.CLOSE_OBJECT: ("object_id",),
    SubSkillKind.PUT_IN: ("object_id", "receptacle_id"),
    SubSkillKind.TAKE_FROM: ("object_id", "receptacle_id"),
}
"""The fields of `SubSkill` that the notation of each kind names, in order."""

PAPER_SUBSKILLS = tuple(SubSkillKind)[:7]
"""The paper's sub-skills (appendix B): what every robot of the stack can carry out."""


@dataclass(frozen=True)
class SubSkill:
    """Hold one sub-skill with its arguments.

    `dx`, `dy` are GoToPoint's displacement in the robot's own frame, in metres (x ahead, y left).
    Explore uses `room_id`, the room to explore; empty means anywhere. PutIn and TakeFrom name the
    container in `receptacle_id`.
    """

    kind: SubSkillKind
    object_id: str = ""
    receptacle_id: str = ""
    room_id: str = ""
    dx: float = 0.0
    dy: float = 0.0

    def __str__(self) -> str:
        values = (getattr(self, field) for field in ARGUMENTS[self.kind])
        words = (f"{v:g}" if isinstance(v, float) else v for v in values)
        return " ".join([self.kind.value, *(f"<{word}>" for word in words)])

    @property
    def takes(self) -> bool:
        """Tell whether the hand holds the object afterwards."""
        return self.kind in (SubSkillKind.PICKUP_OBJECT, SubSkillKind.TAKE_FROM)

    @property
    def lets_go(self) -> bool:
        """Tell whether the hand is empty afterwards."""
        return self.kind in (SubSkillKind.PUT_OBJECT, SubSkillKind.PUT_IN)


class Stage(StrEnum):
    """Name the stages of a sub-skill; a result names the one that failed."""

    PRECONDITION = "precondition"
    PLANNING = "planning"
    EXECUTION = "execution"
    POSTCONDITION = "postcondition"


@dataclass(frozen=True)
class SkillResult:
    """Report how a sub-skill ended.

    A failure has the `stage` at which it failed, a `cause` and a `message` of one sentence that a
    planner can act on. `duration` in seconds of the ROS clock, `path_length` in metres.
    """

    success: bool
    stage: Stage | None = None
    cause: Cause | None = None
    message: str = ""
    duration: float = 0.0
    path_length: float = 0.0

    @property
    def remedy(self) -> Remedy | None:
        """Return what would help after a failure."""
        return self.cause.remedy if self.cause is not None else None
