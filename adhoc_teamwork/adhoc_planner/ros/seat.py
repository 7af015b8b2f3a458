# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The topics between a robot's planner and the person who sits in for its model."""

from collections.abc import Callable

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_msgs.msg import String

from adhoc_teamwork.adhoc_planner.ros.agent_host import AgentHost
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.team.seat import (
    LONGEST_PLAN,
    LONGEST_SITUATION,
    Offer,
    seat_to_json,
)

_PERIOD = 0.2
"""Seconds of wall time after which a new offer is told."""


class SeatTopics:
    """Tell what a person may choose whenever that changes, and hear what was chosen.

    Args:
        node: The planner's.
        channel: The name of what the team may say to each other.
        order: Called with what the person says, as it came.
        host: Whose robot it is.
    """

    def __init__(
        self, node: Node, channel: str, order: Callable[[str], None], host: AgentHost
    ) -> None:
        self._node, self._channel, self._order, self._host = node, channel, order, host
        self._told: Offer | None = None

    def setup(self) -> None:
        """Connect, and begin to tell."""
        node = self._node
        self._publisher = node.create_publisher(String, topics.SEAT_OFFER, qos.LATCHED)
        node.create_subscription(
            String, topics.SEAT_ORDER, lambda message: self._order(message.data), qos.RELIABLE
        )
        node.create_timer(_PERIOD, self._tell, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def shutdown(self) -> None:
        """Say that nothing more is to be decided."""
        self._publish(Offer(channel=self._channel, is_over=True))

    def _tell(self) -> None:
        seat = self._host.seat()
        doing = self._host.status().doing[:LONGEST_PLAN]
        self._publish(
            Offer(
                doing,
                self._channel,
                tuple(plan[:LONGEST_PLAN] for plan in seat.plans),
                seat.number,
                seat.situation[:LONGEST_SITUATION],
            )
        )

    def _publish(self, offer: Offer) -> None:
        if offer != self._told:
            self._told = offer
            self._publisher.publish(String(data=text_to_ros(seat_to_json(offer))))
