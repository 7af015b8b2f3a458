# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Watch a team: a live table, or once as a table or as JSON (executable)."""

import json
import sys
import time
from typing import Any

from adhoc_interfaces import msg as ros
from adhoc_interfaces.msg import StopState
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rich.live import Live
from rich.table import Table

from adhoc_teamwork.comm_bridge.watching.roster import Roster
from adhoc_teamwork.comm_bridge.watching.table import WIDTH, draw
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_report_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.speakers import can_move, find_speakers
from adhoc_teamwork.teamwork.team.stop_states import StopStates
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PERIOD = 0.5
FIND_PERIOD = 0.5
SETTLED = 2.0
"""Seconds in which what robots said last comes in."""
PATIENCE = 8.0
"""Seconds after which nobody, or no broker, is there."""
MOST_ROBOTS = 200


class Watch(Node):
    """Hear what every robot says and what broker and nodes report; take no part."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("watch", **arguments)
        self._once = bool(self.declare_parameter("once", False).value)
        self._json = bool(self.declare_parameter("json", False).value)
        self.exit_code = 0
        self.roster = Roster()
        self.refused = 0
        self._stops = StopStates()
        self._robots: set[str] = set()
        self._began = time.monotonic()
        self._found_at: float | None = None
        self._live: Live | None = None

    def setup(self) -> None:
        """Connect, and begin to show."""
        self.create_subscription(DiagnosticArray, topics.DIAGNOSTICS, self._note, qos.RELIABLE)
        self.create_subscription(StopState, topics.STOP_STATES, self._note_stop, qos.STOPS)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(FIND_PERIOD, self._find, clock=wall)
        self.create_timer(PERIOD, self._show, clock=wall)
        if not (self._once or self._json):
            self._live = Live(console=PlainConsole(), auto_refresh=False, screen=False)
            self._live.start()

    def shutdown(self) -> None:
        """Leave the last table behind."""
        if self._live is not None:
            self._live.stop()

    def _find(self) -> None:
        for robot, topic in find_speakers(self).items():
            if robot not in self._robots and len(self._robots) < MOST_ROBOTS:
                self._add(robot, topic)

    def _add(self, robot: str, topic: str) -> None:
        self._robots.add(robot)
        self._found_at = self._found_at or time.monotonic()
        self.create_subscription(
            ros.TeamMessage, topic, lambda message: self._hear(robot, message), qos.TEAM
        )

    def _hear(self, robot: str, message: Any) -> None:
        if message.sender != robot:
            self.refused += 1
            return
        try:
            self.roster.hear(team_message_from_ros(message))
        except ValueError:
            self.refused += 1

    def _note(self, array: Any) -> None:
        for status in array.status:
            values = {item.key: item.value for item in status.values}
            level = int.from_bytes(status.level, "little")
            self.roster.note(status.name, level, status.message, values)

    def _note_stop(self, message: Any) -> None:
        self._stops.take(stop_report_from_ros(message), time.monotonic())

    def _show(self) -> None:
        if self._live is not None:
            self._live.update(self._table(), refresh=True)
            return
        now = time.monotonic()
        found = self._found_at is not None and now - self._found_at >= SETTLED
        if not (found and self.roster.broker) and now - self._began < PATIENCE:
            return
        self._print()
        if self._once:
            self.exit_code = 0 if self.roster.rows(self._now()) else 1
            self.context.try_shutdown()

    def _print(self) -> None:
        if self._json:
            sys.stdout.write(json.dumps(self.roster.as_json(self._now())) + "\n")
        else:
            console = PlainConsole(width=None if sys.stdout.isatty() else WIDTH)
            console.print(self._table())
        sys.stdout.flush()

    def _table(self) -> Table:
        domain = int(self.context.get_domain_id())
        movers = [robot for robot in self._robots if can_move(self, robot)]
        stops = self._stops.all_of(movers, time.monotonic())
        return draw(self.roster, self._now(), domain, stops)

    def _now(self) -> float:
        return seconds_now(self)


def main() -> int:
    """Watch until told to end, or once."""
    return run_node(Watch)


if __name__ == "__main__":
    sys.exit(main())
