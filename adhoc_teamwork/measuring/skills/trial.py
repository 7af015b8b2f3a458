# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One call of a sub-skill, what is expected of it, and what came of it."""

from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill


class Sort(StrEnum):
    """Name what a call tries."""

    NAVIGATE = "navigation"
    EXPLORE = "exploration"
    PICK = "pick up"
    PUT = "put down"
    DOOR = "open and close"
    CONTAINER = "put in, take from"
    STOP = "stop"
    INVALID = "invalid call"
    CANCEL = "cancelled"


@dataclass(frozen=True)
class Refusal:
    """Say at which stages and with which causes a call should fail; any one of them is right."""

    stages: tuple[Stage, ...]
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class Call:
    """Hold a call; `refusal` where it should fail, `cancel_after` (s) where it is cancelled.

    `time_limit` in seconds, 0 for the sub-skill's own; `mistake` says what is wrong with the call.
    """

    sort: Sort
    subskill: SubSkill
    refusal: Refusal | None = None
    cancel_after: float = 0.0
    time_limit: float = 0.0
    mistake: str = ""


@dataclass(frozen=True)
class Trial:
    """Hold what came of a call.

    `stopped_after` is how long after the cancel the robot stood, in seconds of simulated time;
    `bumps` what it ran into meanwhile, in words.
    """

    house: str
    robot: str
    call: Call
    result: SkillResult
    stopped_after: float = 0.0
    bumps: tuple[str, ...] = field(default=())

    @property
    def right(self) -> bool:
        """Tell whether it ended as it should, leaving aside how fast it stopped."""
        if self.call.refusal is not None:
            return (
                not self.result.success
                and self.result.stage in self.call.refusal.stages
                and self.result.cause in self.call.refusal.causes
            )
        if self.call.cancel_after > 0.0:
            # A call that has ended before the cancel came is right if it succeeded.
            return self.result.success or self.result.cause is Cause.CANCELLED
        return self.result.success
