# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `base_stop`: a robot that is stopped stands, whatever becomes of its skills node."""

import sys
import time
from pathlib import Path
from typing import Any

from geometry_msgs.msg import Twist, TwistStamped
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.safety import Safety, SafetyRules
from adhoc_teamwork.skills.ros.guard import Guard
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.skills.ros.odometer import Odometer
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import RELIABLE
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.emergency_stop import SETTLING, EmergencyStop
from adhoc_teamwork.teamwork.team.stop_states import BASE

PERIOD = 0.05
"""Wall seconds between two commands to stand still."""


class BaseStopNode(Node):
    """Command no velocity while the robot is stopped, before all who want another.

    `cmd_vel_stop` goes first in the robot's velocity multiplexer. Goals of base and arm are
    cancelled as well, and it tells whether the robot stands. Parameters: `stamped` (TwistStamped in
    place of Twist), `stop_records` and `stop_settling` as the skills node has them.
    """

    def __init__(self, **node_options: Any) -> None:
        """Declare parameters; `node_options` are those of rclpy's Node."""
        super().__init__("base_stop", **node_options)
        self.declare_parameter("stamped", False)
        self.declare_parameter("stop_records", "")
        self.declare_parameter("stop_settling", SETTLING)
        self._stop = EmergencyStop(self.get_namespace().strip("/"), time.monotonic)
        self._publisher: Any = None

    def setup(self) -> None:
        """Listen, and be ready to stop.

        Raises:
            ConfigError: The node has no namespace, or a parameter is wrong.
        """
        if not self._stop.robot:
            raise ConfigError("base_stop: no namespace; expected that of a robot")
        records = str(self.get_parameter("stop_records").value)
        settling = float(self.get_parameter("stop_settling").value)
        world = World()
        safety = Safety(SafetyRules(), world, time.monotonic, lambda: seconds_now(self), self._stop)
        sense = JointSense(self)
        guard = Guard(self, safety, sense, Path(records) if records else None, settling, part=BASE)
        for part in (guard, Odometer(self, world), sense):
            part.setup()
        kind = TwistStamped if self.get_parameter("stamped").value else Twist
        self._publisher = self.create_publisher(kind, topics.CMD_VEL_STOP, RELIABLE)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(PERIOD, self._stand_still, clock=wall)

    def shutdown(self) -> None:
        """Nothing is left to end."""

    def _stand_still(self) -> None:
        if not self._stop.stopped:
            return
        message = self._publisher.msg_type()
        if isinstance(message, TwistStamped):
            message.header.stamp = self.get_clock().now().to_msg()
        self._publisher.publish(message)


def main(args: list[str] | None = None) -> int:
    """Run the node until it is told to end; return the exit code."""
    return run_node(BaseStopNode, args)


if __name__ == "__main__":
    sys.exit(main())
