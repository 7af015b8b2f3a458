# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The door for agents of a team that runs: hears it as the console does, and serves MCP."""

import asyncio
import sys

import rclpy
from rclpy.signals import SignalHandlerOptions

from adhoc_teamwork.bringup.agent_door.keeping import STDIO, Door
from adhoc_teamwork.bringup.ros.console_node import ConsoleNode, LiveTeamControl, keep_looking
from adhoc_teamwork.teamwork.ros.plain_logs import make_logs_plain
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import complain, make_plain


async def keep_door(node: ConsoleNode, port: int) -> None:
    """Keep a door to the team that a node hears.

    Raises:
        ConfigError: The extra `mcp` is not installed, or the port is taken.
    """
    control = LiveTeamControl(node)
    door = Door(node.picture, node.title, control)
    looking = asyncio.create_task(keep_looking(node))
    keeping = asyncio.create_task(door.keep(port, control.close))
    try:
        done, _ = await asyncio.wait((keeping, looking), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        looking.cancel()


def main() -> int:
    """Keep the door as a process until its client or a signal ends it."""
    make_plain()
    make_logs_plain()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    node = None
    try:
        node = ConsoleNode("agent_door")
        node.setup()
        asyncio.run(keep_door(node, node.port if node.port >= 0 else STDIO))
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


if __name__ == "__main__":
    sys.exit(main())
