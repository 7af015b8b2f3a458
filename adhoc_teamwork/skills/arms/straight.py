# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move the hand along a straight line: the approach to a grasp, the lift, the retreat."""

import math
from collections.abc import Sequence

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.collision import Collisions
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.inverse import solve
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.teamwork.team.causes import Cause

SPACING = 0.015
"""Metres between two poses of the hand that are solved."""
JUMP = 0.35
"""Radians that a joint may turn between two of them."""


def straight(
    arm: Manipulator, collisions: Collisions, start: Floats, target: Floats, what: str
) -> Floats:
    """Return joint states, (n, dof), that take the hand along a line from a state to a pose.

    Args:
        arm: Which arm.
        collisions: What it must not touch on the way.
        start: Joint state to begin at, (dof,).
        target: The grasp point's pose at the end, (4, 4), in the planning frame.
        what: Names the motion in a refusal: "the approach".

    Raises:
        ArmFailure: The arm cannot follow the line, or touches something on it.
    """
    states = [start]
    for between in poses_between(arm.tool_poses(start)[0], target):
        found = solve(arm, between, states[-1][None]).states
        if not len(found) or np.abs(found[0] - states[-1]).max() > JUMP:
            raise ArmFailure(
                Step.INVERSE_KINEMATICS, Cause.TOO_FAR, f"the arm cannot follow {what} in a line"
            )
        states.append(found[0])
    path = np.array(states)
    touch = collisions.first_touch(path)
    if touch is not None:
        message = f"on {what} {touch.body} touches {touch.other}"
        raise ArmFailure(Step.COLLISION, Cause.BLOCKED, message)
    return path


def poses_between(start: Floats, end: Floats, spacing: float = SPACING) -> Sequence[Floats]:
    """Return poses after `start` up to and with `end`, on a line, turning evenly."""
    turns = Rotation.from_matrix(np.stack([start[:3, :3], end[:3, :3]]))
    distance = float(np.linalg.norm(end[:3, 3] - start[:3, 3]))
    angle = float((turns[0].inv() * turns[1]).magnitude())
    count = max(1, math.ceil(max(distance / spacing, angle / 0.1)))
    slerp = Slerp([0.0, 1.0], turns)
    made = []
    for share in np.arange(1, count + 1) / count:
        at = start[:3, 3] + share * (end[:3, 3] - start[:3, 3])
        made.append(pose(at, slerp(share).as_matrix()))
    return made
