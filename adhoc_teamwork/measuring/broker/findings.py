# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a measurement found, what was expected, and the tables that say so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Finding:
    """Hold one figure as people read it; `holds` is None where nothing is expected of it."""

    what: str
    measured: str
    limit: str = ""
    holds: bool | None = None


@dataclass(frozen=True)
class Result:
    """Hold the findings of one measurement, or why it was skipped."""

    title: str
    findings: tuple[Finding, ...] = ()
    skipped: str = ""

    @property
    def holds(self) -> bool:
        """Tell whether no limit was missed."""
        return all(finding.holds is not False for finding in self.findings)


def at_most(what: str, value: float, bound: float, unit: str = "") -> Finding:
    """Return the finding of a figure that must not exceed its bound."""
    return Finding(what, _figure(value, unit), f"<= {_figure(bound, unit)}", bool(value <= bound))


def at_least(what: str, value: float, bound: float, unit: str = "") -> Finding:
    """Return the finding of a figure that must reach its bound."""
    return Finding(what, _figure(value, unit), f">= {_figure(bound, unit)}", bool(value >= bound))


def none_of(what: str, count: int, example: str = "") -> Finding:
    """Return the finding of something that must not have happened; `example` is one of them."""
    measured = f"{count} ({example})" if example else str(count)
    return Finding(what, measured, "0", count == 0)


def plain(what: str, value: float, unit: str = "") -> Finding:
    """Return the finding of a figure of which nothing is expected."""
    return Finding(what, _figure(value, unit))


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile, `share` from 0 to 100; infinity where there are no values."""
    return float(np.percentile(np.asarray(values), share)) if len(values) else float("inf")


def print_result(result: Result, console: Console) -> None:
    """Print one measurement as a table, or why it was skipped."""
    if result.skipped:
        console.print(f"{result.title}: skipped: {result.skipped}", highlight=False)
        return
    table = Table(title=result.title, title_justify="left", title_style="bold")
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("expected", justify="right")
    table.add_column("")
    for finding in result.findings:
        verdict = {None: "", True: "ok", False: "[bold red]missed[/]"}[finding.holds]
        table.add_row(finding.what, finding.measured, finding.limit, verdict)
    console.print(table)


def missed(results: Iterable[Result]) -> list[str]:
    """Return a line for each limit that was missed."""
    return [
        f"{result.title}: {finding.what} {finding.measured}, expected {finding.limit}"
        for result in results
        for finding in result.findings
        if finding.holds is False
    ]


def _figure(value: float, unit: str) -> str:
    if unit == "":
        return f"{value:g}"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f} {unit}"
