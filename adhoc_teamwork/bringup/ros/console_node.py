# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console of a team that runs: hears it, serves the page, speaks and stops for a person."""

import asyncio
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import rclpy
from rclpy.node import Node
from rclpy.serialization import deserialize_message
from rosgraph_msgs.msg import Clock
from starlette.applications import Starlette

from adhoc_teamwork.bringup.agent_door.desk import DeskError
from adhoc_teamwork.bringup.agent_door.hatch import answer_at, hatch_folder, look_through
from adhoc_teamwork.bringup.ros.console_subscriptions import PolledSubscription, TeamSubscriptions
from adhoc_teamwork.bringup.team_console.beat import until_beat
from adhoc_teamwork.bringup.team_console.person import Person
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.server import Console
from adhoc_teamwork.bringup.team_console.serving import listen, serve
from adhoc_teamwork.llm_port.prices import FILE as PRICES
from adhoc_teamwork.llm_port.prices import load_prices
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.node_main import start_rclpy
from adhoc_teamwork.teamwork.ros.speakers import find_speakers
from adhoc_teamwork.teamwork.ros.stop_speaker import StopRequest, StopSpeaker
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.text.console import complain

FIND_PERIOD = 2.0
MOST_ROBOTS = 100
OBEYING = 2.0
"""Seconds in which robots that hear a stop stand still and say so."""
ASKED_PERIOD = 1.0
"""Seconds between looks at what agents ask for."""
_LOOK_AGAIN = 0.05


class ConsoleNode(Node):
    """Look at the team a few times a second; see `TeamSubscriptions`. It is in no executor."""

    def __init__(self, program: str = "console", **arguments: Any) -> None:
        """Declare parameters.

        Args:
            program: The node's name, by which whoever presses a stop through it is known.
            arguments: Those of rclpy's Node.
        """
        super().__init__(program, **arguments)
        self.address = str(self.declare_parameter("address", "127.0.0.1").value)
        self.port = int(self.declare_parameter("port", -1).value)
        self.person = str(self.declare_parameter("person", "operator").value)
        self.picture = Picture(load_prices(config_dir() / PRICES))
        self._ears = TeamSubscriptions(self, self.picture, self.now)
        self._stopping = StopSpeaker(self, self.person, program)
        self._time = 0.0
        self._found_at = float("-inf")
        self._clock_ear: PolledSubscription | None = None

    def setup(self) -> None:
        """Connect."""
        if self.sim_time:
            self._clock_ear = PolledSubscription(
                self, Clock, "/clock", qos.CLOCK, self._hear_clock, newest=True
            )
        self._ears.setup()
        self._stopping.setup()

    @property
    def title(self) -> str:
        """Return what the team is called."""
        return f"Team in ROS domain {self.context.get_domain_id()}"

    @property
    def sim_time(self) -> bool:
        """Tell whether the team goes by /clock."""
        return bool(self.get_parameter("use_sim_time").value)

    def now(self) -> float:
        """Return the team's time, seconds of the ROS clock; 0 before the first /clock."""
        return self._time if self.sim_time else time.time()

    def look(self) -> None:
        """Take in what has come since the last look."""
        if self._clock_ear is not None:
            self._clock_ear.listen()
        moment = time.monotonic()
        if moment - self._found_at >= FIND_PERIOD:
            self._found_at = moment
            self._find_robots()
        self._ears.listen()

    async def stop(self, whose: str, pressed: bool) -> str:
        """Press or release a stop, and see what comes of it; another task must `look`.

        Returns:
            An empty text once everyone stands still, or is released; else who is not, and why.
        """
        if whose and whose not in (state.robot for state in self._ears.stop_states()):
            return f"there is no robot {whose}"
        request = StopRequest(self._stopping, whose, pressed)
        end = time.monotonic() + OBEYING
        while (why := request.look(self._ears.stop_states())) and time.monotonic() < end:
            await asyncio.sleep(_LOOK_AGAIN)
        return why

    def _hear_clock(self, data: bytes) -> None:
        self._time = time_from_ros(deserialize_message(data, Clock).clock)
        if self.picture.note_time(self._time):
            self._ears.begin_anew()

    def _find_robots(self) -> None:
        for robot in find_speakers(self):
            if len(self._ears.robots) >= MOST_ROBOTS:
                return
            self._ears.add(robot)


