# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `isaac`: what Isaac Sim does not tell itself of a house and the robots in it."""

import sys
from functools import partial
from typing import Any

from rclpy.node import Node
from sensor_msgs.msg import JointState

from adhoc_teamwork.simulation.gazebo.finger_sense import FingerSense
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.simulation.ros.house_parameters import HouseParameters
from adhoc_teamwork.simulation.ros.house_topics import publish_house
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import RELIABLE


class IsaacNode(Node):
    """Publish the floor plan and uneven ground, and each robot's joints with what its fingers feel.

    Isaac Sim tells measured efforts, which are not zero in an empty hand: in their place comes
    whether fingers rest where nothing but a thing between them can stop them. Parameters: `house`
    (a file, the name of one in config/houses, or empty for no floor plan), and `robots`
    (NAME=CARD,NAME=CARD,..., cards as files or as names in config/robots).
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("isaac", **node_options)
        self._given = HouseParameters(
            self,
            house="The house in Isaac Sim: a file or a name in config/houses; may be empty.",
            robots="NAME=CARD,NAME=CARD,... of the robots.",
        )

    def setup(self) -> None:
        """Load house and robots, offer the topics and listen to Isaac Sim's.

        Raises:
            ConfigError: A parameter or a file that it names is wrong.
        """
        robots = self._given.robots()
        if self._given.house_name:
            self._house = publish_house(self, self._given.house())
        for robot in robots:
            self._carry_joints(robot)
        name = self._given.house_name or "unknown"
        self.get_logger().info(f"house {name}, {len(robots)} robots")

    def shutdown(self) -> None:
        """End nothing: all that was begun ends with the node."""

    def _carry_joints(self, robot: GazeboRobot) -> None:
        sense = FingerSense.of(robot)
        out = self.create_publisher(JointState, f"/{robot.name}/{topics.JOINT_STATES}", RELIABLE)
        self.create_subscription(
            JointState,
            f"/{robot.name}/{topics.ISAAC_JOINTS}",
            partial(self._on_joints, out, sense),
            RELIABLE,
        )

    def _on_joints(self, out: Any, sense: FingerSense | None, states: Any) -> None:
        names = list(states.name)
        if not len(names) == len(states.position) == len(states.velocity):
            self.get_logger().warning(
                f"{len(names)} joints, {len(states.position)} positions, "
                f"{len(states.velocity)} velocities; expected as many of each",
                throttle_duration_sec=10.0,
            )
            return
        states.effort = [0.0] * len(names)
        if sense is not None:
            stamp = time_from_ros(states.header.stamp)
            states.effort = sense.efforts(names, states.position, states.velocity, stamp)
        out.publish(states)


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(IsaacNode, args)


if __name__ == "__main__":
    sys.exit(main())
