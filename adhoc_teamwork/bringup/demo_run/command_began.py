# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When the command of this process was typed: `./adhoc` becomes the command it runs."""

import os
import time
from pathlib import Path

_START_FIELD = 22
"""Of /proc/PID/stat: when the process began, in ticks since the machine did (proc(5))."""


def command_began() -> float:
    """Return when this process began, in seconds since the epoch."""
    fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    # The name in parentheses, which may hold blanks, is the second field.
    ticks = int(fields[_START_FIELD - 3])
    up = float(Path("/proc/uptime").read_text(encoding="utf-8").split()[0])
    return time.time() - up + ticks / os.sysconf("SC_CLK_TCK")
