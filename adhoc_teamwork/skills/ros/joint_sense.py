# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot's joints are and whether its fingers feel something, from joint_states."""

import math
import time
from typing import Any

import numpy as np
from sensor_msgs.msg import JointState

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.grip import felt_grip
from adhoc_teamwork.teamwork.ros import qos

_AT_REST = 0.01
"""Radians or metres by which a joint that is at rest may seem to move."""
_MOVED_LATELY = 0.2
"""Seconds for which a joint that moved does not count as at rest."""


class JointSense:
    """Keep the newest position of every joint, and the effort of the gripper's.

    Messages may each tell of some joints only. Callbacks only set values.
    """

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._positions: dict[str, float] = {}
        self._rests: dict[str, float] = {}
        self._moved: tuple[str, float] = ("", -math.inf)
        self._holding: bool | None = None

    def setup(self) -> None:
        """Subscribe."""
        self._node.create_subscription(
            JointState,
            topics.JOINT_STATES,
            self.on_joint_states,
            qos.SENSOR,
            callback_group=self._group,
        )

    def on_joint_states(self, message: Any) -> None:
        """Take in a sensor_msgs/JointState."""
        for name, position in zip(message.name, message.position, strict=False):
            self._positions[name] = position
            if not abs(position - self._rests.setdefault(name, position)) <= _AT_REST:
                self._rests[name] = position
                self._moved = (name, time.monotonic())
        try:
            felt = felt_grip(message.name, message.effort)
        except ValueError as error:
            self._node.get_logger().warning(str(error), throttle_duration_sec=10.0)
            return
        if felt is not None:
            self._holding = felt

    def holding(self) -> bool | None:
        """Tell whether effort on the gripper says that it holds something; None while unknown."""
        return self._holding

    @property
    def moving(self) -> str:
        """Return which joint moved just now; empty where all are at rest."""
        name, at = self._moved
        return f"{name} moves" if time.monotonic() - at < _MOVED_LATELY else ""

    def state(self, joints: tuple[str, ...]) -> Floats | None:
        """Return where joints are, radians or metres; None while one was never told."""
        known = [self._positions.get(joint) for joint in joints]
        if any(value is None for value in known):
            return None
        return np.array(known, dtype=np.float64)
