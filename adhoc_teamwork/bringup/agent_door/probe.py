# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in one line whether a door for agents can be opened, for the doctor."""

import asyncio
import sys
from importlib.metadata import version

from adhoc_teamwork.bringup.agent_door.hatch import hatch_folder, look_through
from adhoc_teamwork.bringup.agent_door.keeping import Door
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say


async def describe() -> str:
    """Return the package's version, the number of tools, and what waits.

    Raises:
        ConfigError: The extra is not installed.
    """
    tools = await Door(Picture(), "nobody", None).server.list_tools()
    waiting = await look_through(hatch_folder())
    return f"mcp {version('mcp')}, {len(tools)} tools; {len(waiting)} requests wait for a yes"


def main() -> int:
    """Print the line; return 0 also where the extra is not there, since nobody needs it."""
    try:
        say(asyncio.run(describe()))
    except ConfigError as error:
        say(f"none: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
