# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Postures all over an arm's workspace: inverse kinematics begins near where it is to end.

Of random seeds few lead to a pose, and fewer to one that touches nothing. Two of the postures that
bring the hand nearest to it find as many as eight of those.
"""

from weakref import WeakKeyDictionary

import numpy as np
from scipy.spatial import cKDTree

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.skills.arms.manipulator import Manipulator

_COUNT = 20_000
_TURN = 0.2
"""Metres that a turn by one radian counts as, about."""


class Postures:
    """Hold random joint states of an arm, sorted by where they bring its hand.

    Args:
        arm: Where its base stands, and what it holds, do not matter.
    """

    def __init__(self, arm: Manipulator) -> None:
        self.tool, self.tip = arm.tool, arm.tip
        self._states = arm.random_states(_COUNT, np.random.default_rng(0))
        self._tree = cKDTree(_features(arm.at(np.eye(4)).tool_poses(self._states)))

    def near(self, arm: Manipulator, targets: Floats, count: int) -> Floats:
        """Return the joint states that bring the hand nearest to each of some poses.

        Args:
            arm: The arm where it stands.
            targets: Of the grasp point, (n, 4, 4), in the planning frame.
            count: So many for each.

        Returns:
            States, (n, count, dof), the nearest first.
        """
        _, found = self._tree.query(_features(np.linalg.inv(arm.base) @ targets), count)
        return np.asarray(self._states[found.reshape(len(targets), count)])


def postures_of(arm: Manipulator) -> Postures:
    """Return the postures of an arm, made once for all places in which it stands."""
    made = _KNOWN.get(arm.kinematics)
    if made is None or made.tip != arm.tip or not np.array_equal(made.tool, arm.tool):
        made = _KNOWN[arm.kinematics] = Postures(arm)
    return made


_KNOWN: WeakKeyDictionary[Kinematics, Postures] = WeakKeyDictionary()


def _features(poses: Floats) -> Floats:
    """Return what tells poses, (n, 4, 4), apart, (n, 9), metres."""
    place, approach, across = poses[:, :3, 3], poses[:, :3, 0], poses[:, :3, 1]
    return np.concatenate([place, _TURN * approach, _TURN * across], axis=1)
