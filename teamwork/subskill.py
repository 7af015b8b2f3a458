"""Sub-skills and their results (paper sections IV-E to IV-G, appendix B)."""

from dataclasses import dataclass

from teamwork.enums import StrEnum


class SubSkillKind(StrEnum):
    """Name the seven sub-skills of the paper."""

    GO_TO_OBJECT = "GoToObject"
    GO_TO_POINT = "GoToPoint"
    GO_TO_ROOM = "GoToRoom"
    PICKUP_OBJECT = "PickupObject"
    PUT_OBJECT = "PutObject"
    EXPLORE = "Explore"
    STOP = "Stop"


@dataclass(frozen=True)
class SubSkill:
    """Hold one sub-skill with its arguments.

    `dx`, `dy` are GoToPoint's displacement in the robot's own frame, in metres (x ahead, y left).
    Explore uses `room_id`, the room to explore; empty means anywhere.
    """

    kind: SubSkillKind
    object_id: str = ""
    receptacle_id: str = ""
    room_id: str = ""
    dx: float = 0.0
    dy: float = 0.0

    def __str__(self) -> str:
        arguments = {
            SubSkillKind.GO_TO_OBJECT: (self.object_id,),
            SubSkillKind.GO_TO_POINT: (f"{self.dx:g}", f"{self.dy:g}"),
            SubSkillKind.GO_TO_ROOM: (self.room_id,),
            SubSkillKind.PICKUP_OBJECT: (self.object_id,),
            SubSkillKind.PUT_OBJECT: (self.object_id, self.receptacle_id, self.room_id),
            SubSkillKind.EXPLORE: (),
            SubSkillKind.STOP: (),
        }[self.kind]
        return " ".join([self.kind.value, *(f"<{argument}>" for argument in arguments)])


class Stage(StrEnum):
    """Name the stages of a sub-skill; a result names the one that failed."""

    PRECONDITION = "precondition"
    PLANNING = "planning"
    EXECUTION = "execution"
    POSTCONDITION = "postcondition"


@dataclass(frozen=True)
class SkillResult:
    """Report how a sub-skill ended.

    A failure has the `stage` at which it failed, a one-word `cause` and a `message` of one sentence
    that a planner can act on. `duration` in seconds of the ROS clock, `path_length` in metres.
    """

    success: bool
    stage: Stage | None = None
    cause: str = ""
    message: str = ""
    duration: float = 0.0
    path_length: float = 0.0
