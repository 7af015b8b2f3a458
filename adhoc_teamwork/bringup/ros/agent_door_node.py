# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The door for agents of a team that runs: hears it as the console does, and serves MCP."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from adhoc_teamwork.bringup.agent_door.keeping import STDIO, Door
from adhoc_teamwork.bringup.ros.console_node import (
    ConsoleNode,
    LiveTeamControl,
    keep_looking,
    run_console_node,
)


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

    def serving(node: ConsoleNode) -> Coroutine[Any, Any, None]:
        node.setup()
        return keep_door(node, node.port if node.port >= 0 else STDIO)

    return run_console_node(lambda: ConsoleNode("agent_door"), serving)


if __name__ == "__main__":
    sys.exit(main())
