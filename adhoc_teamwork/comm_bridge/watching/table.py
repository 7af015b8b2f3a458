# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw the team as a table."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from adhoc_teamwork.comm_bridge.watching.roster import Link, Presence, Roster, Row
from adhoc_teamwork.teamwork.team.stop_states import RobotStop
from adhoc_teamwork.teamwork.text.plain_text import one_line

HEADINGS = ("robot", "", "where", "doing", "sub-skill", "holds", "heard", "in/s", "out/s", "delay",
            "loss", "queue", "note")  # fmt: skip
_SHORT = ("robot", "", "heard", "in/s", "out/s", "delay", "loss", "queue")
WIDTH = 170
"""Characters of a table that no terminal shows."""
_STYLES = {
    Presence.HERE: "green",
    Presence.SILENT: "yellow",
    Presence.GONE: "red",
    Presence.LEFT: "dim",
}


def draw(roster: Roster, now: float, domain: int, stops: Sequence[RobotStop] = ()) -> Table:
    """Return the table at `now`, seconds of the ROS clock, with what emergency stops do."""
    broker = roster.broker
    about = f"relayed {broker.get('relayed', '?')}" if broker else "no broker heard"
    table = Table(
        title=Text(one_line(f"team in ROS domain {domain} at {now:.1f} s; {about}")), expand=False
    )
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold", no_wrap=heading in _SHORT)
    for row in roster.rows(now):
        # Whatever robots say is text, never markup.
        table.add_row(*(Text(one_line(cell)) for cell in _cells(row)), style=_STYLES[row.presence])
    if stopped := _stopped(stops):
        table.caption = Text(one_line(stopped), style="bold red")
    return table


def _stopped(states: Sequence[RobotStop]) -> str:
    """Say who presses the emergency stop and who stands; nothing where nobody presses."""
    sources = sorted({word.source for state in states for word in state.presses})
    if not sources:
        return ""
    told = "; ".join(f"{state.robot} {state.text}" for state in states)
    return f"emergency stop pressed by {', '.join(sources)}: {told}"


def _cells(row: Row) -> tuple[str, ...]:
    where = f"({row.position[0]:.1f}, {row.position[1]:.1f})" if row.position else ""
    return (
        row.name,
        row.presence,
        " ".join(part for part in (row.room, where) if part),
        row.doing or "-",
        row.skill or "-",
        row.holds or "-",
        f"{row.heard:.0f} s ago",
        *_link_cells(row.link),
        row.note,
    )


def _link_cells(link: Link) -> tuple[str, ...]:
    return (
        _shown(link.rate_in, "{:.1f}"),
        _shown(link.rate_out, "{:.1f}"),
        _shown(None if link.latency is None else 1000.0 * link.latency, "{:.0f} ms"),
        _shown(None if link.loss is None else 100.0 * link.loss, "{:.0f} %"),
        _shown(link.queue, "{}"),
    )


def _shown(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
