# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What else a client of Nav2 finds in a robot's namespace: states, localisation, costmaps, limits.

`navigate_to_pose` itself is served by `robot_actions`. With both, nav2_simple_commander's
BasicNavigator waits for the navigation system, drives, cancels and is told of failures.
"""

import math
from typing import Any

from geometry_msgs.msg import PoseWithCovarianceStamped
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from nav2_msgs.msg import SpeedLimit
from nav2_msgs.srv import ClearEntireCostmap
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from adhoc_teamwork.simulation.ros.open_work import Enqueue
from adhoc_teamwork.simulation.sensors.noise import Drift
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE

LIFECYCLE_NODES = ("amcl", "bt_navigator", "controller_server", "planner_server")
"""Nodes of Nav2 whose state one can ask for."""
COSTMAPS = ("global", "local")
POSE_PERIOD = 1.0
"""Seconds of simulated time between two poses of the localisation."""
_VARIANCE = 0.01
_ACTIVE = State(id=State.PRIMARY_STATE_ACTIVE, label="active")
_INACTIVE = State(id=State.PRIMARY_STATE_INACTIVE, label="inactive")


class Nav2StandIn:
    """Offer one robot's part of Nav2 beside the action; it is active once the robot has joined.

    Callbacks run on the executor's thread and only answer or enqueue; `attend` runs on the loop's.
    """

    def __init__(
        self, node: Node, name: str, simulator: Simulator, drift: Drift, enqueue: Enqueue
    ) -> None:
        self._name, self._simulator, self._drift = name, simulator, drift
        self._enqueue = enqueue
        self._pose_at = -math.inf
        self.cleared = 0
        group = ReentrantCallbackGroup()
        self._pose = node.create_publisher(
            PoseWithCovarianceStamped, f"/{name}/{topics.LOCALIZED}", LATCHED
        )
        for other in LIFECYCLE_NODES:
            node.create_service(
                GetState, f"/{name}/{other}/get_state", self._state, callback_group=group
            )
        for costmap in COSTMAPS:
            node.create_service(
                ClearEntireCostmap,
                f"/{name}/{topics.clear_costmap(costmap)}",
                self._clear,
                callback_group=group,
            )
        node.create_subscription(
            SpeedLimit,
            f"/{name}/{topics.SPEED_LIMIT}",
            self._limit,
            RELIABLE,
            callback_group=group,
        )

    def attend(self, now: float) -> None:
        """Publish where the robot believes to be, when that is due."""
        if not self._simulator.joined(self._name) or now - self._pose_at < POSE_PERIOD:
            return
        self._pose_at = now
        message = PoseWithCovarianceStamped()
        message.header.frame_id = topics.MAP_FRAME
        message.header.stamp = time_to_ros(now)
        message.pose.pose = pose_to_ros(self._drift.here)
        for index in (0, 7, 35):
            message.pose.covariance[index] = _VARIANCE
        self._pose.publish(message)

    def _state(self, _request: Any, response: Any) -> Any:
        response.current_state = _ACTIVE if self._simulator.joined(self._name) else _INACTIVE
        return response

    def _clear(self, _request: Any, response: Any) -> Any:
        """Count it: the simulator's planner sees robots and furniture anew with every plan."""
        self.cleared += 1
        return response

    def _limit(self, message: Any) -> None:
        value = float(message.speed_limit)
        if not (math.isfinite(value) and value >= 0.0):
            return
        share = message.percentage

        def limit() -> None:
            self._simulator.limit_speed(self._name, value, percentage=share)

        self._enqueue(limit)
