"""The plain wire of one teammate to its team: `team/out` and `team/in`."""

from collections.abc import Callable
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.duration import Duration

from teamwork import topics
from teamwork.message import TeamMessage
from teamwork.ros import qos
from teamwork.ros.conversions.team import team_message_from_ros, team_message_to_ros

_GOODBYE = Duration(nanoseconds=500_000_000)


class TeamLink:
    """Say messages for `robot` and hear what it is told."""

    def __init__(self, node: Any, hear: Callable[[TeamMessage], None], robot: str) -> None:
        self._node, self._hear, self._robot = node, hear, robot
        self.refused = 0

    def setup(self) -> None:
        """Connect."""
        self._out = self._node.create_publisher(
            ros.TeamMessage, f"/{self._robot}/{topics.TEAM_OUT}", qos.TEAM
        )
        self._node.create_subscription(
            ros.TeamMessage, f"/{self._robot}/{topics.TEAM_IN}", self._take, qos.TEAM
        )

    def say(self, message: TeamMessage) -> None:
        """Say a message."""
        self._out.publish(team_message_to_ros(message))

    def is_heard(self) -> bool:
        """Tell whether somebody listens."""
        return bool(self._out.get_subscription_count())

    def shutdown(self) -> None:
        """Give the last words a moment to arrive."""
        self._out.wait_for_all_acked(_GOODBYE)

    def _take(self, message: Any) -> None:
        try:
            heard = team_message_from_ros(message)
        except ValueError:
            self.refused += 1
            return
        self._hear(heard)
