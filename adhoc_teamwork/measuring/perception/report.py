# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of figures, and what it means."""

from collections.abc import Sequence

from rich.table import Table

from adhoc_teamwork.measuring.perception.house_run import CLEAN, HouseResult
from adhoc_teamwork.measuring.perception.limits import LIMITS, missed
from adhoc_teamwork.measuring.perception.scoring import Tally
from adhoc_teamwork.teamwork.text.tables import PlainConsole

_WIDTH = 145


def totals_of(results: Sequence[HouseResult]) -> dict[str, Tally]:
    """Return the figures over all houses by kind of sensors."""
    totals: dict[str, Tally] = {}
    for result in results:
        for name, tally in result.tallies.items():
            totals[name] = totals.get(name, Tally()) + tally
    return totals


def print_report(results: Sequence[HouseResult], show_misses: bool) -> None:
    """Print the table, then which limits are missed, and on demand each single mistake."""
    console = PlainConsole(width=_WIDTH, highlight=False)
    console.print(_table(results))
    if show_misses:
        for result in results:
            for name, tally in result.tallies.items():
                for line in tally.misses:
                    console.print(f"{result.name}, {name}: {line}", markup=False, soft_wrap=True)
    for result in results:
        if result.left_out:
            rooms = ", ".join(result.left_out)
            console.print(f"{result.name}: no way leads to {rooms}", markup=False)
    console.print(summary(totals_of(results)), markup=False, soft_wrap=True)


def summary(totals: dict[str, Tally]) -> str:
    """Return one line: all limits are met, or which are missed."""
    lines = missed(totals, CLEAN)
    judged = " and ".join(totals)
    if CLEAN not in totals:
        return f"{judged}: measured; limits are judged with clean sensors"
    return f"MISSED: {'; '.join(lines)}" if lines else f"all limits are met ({judged})"


def _table(results: Sequence[HouseResult]) -> Table:
    table = Table(title="Perception after an exploration")
    table.add_column("house", no_wrap=True)
    for name in ("rooms", "pictures"):
        table.add_column(name, justify="right")
    table.add_column("sensors")
    for name in ("things", *(f"{limit.name} {limit.unit}".rstrip() for limit in LIMITS)):
        table.add_column(name, justify="right")
    for result in results:
        for name, tally in result.tallies.items():
            table.add_row(
                result.name, str(result.rooms), str(result.pictures), name, *_figures(tally)
            )
    table.add_section()
    rooms, pictures = sum(r.rooms for r in results), sum(r.pictures for r in results)
    for name, tally in totals_of(results).items():
        table.add_row("all", str(rooms), str(pictures), name, *_figures(tally))
    table.add_row("wanted", "", "", "clean", "", *(limit.wanted for limit in LIMITS))
    return table


def _figures(tally: Tally) -> list[str]:
    return [str(tally.visible), *(limit.text(limit.read(tally)) for limit in LIMITS)]
