# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask every robot of a team where it saw a thing last (executable)."""

import sys
import time
from typing import Any

from adhoc_interfaces.srv import LastSeen
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.watching.whereabouts import Whereabouts, sentence
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.speakers import find_speakers
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say

PERIOD = 0.2
SETTLED = 3.0
"""Seconds in which robots are looked for, once one has answered."""
PATIENCE = 8.0
"""Seconds after which nobody answers."""
MOST_ROBOTS = 200


class Where(Node):
    """Ask each robot once and print what it says; the exit code is 1 where nobody knows the thing.

    Parameter: `thing`, a category or an id.
    """

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("watch", **arguments)
        self._thing = str(self.declare_parameter("thing", "").value)
        self.exit_code = 1
        self._asked: dict[str, Any] = {}
        self._ways: dict[str, Any] = {}
        self.found: list[Whereabouts] = []
        self._began = time.monotonic()

    def setup(self) -> None:
        """Begin to look for robots.

        Raises:
            ConfigError: There is nothing to ask for.
        """
        if not self._thing:
            raise ConfigError("thing: expected a category such as Mug, or an id, got ''")
        self.create_timer(PERIOD, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def shutdown(self) -> None:
        """Nothing is left to end."""

    def _look(self) -> None:
        for robot in find_speakers(self):
            if robot not in self._ways and len(self._ways) < MOST_ROBOTS:
                name = f"/{robot}/{topics.LAST_SEEN}"
                self._ways[robot] = self.create_client(LastSeen, name)
        for robot, client in self._ways.items():
            if robot not in self._asked and client.service_is_ready():
                request = LastSeen.Request(thing=self._thing)
                self._asked[robot] = client.call_async(request)
        waited = time.monotonic() - self._began
        answered = [future for future in self._asked.values() if future.done()]
        done = bool(answered) and len(answered) == len(self._asked)
        if waited >= (SETTLED if done else PATIENCE):
            self._tell()

    def _tell(self) -> None:
        for robot, future in sorted(self._asked.items()):
            answer = future.result() if future.done() else None
            for one in answer.sightings if answer is not None else ():
                try:
                    self.found.append(_read(robot, one))
                except ValueError as error:
                    say(f"{robot}: tells what cannot be read: {error}")
        now = seconds_now(self)
        for known in self.found:
            say(sentence(known, now))
        if not self.found:
            nobody = "nobody answers" if not self._asked else "nobody has seen any"
            say(f"{self._thing}: {nobody}")
        self.exit_code = 0 if self.found else 1
        self.context.try_shutdown()


def _read(robot: str, told: Any) -> Whereabouts:
    """Return what a robot tells of a thing.

    Raises:
        ValueError: It holds what no detection can.
    """
    before = tuple(detection_from_ros(place) for place in told.before)
    first_seen = time_from_ros(told.first_seen)
    return Whereabouts(robot, detection_from_ros(told.now), before, first_seen)


def main() -> int:
    """Ask once; return the exit code."""
    return run_node(Where)


if __name__ == "__main__":
    sys.exit(main())
