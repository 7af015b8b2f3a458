# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Place a robot in `map` by odometry, which comes often, and localisation, which comes seldom."""

from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle

_SAME = (0.25, 0.15)
"""Metres and radians within which odometry still agrees with the localisation: the two are not
measured at the same moment."""
_NOWHERE = Pose(0.0, 0.0)


class Placing:
    """Keep where the frame of a robot's odometry lies in `map`; in metres and radians."""

    def __init__(self) -> None:
        self._frame = _NOWHERE
        self._odometry: Pose | None = None

    def drive(self, odometry: Pose) -> Pose:
        """Take in odometry; return the pose in `map`."""
        self._odometry = odometry
        return self._frame.compose(odometry)

    def locate(self, pose: Pose) -> None:
        """Take in the pose in `map` that the localisation gives."""
        if self._odometry is None:
            return
        believed = self._frame.compose(self._odometry)
        turn = normalize_angle(believed.yaw - pose.yaw)
        if pose.point.distance_to(believed.point) > _SAME[0] or abs(turn) > _SAME[1]:
            self._frame = pose.compose(self._odometry.inverse())
