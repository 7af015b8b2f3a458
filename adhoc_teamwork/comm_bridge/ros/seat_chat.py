# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The chat of a person who sits in for a robot's model, and rates it at the end (executable)."""

import queue
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_msgs.msg import String

from adhoc_teamwork.comm_bridge.chat.grammar import ChatError
from adhoc_teamwork.comm_bridge.chat.ratings import Interview, add_ratings
from adhoc_teamwork.comm_bridge.chat.seat import QUIT, SeatedPerson
from adhoc_teamwork.comm_bridge.chat.terminal import Terminal, time_shown
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.seat import Offer, offer_from_json, seat_to_json
from adhoc_teamwork.teamwork.text.console import complain

PERIOD = 0.1
SEAT_WAIT = 10.0
"""Seconds that a robot may take to offer its seat, and to come back to it."""


class SeatChat(Node):
    """Show what a robot offers, order what is typed, and ask for ratings when it is over.

    Lines of a pipe wait until the robot has something to choose from, and then go one by one.
    """

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("seat_chat", **arguments)
        self._robot = str(self.declare_parameter("robot", "").value)
        # Where the ratings go; empty: none are asked for.
        self._folder = str(self.declare_parameter("run_dir", "").value)
        self.exit_code = 0
        self._terminal = Terminal()
        self._seat = SeatedPerson(self._robot)
        self._interview: Interview | None = None
        self._seen = time.monotonic()
        self._paused_until = 0.0
        self._is_offered = self._is_over = self._has_ended = self._no_more_lines = False
        self._skips = False

    def setup(self) -> None:
        """Connect, and read lines on a thread of their own.

        Raises:
            ConfigError: No robot, or no name: the namespace is the person's.
        """
        self._name = self.get_namespace().strip("/")
        if not self._name or not self._robot:
            raise ConfigError("seat_chat: expected the parameter robot, and a person's namespace")
        own = f"/{self._robot}/"
        self._orders = self.create_publisher(String, own + topics.SEAT_ORDER, qos.RELIABLE)
        self.create_subscription(String, own + topics.SEAT_OFFER, self._on_offer, qos.LATCHED)
        self.create_subscription(ros.TeamMessage, own + topics.TEAM_IN, self._hear, qos.TEAM)
        self.create_timer(PERIOD, self._tick, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self._terminal.start()
        if self._terminal.is_live:
            self._show(f"/help lists what you can type; looking for {self._robot} ...")

    def shutdown(self) -> None:
        """Leave a clean line behind."""
        self._terminal.clear()

    def _on_offer(self, message: Any) -> None:
        try:
            offer = offer_from_json(message.data)
        except ValueError as error:
            self._show(f"  {self._robot} offers what is not understood: {error}")
            return
        self._take(offer)

    def _take(self, offer: Offer) -> None:
        # A planner that ends and comes back offers again.
        self._is_over, self._is_offered = offer.is_over, True
        if self._interview is None and not offer.is_over:
            self._show(*self._seat.take(offer))

    def _hear(self, message: Any) -> None:
        try:
            heard = team_message_from_ros(message)
        except ValueError:
            return
        line = self._seat.hear(heard)
        if line and self._interview is None:
            self._show(f"{time_shown(heard.stamp)}  {line}")

    def _tick(self) -> None:
        now = time.monotonic()
        if self._interview is None:
            self._look_for_seat(now)
        while not self._has_ended and now >= self._paused_until and self._may_read():
            try:
                line = self._terminal.next_line()
            except queue.Empty:
                return
            if line is None:
                self._at_end_of_lines()
                return
            self._enter(line, now)

    def _look_for_seat(self, now: float) -> None:
        """Begin the interview once the seat is gone, or end where there has never been one."""
        is_there = self._is_offered and not self._is_over
        if is_there and self._orders.get_subscription_count():
            self._seen = now
        elif self._is_offered and self._is_over:
            self._rate(f"{self._robot} has ended.")
        elif now - self._seen > SEAT_WAIT and not self._is_offered:
            complain(
                f"adhoc: {self._robot} offers no seat; expected a robot with the policy person "
                "(./adhoc demo --policy person)"
            )
            self.exit_code = 1
            self._end()
        elif now - self._seen > SEAT_WAIT:
            self._rate(f"{self._robot} is gone.")

    def _may_read(self) -> bool:
        """Tell whether a line can be used now: a script's choice waits for the robot's question."""
        if self._no_more_lines:
            return False
        if self._interview is not None:
            return True
        is_there = self._is_offered and self._orders.get_subscription_count() > 0
        return is_there and (self._terminal.is_live or self._seat.must_choose)

    def _enter(self, line: str, now: float) -> None:
        try:
            if self._interview is not None:
                if self._skips:
                    self._skips = line.strip() != QUIT
                else:
                    self._answer(self._interview, line)
                return
            reaction = self._seat.enter(line)
        except ChatError as error:
            self._show(f"  {error}")
            # A person sees it and types again; a script that was wrong must be told to be.
            self.exit_code = self.exit_code if self._terminal.is_live else 2
            return
        if reaction.order is not None:
            self._orders.publish(String(data=text_to_ros(seat_to_json(reaction.order))))
            # What is said or chosen next must not overtake what comes of this.
            self._paused_until = now + (0.0 if self._terminal.is_live else 2 * PERIOD)
        self._show(*(f"  {shown}" for shown in reaction.lines))
        self._paused_until = max(self._paused_until, now + reaction.wait)
        if reaction.ends:
            self._rate("")

    def _at_end_of_lines(self) -> None:
        self._no_more_lines = True
        if self._interview is None:
            # A script that does not quit watches until the run is over.
            return
        if self._interview.has_begun:
            complain("adhoc: the ratings are not complete; none are written")
            self.exit_code = 2
        self._end()

    def _rate(self, why: str) -> None:
        """Ask for condition and ratings, where they can be kept and somebody answers."""
        if why:
            self._show(why)
        if not self._folder or self._no_more_lines:
            self._end()
            return
        # What a script wanted to do after the run's end is no answer.
        self._skips = bool(why) and not self._terminal.is_live
        self._interview = Interview(self._name, self._robot, self._seat.channel)
        self._show(*self._interview.question())

    def _answer(self, interview: Interview, line: str) -> None:
        interview.answer(line)
        if not interview.is_over:
            self._show(*interview.question())
            return
        try:
            path = add_ratings(Path(self._folder), interview.row())
            self._show(f"written to {path}")
        except ConfigError as error:
            complain(f"adhoc: {error}")
            self.exit_code = 2
        self._end()

    def _end(self) -> None:
        if self._has_ended:
            return
        self._has_ended = True
        self.shutdown()
        self.context.try_shutdown()

    def _show(self, *lines: str) -> None:
        for line in lines:
            self._terminal.show(line)


def main(words: Sequence[str] | None = None) -> int:
    """Run the chat until the seat is rated, or its lines end."""
    return run_node(SeatChat, words)


if __name__ == "__main__":
    sys.exit(main())
