# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show a run while it goes on: as lines, or as a table."""

import sys
from collections import deque
from collections.abc import Mapping
from typing import Any, Protocol

from adhoc_teamwork.teamwork.text.console import say, write
from adhoc_teamwork.teamwork.text.plain_text import one_line

Robots = Mapping[str, Mapping[str, Any]]
QUIET_START = 2.0
"""Seconds of silence after which the start shows that it goes on."""
PATIENCE = 5.0
"""Seconds between further such lines while it still starts."""
QUIET_RUN = 10.0
"""Seconds of silence after which a run shows that it goes on."""
LAST_LINES = 14


class View(Protocol):
    """What shows a run; times `elapsed` in seconds of wall time since the start."""

    def line(self, text: str, elapsed: float) -> None:
        """Show a line that stays."""

    def status(self, text: str, robots: Robots, elapsed: float) -> None:
        """Show what is going on right now; called several times a second."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class LineView:
    """Print one line per event; on a terminal also a status line that is rewritten in place."""

    def __init__(self) -> None:
        self._terminal = sys.stdout.isatty()
        self._spoken_at = 0.0
        self._transient = False

    def line(self, text: str, elapsed: float) -> None:
        """Print a line."""
        self._clear()
        say(text)
        self._spoken_at = elapsed

    def status(self, text: str, robots: Robots, elapsed: float) -> None:
        """Rewrite the status line; without a terminal, print it after a long silence."""
        quiet = QUIET_RUN if robots else QUIET_START if self._spoken_at == 0.0 else PATIENCE
        if self._terminal:
            if elapsed > QUIET_START:
                self._clear()
                write(sys.stdout, one_line(f"{text}{_tasks(robots)}")[: _width()])
                self._transient = True
        elif elapsed - self._spoken_at >= quiet:
            self.line(f"{text}{_tasks(robots)}", elapsed)

    def close(self) -> None:
        """Remove the status line."""
        self._clear()

    def _clear(self) -> None:
        if self._transient:
            write(sys.stdout, "\r\033[K")
            self._transient = False


class TableView:
    """Keep a table of the robots and the last events on the terminal."""

    def __init__(self) -> None:
        from rich.live import Live

        from adhoc_teamwork.teamwork.text.tables import PlainConsole

        self._lines: deque[str] = deque(maxlen=LAST_LINES)
        self._text = ""
        self._robots: Robots = {}
        self._live = Live(console=PlainConsole(), auto_refresh=False, transient=False)
        self._live.start()

    def line(self, text: str, elapsed: float) -> None:
        """Add a line below the table."""
        self._lines.append(one_line(text))
        self.status(self._text, self._robots, elapsed)

    def status(self, text: str, robots: Robots, elapsed: float) -> None:
        """Draw the table anew."""
        self._text, self._robots = text, robots
        self._live.update(self._draw(elapsed), refresh=True)

    def close(self) -> None:
        """Leave the last table behind."""
        self._live.stop()

    def _draw(self, elapsed: float) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        title = Text(one_line(f"{self._text}   ({elapsed:.0f} s of wall time)"))
        table = Table(title=title, expand=True)
        for heading in ("robot", "sub-task", "sub-skill", "holds", "room", "battery"):
            table.add_column(heading, overflow="fold")
        for name, robot in sorted(self._robots.items()):
            table.add_row(*(Text(one_line(cell)) for cell in _row(name, robot)))
        return Group(
            table, *(Text(line, overflow="ellipsis", no_wrap=True) for line in self._lines)
        )


def make_view(watch: bool) -> View:
    """Return the table where it was asked for, else lines."""
    return TableView() if watch else LineView()


def _row(name: str, robot: Mapping[str, Any]) -> tuple[str, ...]:
    if not robot.get("joined"):
        return (name, "has not joined", "", "", "", "")
    if robot.get("left"):
        return (name, "has left", "", "", "", "")
    return (
        name,
        str(robot.get("subtask") or "-"),
        str(robot.get("subskill") or "-"),
        str(robot.get("holds") or "-"),
        str(robot.get("room") or "-"),
        f"{float(robot.get('battery') or 0.0):.0f} s",
    )


def _tasks(robots: Robots) -> str:
    parts = [
        f"{name}: {robot.get('subtask') or 'no sub-task'}"
        for name, robot in robots.items()
        if robot.get("joined") and not robot.get("left")
    ]
    return f"  {' | '.join(parts)}" if parts else ""


def _width() -> int:
    import shutil

    return max(20, shutil.get_terminal_size().columns - 1)
