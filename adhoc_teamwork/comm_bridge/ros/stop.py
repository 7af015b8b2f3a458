# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press or release emergency stops from a terminal, and see who stands still (executable)."""

import sys
import time
from typing import Any

from adhoc_interfaces.msg import StopState
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_report_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.speakers import can_move, find_speakers
from adhoc_teamwork.teamwork.ros.stop_speaker import StopRequest, StopSpeaker
from adhoc_teamwork.teamwork.settings.user import user_name
from adhoc_teamwork.teamwork.team.stop_states import RobotStop, StopStates
from adhoc_teamwork.teamwork.text.console import say

PERIOD = 0.1
LOOKING = 2.0
"""Seconds for which robots are looked for, where some have been found and obey."""
OBEYING = 8.0
"""Seconds after which who does not obey, or is not found, is given up waiting for."""


class Stop(Node):
    """Press at once, then wait until everyone says that it stands; or release.

    Parameters: `robot` (empty: all), `release`. The exit code is 0 where all obeyed, else 1.
    """

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("stop", **arguments)
        self._robot = str(self.declare_parameter("robot", "").value)
        self._release = bool(self.declare_parameter("release", False).value)
        self.exit_code = 1
        self._states = StopStates()
        self._speaker = StopSpeaker(self, user_name(), "terminal")
        self._began = time.monotonic()

    def setup(self) -> None:
        """Connect, and press."""
        self._speaker.setup()
        self.create_subscription(StopState, topics.STOP_STATES, self._hear, qos.STOPS)
        request = StopRequest(self._speaker, self._robot, pressed=not self._release)
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(PERIOD, lambda: self._look(request), clock=clock)

    def shutdown(self) -> None:
        """Nothing is left to end."""

    def _hear(self, message: Any) -> None:
        self._states.take(stop_report_from_ros(message), time.monotonic())

    def _look(self, request: StopRequest) -> None:
        waited = time.monotonic() - self._began
        states = self._meant()
        done = not request.look(states) and bool(states)
        if waited >= (LOOKING if done else OBEYING):
            self._end(states, done)

    def _end(self, states: tuple[RobotStop, ...], done: bool) -> None:
        for state in states:
            by = ", ".join(word.source for word in state.presses)
            say(f"{state.robot}: {state.text}{f', pressed by {by}' if by else ''}")
        if not states:
            say("no robot answers" if not self._robot else f"{self._robot}: does not answer")
        self.exit_code = 0 if done else 1
        self.context.try_shutdown()

    def _meant(self) -> tuple[RobotStop, ...]:
        """Return the states of whoever is meant and can move, those too that say nothing."""
        movers = [robot for robot in find_speakers(self) if can_move(self, robot)]
        states = self._states.all_of(movers, time.monotonic())
        return tuple(state for state in states if not self._robot or state.robot == self._robot)


def main() -> int:
    """Press or release once; return the exit code."""
    return run_node(Stop)


if __name__ == "__main__":
    sys.exit(main())
