# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear where a robot is in `map`."""

from typing import Any

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.pose_in_map import PoseInMap
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.ros.transforms import OwnTransforms

_TF_PERIOD = 1.0


class PoseSource:
    """Place odometry in `map` by `/tf_static` and, where that does not do, `/tf`.

    `/tf` carries every robot's motion, many messages a second; it is listened to only where
    `/tf_static` does not connect `map` with the odometry's frame.
    """

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._transforms: OwnTransforms | None = None
        self._place: PoseInMap | None = None
        self._timer: Any = None

    def setup(self) -> None:
        """Listen to transforms; whoever has this gives it the odometry."""
        self._transforms = OwnTransforms(self._node, self._group, moving=False)
        self._place = PoseInMap(self._transforms.buffer)
        self._timer = self._node.create_timer(
            _TF_PERIOD, self._on_timer, callback_group=self._group, clock=pace_clock(self._node)
        )

    def close(self) -> None:
        """End the subscriptions."""
        if self._transforms is not None:
            self._transforms.close()
            self._node.destroy_timer(self._timer)
        self._transforms = self._place = None

    def on_odometry(self, message: Any) -> bool:
        """Take in a nav_msgs/Odometry; return False where it says no place."""
        frame, pose = message.header.frame_id, pose_from_ros(message.pose.pose)
        return self._place is not None and self._place.drive(frame, pose)

    def pose(self) -> Pose | None:
        """Return the pose of base_link in `map`, or None while it is not known."""
        return self._place.pose() if self._place is not None else None

    def _on_timer(self) -> None:
        if self._transforms is not None and self._place is not None and self._place.needs_moving:
            self._transforms.hear_moving()
