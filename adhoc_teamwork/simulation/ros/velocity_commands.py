# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take the velocities that one robot's base is told, as Twist or TwistStamped."""

import math
from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import Twist, TwistStamped
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.simulation.motion.velocity_driver import SILENCE, Velocity
from adhoc_teamwork.simulation.ros.open_work import Enqueue
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.qos import RELIABLE

LOOK_PERIOD = 0.2
"""Seconds of wall time between two looks at which of both kinds is sent."""
_KINDS = {"geometry_msgs/msg/Twist": Twist, "geometry_msgs/msg/TwistStamped": TwistStamped}


class VelocityCommands:
    """Hear `cmd_vel` of one robot: speed ahead and turn rate count, in the base's own frame.

    A topic has one kind of message in a process, so the kind that others send is looked up. What is
    no number, or stamped more than `SILENCE` ago, is left out. Callbacks run on the executor's
    thread and only enqueue.

    Args:
        node: Hears and logs.
        robot: Whose base.
        tell: Told the velocity, on the loop's thread.
        now: Returns the time on the robot's computer, s.
        enqueue: Has something done on the loop's thread.
    """

    def __init__(
        self,
        node: Node,
        robot: str,
        tell: Callable[[Velocity], None],
        now: Callable[[], float],
        enqueue: Enqueue,
    ) -> None:
        self._node, self._topic = node, f"/{robot}/{topics.CMD_VEL}"
        self._tell, self._now, self._enqueue = tell, now, enqueue
        self._group = MutuallyExclusiveCallbackGroup()
        self._complained: set[str] = set()
        self._kind: type[Any] | None = None
        self._subscription: Any = None
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(LOOK_PERIOD, self._look, callback_group=self._group, clock=wall)

    def attend(self, _now: float) -> None:
        """Do nothing on the loop's thread: what was heard is there already."""

    def _look(self) -> None:
        """Hear the kind that is sent; where both are, the one that is heard already.

        What is heard no more is gone from DDS only once the executor has let go of it, so that
        another kind is heard from the next look on.
        """
        senders = self._node.get_publishers_info_by_topic(self._topic)
        sent = {sender.topic_type for sender in senders} & set(_KINDS)
        kinds = [_KINDS[name] for name in sorted(sent)]
        if len(kinds) == len(_KINDS):
            self._complain("Twist and TwistStamped are sent; one of both is heard")
        if not kinds or self._kind in kinds:
            return
        if self._subscription is not None:
            self._node.destroy_subscription(self._subscription)
            self._kind = self._subscription = None
            return
        self._kind = kinds[0]
        self._subscription = self._node.create_subscription(
            self._kind, self._topic, self._hear, RELIABLE, callback_group=self._group
        )

    def _hear(self, message: Any) -> None:
        twist = message
        if isinstance(message, TwistStamped):
            twist, stamp = message.twist, time_from_ros(message.header.stamp)
            if 0.0 < stamp < self._now() - SILENCE:
                self._complain("what is older than half a second is not obeyed")
                return
        velocity = Velocity(float(twist.linear.x), float(twist.angular.z))
        if not (math.isfinite(velocity.ahead) and math.isfinite(velocity.turn)):
            self._complain("what is no number is not obeyed")
            return
        self._enqueue(lambda: self._tell(velocity))

    def _complain(self, what: str) -> None:
        """Say once what is wrong."""
        if what not in self._complained:
            self._complained.add(what)
            self._node.get_logger().warning(f"{self._topic}: {what}")
