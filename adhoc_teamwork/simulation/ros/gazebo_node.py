# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `gazebo`: what Gazebo does not tell itself of a house and the robots in it."""

import sys
from functools import partial
from typing import Any

import numpy as np
from adhoc_interfaces.msg import InstanceLabels
from diagnostic_msgs.msg import DiagnosticStatus, KeyValue
from nav_msgs.msg import Odometry
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from sensor_msgs.msg import Image, JointState
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.simulation.gazebo.dead_reckoning import DeadReckoning
from adhoc_teamwork.simulation.gazebo.finger_sense import FingerSense
from adhoc_teamwork.simulation.gazebo.labels import instance_labels, instances
from adhoc_teamwork.simulation.gazebo.names import FINGERS, LABELS_MAP, MOTION
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.simulation.ros.conversions import image_to_ros, labels_to_ros, transform_to_ros
from adhoc_teamwork.simulation.ros.house_parameters import HouseParameters
from adhoc_teamwork.simulation.ros.house_topics import publish_house
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR, TF
from adhoc_teamwork.teamwork.ros.status import StatusPublisher

REPORT_PERIOD = 5.0
"""Seconds of wall time between two entries in /diagnostics: Gazebo's own time may stand still."""
_BYTES = {"rgb8": 3, "bgr8": 3, "mono8": 1}


class GazeboNode(Node):
    """Publish the house's plan, and for each robot masks, odometry of legs, effort of fingers.

    /diagnostics tells whether Gazebo's pictures come. Parameters: `house` (a file, or the name of
    one in config/houses), and `robots` (NAME=CARD,NAME=CARD,..., cards as files or as names in
    config/robots).
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("gazebo", **node_options)
        self._pictures: dict[str, int] = {}
        self._given = HouseParameters(
            self,
            house="The house that stands in Gazebo: a file or a name in config/houses.",
            robots="NAME=CARD,NAME=CARD,... of the robots, in the order of the launch file.",
        )

    def setup(self) -> None:
        """Load house and robots, offer the topics and listen to Gazebo's.

        Raises:
            ConfigError: A parameter or a file that it names is wrong.
        """
        house, robots = self._given.house(), self._given.robots()
        self._house = publish_house(self, house)
        self._tf = self.create_publisher(TFMessage, "/tf", TF)
        labels = instance_labels(house, len(robots))
        for robot in robots:
            self._set_up(robot, labels_to_ros(labels, robot.frame(robot.optical_frame), 0.0))
        self._status = StatusPublisher(self)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(REPORT_PERIOD, self._report, clock=wall)
        self.get_logger().info(f"{house.source}: {', '.join(robot.name for robot in robots)}")

    def shutdown(self) -> None:
        """Nothing is left to end."""

    def _set_up(self, robot: GazeboRobot, labels: Any) -> None:
        def publisher(kind: Any, topic: str, qos: Any) -> Any:
            return self.create_publisher(kind, f"/{robot.name}/{topic}", qos)

        def listen(kind: Any, topic: str, callback: Any) -> None:
            # Gazebo's bridge sends reliably; the newest is enough.
            self.create_subscription(kind, f"/{robot.name}/{topic}", callback, SENSOR)

        named = publisher(InstanceLabels, topics.INSTANCE_LABELS, LATCHED)
        named.publish(labels)
        masks = publisher(Image, topics.INSTANCES, SENSOR)
        self._pictures[robot.name] = 0
        listen(Image, LABELS_MAP, partial(self._on_labels_map, robot.name, masks))
        if not robot.wheels:
            odometry = publisher(Odometry, topics.ODOM, RELIABLE)
            listen(Odometry, MOTION, partial(self._on_motion, robot, odometry, DeadReckoning()))
        sense = FingerSense.of(robot)
        if sense is not None:
            joints = publisher(JointState, topics.JOINT_STATES, RELIABLE)
            listen(JointState, FINGERS, partial(self._on_fingers, joints, sense))

    def _on_labels_map(self, robot: str, masks: Any, image: Any) -> None:
        channels = _BYTES.get(image.encoding)
        if channels is None or image.step < image.width * channels:
            self.get_logger().warning(
                f"labels map with encoding '{image.encoding}' and {image.step} bytes a row; "
                f"expected one of {', '.join(_BYTES)}",
                throttle_duration_sec=10.0,
            )
            return
        self._pictures[robot] += 1
        rows = np.frombuffer(image.data, np.uint8)[: image.height * image.step]
        pixels = rows.reshape(image.height, image.step)[:, : image.width * channels]
        ids = instances(pixels.reshape(image.height, image.width, channels))
        mask = image_to_ros(ids.astype("<u2"), "mono16", "", 0.0)
        mask.header = image.header
        masks.publish(mask)

    def _on_motion(
        self, robot: GazeboRobot, odometry: Any, reckoning: DeadReckoning, motion: Any
    ) -> None:
        twist = motion.twist.twist
        stamp = time_from_ros(motion.header.stamp)
        pose = reckoning.move(twist.linear.x, twist.linear.y, twist.angular.z, stamp)
        base, odom = robot.frame(robot.model.root), robot.frame("odom")
        message = Odometry(header=motion.header, child_frame_id=base, twist=motion.twist)
        message.header.frame_id = odom
        message.pose.pose = pose_to_ros(pose)
        odometry.publish(message)
        self._tf.publish(TFMessage(transforms=[transform_to_ros(odom, base, stamp, pose)]))

    def _on_fingers(self, joints: Any, sense: FingerSense, states: Any) -> None:
        if sense.finger not in states.name:
            return
        stamp = time_from_ros(states.header.stamp)
        told = sense.efforts(states.name, states.position, states.velocity, stamp)
        joints.publish(
            JointState(
                header=states.header,
                name=states.name,
                position=states.position,
                velocity=states.velocity,
                effort=told,
            )
        )

    def _report(self) -> None:
        """Say for each robot how many pictures came since the last report."""
        told = []
        for robot, count in self._pictures.items():
            words = "masks are made" if count else "no labels come from Gazebo's bridge"
            told.append(
                DiagnosticStatus(
                    level=DiagnosticStatus.OK if count else DiagnosticStatus.WARN,
                    name=f"{robot}/gazebo",
                    message=words,
                    hardware_id=robot,
                    values=[KeyValue(key="pictures", value=str(count))],
                )
            )
            self._pictures[robot] = 0
        self._status.tell(told)


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(GazeboNode, args)


if __name__ == "__main__":
    sys.exit(main())
