# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a hand holds something, from the effort of its gripper's joint."""

import math
from collections.abc import Sequence

from adhoc_teamwork.teamwork.topics import GRIPPER_JOINT

FELT_EFFORT = 1e-3
"""Newtons, or newton metres of a joint that turns, up to which the hand is empty."""


def felt_grip(names: Sequence[str], efforts: Sequence[float]) -> bool | None:
    """Tell whether the efforts of joints show that the hand holds something.

    The sign of an effort goes with the joint's axis: fingers that close on a thing feel one or the
    other.

    Args:
        names: Names of the joints, as in sensor_msgs/JointState.
        efforts: What each of them feels, newtons or newton metres; may be shorter.

    Returns:
        None where the gripper's effort is not among them.

    Raises:
        ValueError: The gripper's effort is not finite.
    """
    for name, effort in zip(names, efforts, strict=False):
        if name == GRIPPER_JOINT:
            if not math.isfinite(effort):
                raise ValueError(f"{GRIPPER_JOINT} has the effort {effort}; expected a number")
            return bool(abs(effort) > FELT_EFFORT)
    return None
