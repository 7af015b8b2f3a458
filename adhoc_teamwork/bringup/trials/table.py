# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Trials in a table: a row a run, what became of objects, and the figures of all together."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.bringup.trials.outcomes import End
from adhoc_teamwork.bringup.trials.records import TrialRecord

HEADINGS = (
    "run", "tidied", "time", "moves at", "wall", "reports", "ready", "in vain", "cost", "again",
    "contacts", "metres",
)  # fmt: skip
"""Seconds, but for counts and metres; docs/trials.md says more."""
WIDTH = 140
"""Characters of the table where nobody's terminal bounds it."""


@dataclass(frozen=True)
class Tally:
    """Hold all runs together: counts, and how often each end occurred."""

    runs: int
    successes: int
    objects: int
    ends: dict[End, int]
    waits: tuple[float, ...]
    """From reports to errands, seconds, in order."""
    ready: tuple[float, ...]
    """The same since whoever took it up was ready for it."""

    @property
    def tidied(self) -> int:
        """Return how many objects were tidied."""
        return self.ends.get(End.TIDIED, 0)


def tally(records: Sequence[TrialRecord]) -> Tally:
    """Return all runs together."""
    ends = Counter(item.end for record in records for item in record.objects)
    return Tally(
        runs=len(records),
        successes=sum(record.success for record in records),
        objects=sum(ends.values()),
        ends={end: ends[end] for end in End if ends[end]},
        waits=tuple(sorted(w for record in records for w in record.figures.report_to_errand)),
        ready=tuple(sorted(w for record in records for w in record.figures.ready_to_errand)),
    )


def row(record: TrialRecord) -> tuple[str, ...]:
    """Return the cells of a run, as `HEADINGS` name them."""
    figures = record.figures
    return (
        record.name,
        f"{record.tidied} of {len(record.objects)}",
        f"{figures.duration:.0f}",
        _seconds(figures.first_motion),
        _seconds(figures.wall_to_motion),
        _waits(figures.report_to_errand),
        _waits(figures.ready_to_errand),
        str(figures.in_vain),
        f"{figures.vain_time:.0f}",
        str(figures.repeats),
        str(figures.contacts),
        f"{figures.driven:.0f}",
    )


def summary_lines(whole: Tally) -> list[str]:
    """Return what all runs come to, for people."""
    lines = [
        f"{whole.successes} of {whole.runs} runs done, "
        f"{whole.tidied} of {whole.objects} objects tidied"
        + (f" ({whole.tidied / whole.objects:.0%})" if whole.objects else "")
    ]
    lines += [f"  {end.meaning}: {n}" for end, n in whole.ends.items() if end is not End.TIDIED]
    named = (("from report to errand", whole.waits), ("where somebody was ready", whole.ready))
    lines += [
        f"  {name}: median {quantile(waits, 0.5):.1f} s, p95 {quantile(waits, 0.95):.1f} s "
        f"of {len(waits)}"
        for name, waits in named
        if waits
    ]
    return lines


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the smallest of some ordered numbers that at least a share of them does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def print_table(records: Sequence[TrialRecord]) -> None:
    """Print rows, ends of what was not tidied, and the sum."""
    from rich.table import Table
    from rich.text import Text

    from adhoc_teamwork.teamwork.text.console import say
    from adhoc_teamwork.teamwork.text.plain_text import one_line
    from adhoc_teamwork.teamwork.text.tables import PlainConsole

    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    for record in records:
        table.add_row(*(Text(one_line(cell)) for cell in row(record)))
    console = PlainConsole()
    if not console.is_terminal:
        console = PlainConsole(width=WIDTH)
    console.print(table)
    for record in records:
        for item in record.objects:
            if item.end is not End.TIDIED:
                cause = f" ({item.cause})" if item.cause else ""
                say(f"{record.name}: {item.object}: {item.end.meaning}{cause}: {item.why}")
    for line in summary_lines(tally(records)):
        say(line)


def _waits(seconds: Sequence[float]) -> str:
    return ", ".join(f"{wait:.1f}" for wait in seconds) or "-"


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
