# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots that settle what they do by radio: each is told its round, the first tells the end."""

import asyncio
import time
from typing import Any

from std_msgs.msg import String

from adhoc_teamwork.cells.dialog import Known, Round, Talk
from adhoc_teamwork.cells.told_round import ToldTalk, round_to_json, talk_from_json
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros

_POLL = 0.05


class TeamOnRos:
    """Be the planners of an episode; see `dialog.Planners`.

    Args:
        node: Whose topics they are.
        robots: All of the cell's.
        patience: Seconds of wall time after which a dialog has come to nothing.
    """

    def __init__(self, node: Any, robots: tuple[str, ...], patience: float) -> None:
        self._node, self._robots, self._patience = node, robots, patience
        self._known = Known(robots, "", "", (), {})
        self._heard: list[ToldTalk] = []
        self._is_over = False

    def setup(self) -> None:
        """Connect."""
        self._rounds = {
            robot: self._node.create_publisher(String, f"/{robot}/{topics.CELL_ROUND}", qos.LATCHED)
            for robot in self._robots
        }
        for robot in self._robots:
            self._node.create_subscription(
                String, f"/{robot}/{topics.CELL_TALK}", self._take, qos.RELIABLE
            )

    def is_there(self) -> bool:
        """Tell whether all robots listen."""
        return all(topic.get_subscription_count() for topic in self._rounds.values())

    def know(self, known: Known) -> "TeamOnRos":
        """Take in what everybody knows from now on."""
        self._known = known
        return self

    async def talk(self, now: Round) -> Talk:
        """Return what was said and planned; nothing where the robots do not come to an end."""
        self._heard = []
        for robot in self._known.robots:
            self._tell(robot, round_to_json(self._known, now, robot))
        until = time.monotonic() + self._patience
        while time.monotonic() < until and not self._is_over:
            for told in self._heard:
                if (told.number, told.refused) == (now.number, len(now.feedback)):
                    return told.talk
            await asyncio.sleep(_POLL)
        return Talk()

    def end(self) -> None:
        """Tell the robots that the task is over."""
        for robot in self._robots:
            self._tell(robot, round_to_json(self._known, Round(0, {}), robot, is_over=True))

    def shutdown(self) -> None:
        """End whatever waits."""
        self._is_over = True

    def _tell(self, robot: str, text: str) -> None:
        self._rounds[robot].publish(String(data=text_to_ros(text)))

    def _take(self, message: Any) -> None:
        try:
            self._heard = [talk_from_json(message.data)]
        except ValueError as error:
            self._node.get_logger().warning(
                f"what a dialog came to is not understood: {error}", throttle_duration_sec=5.0
            )
