# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills and their results (paper sections IV-E to IV-G, appendix B)."""

from collections.abc import Mapping
from dataclasses import dataclass

from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.actions.names import PAPER_SUBSKILLS, SubSkillKind
from adhoc_teamwork.teamwork.actions.registry import subskills
from adhoc_teamwork.teamwork.actions.spec import SubSkillSpec
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause, Remedy

__all__ = ["PAPER_SUBSKILLS", "SkillResult", "Stage", "SubSkill", "SubSkillKind"]


@dataclass(frozen=True, init=False)
class SubSkill(Action):
    """Hold one sub-skill with its arguments, the record that its `SubSkillSpec` describes.

    `dx`, `dy` are GoToPoint's displacement in the robot's own frame, in metres (x ahead, y left).
    Explore uses `room_id`, the room to explore; empty means anywhere. PutIn and TakeFrom name the
    container in `receptacle_id`. One that no robot here knows keeps its arguments as they came.
    """

    @classmethod
    def specs(cls) -> Mapping[str, SubSkillSpec]:
        """Return all sub-skills by name."""
        return subskills()

    @property
    def dx(self) -> float:
        """Return how far ahead it drives, in metres."""
        return float(self.argument("dx") or 0.0)

    @property
    def dy(self) -> float:
        """Return how far to the left it drives, in metres."""
        return float(self.argument("dy") or 0.0)

    @property
    def takes(self) -> bool:
        """Tell whether the hand holds the object afterwards."""
        return self.kind in subskills() and subskills()[self.kind].takes

    @property
    def lets_go(self) -> bool:
        """Tell whether the hand is empty afterwards."""
        return self.kind in subskills() and subskills()[self.kind].lets_go


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
