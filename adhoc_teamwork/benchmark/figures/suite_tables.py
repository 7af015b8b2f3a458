# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tables of suites: ours alone, or beside what CoELA and CaPo print."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.agents.registry import adhoc_names, asks_model, team_names
from adhoc_teamwork.benchmark.figures.suite_figures import (
    SuiteFigure,
    SuiteRow,
    names_of,
    suite_rows,
)
from adhoc_teamwork.benchmark.figures.summary import Results, summarize
from adhoc_teamwork.benchmark.figures.table_file import FILE, HEADINGS
from adhoc_teamwork.benchmark.figures.tables import adhoc_label, talk_text
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.store.facts import RunFacts
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.simulation.houses.house_file.assets import read_table

PAPERS_FILE = Path(__file__).parents[1] / "data" / "suite_papers.csv"
_COUNTED = ("model calls", "tokens", "talk")
"""Figures that are left out of a table in which none has any."""
_LEGEND = (
    "L: {unit}s until all is done, {horizon} where it is not. TR: targets that are there. EI: what "
    "the ad hoc robot gains on the same team without it, mean over episodes; ratio: of the means. "
    "Duplicated: sub-goals begun while a teammate was at the same thing or place, or after it had "
    "looked there. Idle and talk in {unit}s, all robots together. In brackets 95 % intervals, "
    "houses drawn."
)
_LABELS = (
    "Rows of rules are comparable with the papers'; rows of policies that ask the stand-in for a "
    "model are checks of the mechanism."
)


@dataclass(frozen=True)
class PaperFigure:
    """Hold one figure of a paper; `team` and `adhoc` are our policies for it, empty for none."""

    table: str
    setting: str
    method: str
    team: str
    adhoc: str
    metric: str
    value: float

    @property
    def in_this_version(self) -> bool:
        """Tell whether both policies exist here."""
        return self.team in team_names() and self.adhoc in adhoc_names()


def paper_figures(paper: str, suite: str) -> list[PaperFigure]:
    """Return what a paper prints of a suite, in its order."""
    return [
        PaperFigure(
            row["table"],
            row["setting"],
            row["method"],
            row["team"],
            row["adhoc"],
            row["metric"],
            float(row["value"]),
        )
        for row in read_table(PAPERS_FILE)
        if (row["paper"], row["suite"]) == (paper, suite)
    ]


def suite_text(results: Results, facts: RunFacts) -> Iterator[str]:
    """Yield the title, the table and what has to be known to read it."""
    suite = find_suite(facts.suite)
    rows = suite_rows(results, facts, suite.rated)
    yield (
        f"# Suite {facts.suite}: set {facts.task_set} ({facts.digest[:12]}), {len(results)} "
        f"episodes, horizon {facts.horizon} {suite.timing.unit}s"
    )
    yield _table(rows, _shown(rows, names_of(suite.rated, facts)))
    yield _LEGEND.format(unit=suite.timing.unit, horizon=facts.horizon)
    if any(row.setting.llm for row in rows):
        yield _LABELS
    if talk := talk_text(summarize(results, facts.by_id())):
        yield talk


def beside_paper(paper: str, results: Results, facts: RunFacts) -> Iterator[str]:
    """Yield a paper's figures with ours under them, where this version has the policies."""
    suite = find_suite(facts.suite)
    rows = suite_rows(results, facts, suite.rated)
    main = "TR %" if suite.rated else "L"
    lines = []
    for figure in paper_figures(paper, facts.suite):
        value = f"{figure.value:g}"
        where = f"{figure.table}, {figure.setting}" if figure.setting else figure.table
        lines.append([where, figure.method, f"paper, {figure.metric}", NO_VALUE, value, NO_VALUE])
        if not figure.team or figure.metric != main:
            continue
        label = f"{figure.team}, {figure.adhoc}"
        if not figure.in_this_version:
            lines.append(["", label, "not in this version", "", "", ""])
            continue
        ours = [r for r in rows if (r.setting.team, r.setting.adhoc) == (figure.team, figure.adhoc)]
        lines += [_beside(row, main) for row in ours]
        if not ours:
            lines.append(["", label, "no result", "", "", ""])
    headings = ["table", "who", "whose", "tasks", main, "EI %"]
    yield f"# {paper}: the paper's figures on its {facts.suite}, and ours"
    yield table(headings, lines, texts=3)
    yield f"{_LABELS} Houses, goods' sizes and the pace of time differ: compare orders and ratios."


def _beside(row: SuiteRow, main: str) -> list[str]:
    setting = row.setting
    is_checked = asks_model(setting.team, NONE) or asks_model(setting.adhoc, NONE)
    whose = "ours, mechanism" if is_checked else "ours, rule"
    cells = [_cell(row.figures.get(name)) for name in (main, "EI %")]
    return ["", f"{setting.team}, {adhoc_label(setting)}", whose, str(len(row.tasks)), *cells]


def write_suite_file(folder: Path, results: Results, facts: RunFacts) -> Path:
    """Write table.csv into the results folder and return it; see `write_whole` for errors."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for row in suite_rows(results, facts, find_suite(facts.suite).rated):
        setting = row.setting
        who = [setting.team, setting.adhoc, str(setting.t0), setting.llm, setting.channel, "all"]
        for name, figure in row.figures.items():
            ends = figure.interval
            low, high = (f"{ends.low:.6g}", f"{ends.high:.6g}") if ends else ("", "")
            cells = [str(len(row.tasks)), name, f"{figure.value:.6g}", low, high]
            writer.writerow([*who, *cells, "", "", ""])
    path = folder / FILE
    write_whole(path, [text.getvalue().encode()])
    return path


def _shown(rows: Sequence[SuiteRow], names: Sequence[str]) -> list[str]:
    def has(name: str) -> bool:
        found = [row.figures[name].value for row in rows if name in row.figures]
        return any(found) if name in _COUNTED else bool(found)

    return [name for name in names if has(name)]


def _table(rows: Sequence[SuiteRow], names: Sequence[str]) -> str:
    lines = []
    for row in rows:
        setting = row.setting
        t0 = NO_VALUE if setting.adhoc == NONE else str(setting.t0)
        who = [setting.team, adhoc_label(setting), t0, row.robots, str(len(row.tasks))]
        lines.append([*who, *(_cell(row.figures.get(name)) for name in names)])
    return table(["team", "ad hoc", "t0", "robots", "tasks", *names], lines, texts=2)


def _cell(figure: SuiteFigure | None) -> str:
    if figure is None:
        return NO_VALUE
    digits = 2 if 0.0 < abs(figure.value) < 10.0 else 1
    value, ends = f"{figure.value:.{digits}f}", figure.interval
    if ends is None:
        return value
    return f"{value} ({ends.low:.{digits}f} to {ends.high:.{digits}f})"
