# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robot's drivers are told and say: speeds, and what error codes mean to a planner."""

from adhoc_teamwork.teamwork.team.causes import Cause

_TRAJECTORY: dict[int, tuple[Cause, str]] = {
    -1: (Cause.INTERNAL_ERROR, "the arm's controller cannot follow the trajectory"),
    -2: (Cause.INTERNAL_ERROR, "the arm's controller has other joints"),
    -3: (Cause.INTERNAL_ERROR, "the trajectory came too late for the arm's controller"),
    -4: (Cause.BLOCKED, "the arm was kept off its path"),
    -5: (Cause.BLOCKED, "the arm did not get to the end of its path"),
}
"""The error codes of control_msgs/action/FollowJointTrajectory."""
BACK_UP_SPEED, BACK_UP_TIME = 0.15, 15.0
"""How fast a base backs up, m/s, and how long that may take, seconds."""
_BATTERY_EMPTY = 10000
"""What the simulator's base says beside the codes of Nav2, which leaves those from 10000 on."""


def trajectory_cause(code: int) -> tuple[Cause, str]:
    """Read an error code of FollowJointTrajectory: the cause, and what it means."""
    return _TRAJECTORY.get(code, (Cause.BLOCKED, f"the arm's controller gave up (error {code})"))


def navigation_cause(code: int) -> tuple[Cause, str]:
    """Read Nav2's error codes by family: planners use 200 to 299, controllers 100 to 199.

    Within a family the numbers differ between releases of Nav2.
    """
    if 200 <= code < 300:
        return Cause.UNREACHABLE, f"no way leads there (navigation error {code})"
    if 100 <= code < 200:
        return Cause.BLOCKED, f"something was in the way (navigation error {code})"
    if code == _BATTERY_EMPTY:
        return Cause.BATTERY_EMPTY, "the battery is empty"
    detail = f"navigation error {code}" if code else "it gave no reason"
    return Cause.NAVIGATION_ABORTED, f"the navigation system gave up ({detail})"
