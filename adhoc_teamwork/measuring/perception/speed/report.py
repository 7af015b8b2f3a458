# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Print what was measured of perception's speed."""

from rich.table import Table

from adhoc_teamwork.measuring.perception.speed.figures import milliseconds, rows_of, settled
from adhoc_teamwork.measuring.perception.speed.playing import EVERY, ON_DEMAND_EVERY, Played
from adhoc_teamwork.teamwork.text.tables import PlainConsole

_WIDTH = 110
_TIMED = """\
Timed, in one process on one core: taking in a frame, then the whole scene graph and the map's
values, after every frame (the node makes the graph twice a second and the map once). Not timed:
rendering and reading frames, ROS. Limits go by processor time, which other jobs on the machine
disturb less than the clock. The first round is left out of times: things are still being found."""


def print_report(played: Played, source: str) -> None:
    """Print the tables; `source` says what was played, a line."""
    console = PlainConsole(width=_WIDTH, highlight=False)
    frames, known = len(played.cpu), played.known[-1]
    console.print(
        f"{source}\n{frames:,} frames, {EVERY} s apart, of a tour of {played.round_length:,} "
        f"played round and round; {known} objects known.",
        markup=False,
        soft_wrap=True,
    )
    console.print(_limits_table(played))
    console.print(_steps_table(played))
    console.print(_TIMED, soft_wrap=True)
    missed = [row.what for row in rows_of(played) if row.met is False]
    console.print(f"MISSED: {'; '.join(missed)}" if missed else "all limits are met")


def _limits_table(played: Played) -> Table:
    table = Table(title="How fast perception is")
    for name in ("", "measured", "limit", ""):
        table.add_column(name)
    for row in rows_of(played):
        verdict = "" if row.met is None else "met" if row.met else "missed"
        table.add_row(row.what, row.value, row.limit, verdict)
    return table


def _steps_table(played: Played) -> Table:
    table = Table(title="Where the time goes, ms of a processor")
    table.add_column("step")
    for name in ("p50", "p95", "mean"):
        table.add_column(name, justify="right")
    for step, seconds in played.steps.items():
        later = settled(played, seconds)
        mean = 1000.0 * sum(later) / len(later)
        figures = (milliseconds(later, 50), milliseconds(later, 95), mean)
        table.add_row(step, *(f"{figure:.1f}" for figure in figures))
    later = played.on_demand[-(-played.round_length // ON_DEMAND_EVERY) :] or played.on_demand
    table.add_section()
    figures = (milliseconds(later, 50), milliseconds(later, 95), 1000.0 * sum(later) / len(later))
    table.add_row("layers and cloud, not in the sum", *(f"{figure:.1f}" for figure in figures))
    return table
