# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear what a robot says to its team, no more of it than a run can record."""

import time
from collections.abc import Callable
from typing import Any

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage

from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.ros.drain import subscribe_raw
from adhoc_teamwork.teamwork.ros.qos import TEAM
from adhoc_teamwork.teamwork.topics import TEAM_OUT

RATE, BURST = 50.0, 500
"""Messages of one robot that are recorded a second in the long run, and at once."""


class TeamSubscription:
    """Listen to `team/out` of one robot; `left_out` counts what was too much.

    Args:
        node: Whose subscription it is.
        robot: Its name.
        take: Called with serialized messages, one by one; it stores them.
    """

    def __init__(self, node: Any, robot: str, take: Callable[[bytes], None]) -> None:
        self.left_out = 0
        self._take = take
        self._limit = RateLimit(RATE, BURST)
        subscribe_raw(node, RosTeamMessage, f"/{robot}/{TEAM_OUT}", self._hear, TEAM)

    def _hear(self, batch: list[bytes]) -> None:
        now = time.monotonic()
        for data in batch:
            if self._limit.take(now):
                self._take(data)
            else:
                self.left_out += 1
