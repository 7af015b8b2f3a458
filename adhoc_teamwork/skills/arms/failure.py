# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why an arm cannot do what it was asked, in a planner's words."""

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause


class Step(StrEnum):
    """Name the step of arm planning that failed; the order is that in which they are tried."""

    PARSE = "parse"
    TASK = "task"
    INVERSE_KINEMATICS = "inverse kinematics"
    COLLISION = "collision"
    WAYPOINTS = "waypoints"
    SEARCH = "search"
    TIMING = "timing"


class ArmFailure(Exception):  # noqa: N818  (not an error of the program)
    """End arm planning with the step that failed, a cause and one sentence."""

    def __init__(self, step: Step, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.step, self.cause, self.message = step, cause, message


def later(one: ArmFailure | None, other: ArmFailure) -> ArmFailure:
    """Return the failure of the later step: it says more."""
    order = list(Step)
    if one is None or order.index(other.step) > order.index(one.step):
        return other
    return one