class LiveTeamControl:
    """Reach the team for a person at the page; see `TeamControl`."""

    def __init__(self, node: ConsoleNode) -> None:
        self._node = node
        self._person = Person(node.person, node.sim_time, self._show)

    async def say(self, text: str) -> str:
        """Say a line through the chat."""
        return await self._person.say(text)

    async def stop(self, whose: str, pressed: bool) -> str:
        """Press or release an emergency stop."""
        return await self._node.stop(whose, pressed)

    async def answer(self, door: str, number: int, yes: bool) -> str:
        """Answer an agent at a door of this user's on this machine."""
        found = [one.hatch for one in await look_through(hatch_folder()) if one.hatch.stem == door]
        if not found:
            return "nothing waits at that door"
        try:
            await answer_at(found[0], number, yes, f"{self._node.person}@console")
        except DeskError as error:
            return str(error)
        return ""

    def now(self) -> float:
        """Return the team's time."""
        return self._node.now()

    async def close(self) -> None:
        """Say goodbye where anything was said."""
        await self._person.close()

    def _show(self, line: str) -> None:
        self._node.picture.take_answer(line, self._node.now())


async def run_console(node: ConsoleNode, listener: socket.socket) -> None:
    """Serve the page and look at the team until a signal comes."""
    hands = LiveTeamControl(node)
    title = node.title
    about = {"mode": "live", "title": title, "person": node.person}

    def make_app(stopping: asyncio.Event, key: str) -> Starlette:
        return Console(node.picture, about, hands, stopping).app(key)

    serving = asyncio.create_task(serve(listener, make_app, title))
    looking = asyncio.create_task(keep_looking(node))
    asked = asyncio.create_task(_keep_asking(node))
    try:
        tasks = (serving, looking, asked)
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        looking.cancel()
        asked.cancel()
        await hands.close()


async def _keep_asking(node: ConsoleNode) -> None:
    """Show what agents ask for at the doors to this team."""
    while True:
        waiting = [one for one in await look_through(hatch_folder()) if one.team == node.title]
        told = [
            {"door": one.hatch.stem, "number": one.number, "kind": one.kind, "line": one.line}
            for one in waiting
        ]
        node.picture.take_requests(told, node.now())
        await asyncio.sleep(ASKED_PERIOD)


async def keep_looking(node: ConsoleNode) -> None:
    """Look at the team at every beat until cancelled."""
    while True:
        node.look()
        await asyncio.sleep(until_beat(time.monotonic()))


def run_console_node(
    make: Callable[[], ConsoleNode], serving: Callable[[ConsoleNode], Coroutine[Any, Any, None]]
) -> int:
    """Run a node that hears a team, and what it serves, until that or a signal ends it.

    Args:
        make: Returns the node.
        serving: Sets the node up and returns what it serves.

    Returns:
        The exit code.
    """
    node = None
    try:
        start_rclpy()
        node = make()
        asyncio.run(serving(node))
    except ConfigError as error:
        complain(f"adhoc: {error}")
        return 2
    except KeyboardInterrupt:
        return 0
    finally:
        if node is not None:
            node.destroy_node()
        rclpy.try_shutdown()
    return 0


def main() -> int:
    """Run the console as a process until a signal ends it."""

    def serving(node: ConsoleNode) -> Coroutine[Any, Any, None]:
        listener = listen(node.address, None if node.port < 0 else node.port)
        node.setup()
        return run_console(node, listener)

    return run_console_node(ConsoleNode, serving)


if __name__ == "__main__":
    sys.exit(main())
