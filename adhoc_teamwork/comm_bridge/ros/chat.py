# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The chat of a person with the team, in a terminal or through a pipe (executable)."""

import queue
import sys
import time
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.chat.grammar import ChatError
from adhoc_teamwork.comm_bridge.chat.person import Person, Reaction
from adhoc_teamwork.comm_bridge.chat.terminal import Terminal, time_shown
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.scene import things_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.chat_words import REFUSED, TAKEN
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.text.console import complain, say

PERIOD = 0.1
KEEP_ALIVE = 5.0
"""Seconds between signs of life while something is taken up."""
BROKER_WAIT = 10.0
"""Seconds that a broker may take to be found."""


class Chat(Node):
    """Read lines, say to the team what they mean, and show what the team says."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("chat", **arguments)
        self._linger = float(self.declare_parameter("linger", 3.0).value)
        # For a front end that shows by itself what the team says: only answers to lines are shown.
        self._quiet = bool(self.declare_parameter("quiet", False).value)
        # For one that has to know when a line was said: each is followed by one of these words.
        self._acknowledge = bool(self.declare_parameter("acknowledge", False).value)
        self.exit_code = 0
        self._terminal = Terminal()
        self._began = time.monotonic()
        self._said_at = self._began
        self._paused_until = 0.0
        self._is_heard = self._has_ended = False
        self._ends_at = float("inf")

    def setup(self) -> None:
        """Connect, and read lines on a thread of their own.

        Raises:
            ConfigError: The chat has no namespace, which is the person's name.
        """
        name = self.get_namespace().strip("/")
        if not name:
            raise ConfigError("chat: expected a namespace, which is the person's name, got '/'")
        session = int(time.time())
        self._person = Person(name, session, self._now)
        self._radio = RobotRadio(
            self,
            self._hear,
            session=session,
            told_session=self._begin_above,
            robot=name,
        )
        self._radio.setup()
        self.create_subscription(
            ros.SceneGraph,
            topics.FLOOR_PLAN,
            lambda plan: self._person.note_rooms(things_from_ros(plan).rooms),
            qos.LATCHED,
        )
        self.create_timer(PERIOD, self._tick, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self._terminal.start()
        if self._terminal.is_live:
            self._terminal.show(f"{name}: /help lists what you can say; looking for the team ...")

    def shutdown(self) -> None:
        """Say goodbye where that has not been said."""
        if not hasattr(self, "_radio"):
            return
        if self.context.ok() and self._is_heard:
            self._send(Reaction(tuple(self._person.speaker.leave("the chat ends"))))
            self._radio.shutdown()
        self._terminal.clear()

    def _begin_above(self, session: int) -> None:
        self._send(Reaction(tuple(self._person.speaker.begin_above(session))))

    def _tick(self) -> None:
        now = time.monotonic()
        if not self._found_team(now) or now < self._paused_until:
            return
        if now >= self._ends_at:
            self._end()
            return
        self._take_lines(now)
        if now - self._said_at > KEEP_ALIVE:
            self._send(Reaction(tuple(self._person.speaker.keep_alive())))

    def _found_team(self, now: float) -> bool:
        """Join once there is a broker and a clock; give up after a while."""
        if self._is_heard:
            return True
        if self._radio.is_heard() and self._now() > 0.0:
            self._is_heard = True
            self._send(Reaction(self._person.join()))
            return True
        if now - self._began > BROKER_WAIT:
            what = "nobody relays what you say: no broker" if self._now() > 0.0 else "no /clock"
            complain(f"adhoc: {what} found within {BROKER_WAIT:.0f} s")
            self.exit_code = 1
            self._end()
        return False

    def _take_lines(self, now: float) -> None:
        while self._paused_until <= now < self._ends_at:
            try:
                line = self._terminal.next_line()
            except queue.Empty:
                return
            if line is None:
                self._ends_at = now + (0.0 if self._terminal.is_live else self._linger)
                return
            self._enter(line, now)

    def _enter(self, line: str, now: float) -> None:
        try:
            reaction = self._person.enter(line)
        except ChatError as error:
            self._terminal.show(f"  {error}")
            # A person sees it and types again; a script that was wrong must be told to be.
            self.exit_code = self.exit_code if self._terminal.is_live else 2
            self._confirm(REFUSED)
            return
        self._send(reaction)
        for shown in reaction.lines:
            self._terminal.show(f"  {shown}")
        self._confirm(TAKEN)
        self._paused_until = now + reaction.wait
        if reaction.ends:
            self._ends_at = now
        elif not reaction.lines:
            self._terminal.prompt()

    def _confirm(self, word: str) -> None:
        if self._acknowledge:
            say(word)

    def _send(self, reaction: Reaction) -> None:
        for message in reaction.messages:
            self._said_at = time.monotonic()
            self._radio.say(message)

    def _hear(self, message: TeamMessage) -> None:
        line = self._person.hear(message)
        if line and not self._quiet:
            self._terminal.show(f"{time_shown(message.stamp)}  {line}")

    def _end(self) -> None:
        if self._has_ended:
            return
        self._has_ended = True
        self.shutdown()
        self.context.try_shutdown()

    def _now(self) -> float:
        return seconds_now(self)


def main() -> int:
    """Run the chat until it is told to end, or its lines end."""
    return run_node(Chat)


if __name__ == "__main__":
    sys.exit(main())
