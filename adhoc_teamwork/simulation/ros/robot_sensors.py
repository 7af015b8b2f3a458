# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Publish what one robot's driver would: images, scan, odometry, joints, battery."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sensor_msgs.msg
from adhoc_interfaces import msg as ros
from nav_msgs.msg import Odometry
from rclpy.node import Node

from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.ros.conversions import (
    arm_joints_to_ros,
    battery_to_ros,
    camera_frame,
    camera_to_ros,
    image_to_ros,
    joints_to_ros,
    labels_to_ros,
    odometry_to_ros,
    scan_to_ros,
)
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.noise import Drift, NoisyPictures
from adhoc_teamwork.simulation.sensors.sensors import InstanceLabel, Sensors
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.qos import LATCHED, SENSOR
from adhoc_teamwork.teamwork.states import States
from adhoc_teamwork.teamwork.topics import frame

JOINT_PERIOD = 0.2
BATTERY_PERIOD = 1.0
MOVING_PERIOD = 0.1
"""Seconds of simulated time between two joint states of an arm that moves."""
TINY = 1e-6


@dataclass(frozen=True)
class MotionPeriods:
    """Say how often what navigation lives on is told, seconds of simulated time between two."""

    odom: float
    scan: float


USUAL = MotionPeriods(odom=0.1, scan=0.5)
FOR_NAV2 = MotionPeriods(odom=0.05, scan=0.1)
"""As often as Nav2's controller and costmaps want them."""


class RobotSensors:
    """Publish one robot's sensors, each at its own rate, and only where somebody listens.

    `pictures` makes the images as imperfect as the task says, `drift` what the robot believes of
    its pose; `periods` says how often odometry and scans go out.
    """

    def __init__(
        self,
        node: Node,
        robot: WorldRobot,
        sensors: Sensors,
        pictures: NoisyPictures,
        drift: Drift,
        arm: RobotArm | None = None,
        periods: MotionPeriods = USUAL,
    ) -> None:
        self._robot = robot
        self._arm, self._periods = arm, periods
        self._sensors = sensors
        self._pictures = pictures
        self.drift = drift
        self._camera = Camera.of(robot.card)
        self._frame = camera_frame(robot.name)
        self._seen: set[int] = set()
        self._conditions: dict[int, tuple[bool | None, States]] = {}
        self._due: dict[str, float] = {}
        self._hand: tuple[str, bool, float] = ("", False, 0.0)
        self._unlabelled = True

        def publisher(kind: Any, topic: str, qos: Any = SENSOR) -> Any:
            return node.create_publisher(kind, f"/{robot.name}/{topic}", qos)

        self._color = publisher(sensor_msgs.msg.Image, topics.COLOR_IMAGE)
        self._depth = publisher(sensor_msgs.msg.Image, topics.DEPTH_IMAGE)
        self._info = publisher(sensor_msgs.msg.CameraInfo, topics.CAMERA_INFO)
        self._instances = publisher(sensor_msgs.msg.Image, topics.INSTANCES)
        self._labels = publisher(ros.InstanceLabels, topics.INSTANCE_LABELS, LATCHED)
        self._scan = publisher(sensor_msgs.msg.LaserScan, topics.SCAN)
        self._odom = publisher(Odometry, topics.ODOM)
        self._joints = publisher(sensor_msgs.msg.JointState, topics.JOINT_STATES)
        self._battery = publisher(sensor_msgs.msg.BatteryState, topics.BATTERY_STATE)

    @property
    def watched(self) -> bool:
        """Tell whether somebody listens to the images."""
        return any(
            p.get_subscription_count() > 0 for p in (self._color, self._depth, self._instances)
        )

    def camera_due(self, now: float) -> bool:
        """Tell whether a picture is due at `now`, seconds of simulated time."""
        return now >= self._due.get("camera", now) - TINY

    def publish(self, now: float) -> None:
        """Publish all that is due at `now`, seconds of simulated time."""
        body = self._robot.card.body
        if self._is_due("odom", now, self._periods.odom) and self._odom.get_subscription_count():
            height = self._sensors.base_height(self._robot)
            self._odom.publish(odometry_to_ros(self._robot, self.drift.here, now, height))
        self._publish_joints(now)
        if self._is_due("battery", now, BATTERY_PERIOD) and self._battery.get_subscription_count():
            self._battery.publish(battery_to_ros(self._robot, now))
        if self._is_due("scan", now, self._periods.scan) and self._scan.get_subscription_count():
            distances = self._sensors.scan(self._robot)
            # The beams start at the body's middle, so they are given in the base's own frame.
            self._scan.publish(
                scan_to_ros(distances, body.scan_range, frame(self._robot.name, "base_link"), now)
            )
        if self._is_due("camera", now, 1.0 / body.camera_rate) and self.watched:
            self._publish_picture(now)

    def _publish_joints(self, now: float) -> None:
        arm = self._arm
        works, effort = (arm.busy, arm.gripper.effort) if arm else (False, 0.0)
        hand = (self._robot.held, works, effort)
        due = self._is_due("joints", now, MOVING_PERIOD if works else JOINT_PERIOD)
        if not due and hand == self._hand:
            return
        self._hand = hand
        if self._joints.get_subscription_count():
            self._joints.publish(
                arm_joints_to_ros(arm, now) if arm else joints_to_ros(self._robot, now)
            )

    def _is_due(self, what: str, now: float, period: float) -> bool:
        due = self._due.get(what, now)
        if now < due - TINY:
            return False
        # Keep to the beat, but do not catch up what fell out.
        self._due[what] = due + period if due + period > now else now + period
        return True

    def _label(self, instance: int) -> InstanceLabel:
        return self._pictures.wrong.get(instance) or self._sensors.label(instance)

    def _last_seen(self, instance: int) -> InstanceLabel:
        closed, states = self._conditions[instance]
        return replace(self._label(instance), closed=closed, states=states)

    def _publish_picture(self, now: float) -> None:
        picture = self._pictures.spoil(self._sensors.picture(self._robot))
        seen = {int(i) for i in np.flatnonzero(np.bincount(picture.instances.reshape(-1))) if i}
        # How doors and states are shows only to whoever looks at them.
        conditions = {i: self._label(i).condition for i in seen}
        changed = any(self._conditions.get(i) != c for i, c in conditions.items())
        if self._unlabelled or changed or not seen <= self._seen:
            self._unlabelled = False
            # Labels go out first, so that nobody meets an id in a mask without its name.
            self._seen |= seen
            self._conditions |= conditions
            labels = (self._last_seen(i) for i in self._seen)
            self._labels.publish(labels_to_ros(labels, self._frame, now))
        self._info.publish(camera_to_ros(self._camera, self._frame, now))
        for publisher, pixels, encoding in (
            (self._instances, picture.instances, "mono16"),
            (self._depth, picture.depth, "32FC1"),
            (self._color, picture.rgb, "rgb8"),
        ):
            if publisher.get_subscription_count():
                publisher.publish(image_to_ros(pixels, encoding, self._frame, now))
