# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep a robot within what safety allows, as far as that takes ROS.

Where it must stand, every goal of its base and arm is cancelled, whoever sent it.
"""

import time
from pathlib import Path
from typing import Any

from action_msgs.srv import CancelGoal
from nav2_msgs.msg import SpeedLimit
from rclpy.clock import Clock, ClockType
from std_msgs.msg import Bool

from adhoc_teamwork.skills.execution.safety import Safety
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.emergency_stop import StopRelay
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.team.stop_states import SKILLS

ACTIONS = (
    topics.NAVIGATE_TO_POSE,
    topics.BACK_UP,
    topics.FOLLOW_JOINT_TRAJECTORY,
    topics.GRIPPER_COMMAND,
)
AGAIN = 0.5
"""Wall seconds after which servers are asked once more."""


class CancelAll:
    """Ask the action servers of the node's namespace to end all that they do; never waits."""

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._clients: list[Any] = []
        self._asked_at = -AGAIN

    def setup(self) -> None:
        """Create the clients."""
        self._clients = [
            self._node.create_client(
                CancelGoal, f"{action}/_action/cancel_goal", callback_group=self._group
            )
            for action in ACTIONS
        ]

    def ask(self) -> None:
        """Ask all servers that are there, unless they were asked just now."""
        now = time.monotonic()
        if now - self._asked_at < AGAIN:
            return
        self._asked_at = now
        for client in self._clients:
            if client.service_is_ready():
                # Neither an id nor a time: all goals are meant.
                client.call_async(CancelGoal.Request())


_LIMIT_PERIOD = 1.0
_WATCH_PERIOD = 0.1


class Guard:
    """Feed a `Safety` with emergency stops and the deadman switch, and see to it that it is obeyed.

    While the robot is stopped and something moves, every goal of base and arm is cancelled, whoever
    sent it, again and again. The navigation system is told the speed limit.

    Args:
        node: A node in the robot's namespace.
        safety: What is fed.
        sense: Where the joints are.
        records: The folder in which the stop is kept over a restart; None for the usual one.
        settling: Seconds of listening before silence counts as released.
        callback_group: Where callbacks run.
        part: Which part of the robot this is, for states of the emergency stop.
    """

    def __init__(
        self,
        node: Any,
        safety: Safety,
        sense: JointSense,
        records: Path | None,
        settling: float,
        callback_group: Any = None,
        part: str = SKILLS,
    ) -> None:
        self._node, self._safety, self._sense = node, safety, sense
        self._group = callback_group
        self._limit: Any = None
        self._relay = StopRelay(
            node,
            safety.stop,
            part,
            lambda: self.moving,
            records,
            settling,
            on_change=self._watch,
            group=callback_group,
        )
        self._cancel = CancelAll(node, callback_group)
        self._stopped_since: float | None = None

    def setup(self) -> None:
        """Listen to stops and switch, and publish the speed limit where there is one."""
        self._cancel.setup()
        self._relay.setup()
        self._node.create_subscription(
            Bool,
            topics.DEADMAN,
            lambda m: self._safety.hold(m.data),
            qos.RELIABLE,
            callback_group=self._group,
        )
        wall, group = Clock(clock_type=ClockType.STEADY_TIME), self._group
        self._node.create_timer(_WATCH_PERIOD, self._watch, callback_group=group, clock=wall)
        pace = pace_clock(self._node)
        self._node.create_timer(_LIMIT_PERIOD, self._tell_limit, callback_group=group, clock=pace)

    @property
    def moving(self) -> str:
        """Return what moves, or why that is not known; empty where base and arm are at rest."""
        return self._safety.moving or self._sense.moving

    @property
    def alarm(self) -> str:
        """Return what moves although it must not, and for how long; empty where all obeys."""
        since = self._stopped_since
        stopped_for = time.monotonic() - since if since is not None else 0.0
        seconds = max(stopped_for, self._safety.ending_for)
        if seconds < 1.0 or not self.moving:
            return ""
        return f"told to stand still {seconds:.0f} s ago: {self.moving}"

    def _watch(self) -> None:
        if not self._safety.stop.stopped:
            self._stopped_since = None
            return
        if self._stopped_since is None:
            self._stopped_since = time.monotonic()
        if self.moving:
            self._cancel.ask()

    def _tell_limit(self) -> None:
        """Say it again and again: a controller that was started anew knows no limit.

        One that was lifted is said as well, as 0.
        """
        if self._limit is None:
            if self._safety.rules.max_speed <= 0.0:
                return
            self._limit = self._node.create_publisher(SpeedLimit, topics.SPEED_LIMIT, qos.RELIABLE)
        message = SpeedLimit(percentage=False, speed_limit=self._safety.rules.max_speed)
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._limit.publish(message)
