# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a sub-skill ends without success."""

from adhoc_teamwork.teamwork.team.causes import Cause


class SkillFailure(Exception):  # noqa: N818  (not an error of the program)
    """End a sub-skill with a cause and one sentence that a planner can act on."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.cause = cause
        self.message = message


def no_pose() -> SkillFailure:
    """Return the failure of a robot that cannot act because it does not know where it is."""
    return SkillFailure(
        Cause.NO_POSE, "The robot does not know where it is: odometry or localisation is missing."
    )
