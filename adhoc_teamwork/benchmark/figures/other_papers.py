# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The figures of CoELA's and CaPo's papers beside those of a results folder."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.figures.metrics import PS, TS
from adhoc_teamwork.benchmark.figures.summary import Row
from adhoc_teamwork.benchmark.figures.talk_table import HEADINGS, LEGEND, talk_cells
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.teamwork.channel_names import OPEN

FILE = Path(__file__).parents[1] / "data" / "other_papers.csv"
"""Figures copied from the papers' tables, each with where it stands."""
PAPERS = {"coela": "CoELA", "capo": "CaPo"}
_UNITS = {"steps": "steps", "transport": "% brought", "efficiency": "% saved", "consensus": "%"}
_NOTES = (
    "Ours are means of the results folder, over its tasks: steps until all is done, the horizon "
    "where it is not; objects brought in percent. Rows of rules ({rules}) are of the same kind as "
    "the papers' planners and can be compared where the tasks are; rows that asked {models} check "
    "how the methods work, and say nothing of a language model. The papers' houses, objects and "
    "models are others."
)


@dataclass(frozen=True)
class PaperFigure:
    """Hold one figure of a paper; `policy` is ours of that kind, empty where there is none."""

    paper: str
    table: str
    setting: str
    method: str
    robots: int
    model: str
    policy: str
    metric: str
    value: float
    source: str


def paper_figures(paper: str) -> list[PaperFigure]:
    """Return the figures of a paper, in its order."""
    with FILE.open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file) if line["paper"] == paper]
    return [
        PaperFigure(**{**line, "robots": int(line["robots"]), "value": float(line["value"])})
        for line in lines
    ]


def paper_text(paper: str, rows: Sequence[Row], robots: Sequence[int]) -> str:
    """Return the paper's figures, ours of the same kind beside them, and what our teams said.

    Args:
        paper: One of `PAPERS`.
        rows: Our settings, teams by themselves.
        robots: How many robots each of these has.
    """
    teams = [(row, n) for row, n in zip(rows, robots, strict=True) if row.setting.adhoc == NONE]
    figures = paper_figures(paper)
    lines = [
        [
            one.table,
            one.setting,
            f"{one.method}, {one.robots} robot{'s' * (one.robots != 1)}",
            one.model or "rules",
            f"{one.value:g} {_UNITS[one.metric]}",
            _ours(one, teams),
        ]
        for one in figures
    ]
    told = table(["table", "setting", "method", "model", PAPERS[paper], "ours"], lines, texts=6)
    parts = [f"# {PAPERS[paper]}: the paper's figures, and ours", told]
    if teams:
        parts += [_notes(teams), _own(teams), LEGEND]
    else:
        parts.append("There are no results of teams by themselves (`--adhoc none`) yet.")
    return "\n\n".join(parts)


def _ours(figure: PaperFigure, teams: Sequence[tuple[Row, int]]) -> str:
    """Return what our teams of that policy and number have, by channel."""
    cells = [
        f"{value} ({row.setting.channel})"
        for row, count in teams
        if (row.setting.team, count) == (figure.policy, figure.robots)
        and (value := _value(figure.metric, row))
    ]
    return "; ".join(cells) or NO_VALUE


def _value(metric: str, row: Row) -> str:
    if metric == "consensus":
        talks = row.usage.counts.get("conversations", 0.0)
        return f"{100.0 * row.usage.counts.get('agreed', 0.0) / talks:.1f}" if talks else ""
    key = {"steps": TS.key, "transport": PS.key}.get(metric)
    found = row.figures.get(key) if key else None
    return f"{found.value:.1f}" if found is not None else ""


def _own(teams: Sequence[tuple[Row, int]]) -> str:
    headings = ["team", "channel", "asked", "robots", "tasks", "%Suc", "% brought", "steps",
        "messages", "steps of talk", "calls", "tokens", *HEADINGS]  # fmt: skip
    lines = []
    for row, count in teams:
        usage, setting = row.usage, row.setting
        figures = [row.figures.get(key) for key in ("suc", PS.key, TS.key)]
        shown = [f"{one.value:.1f}" if one is not None else NO_VALUE for one in figures]
        paid = f"{usage.talk.steps:.1f}" if usage.talk is not None else NO_VALUE
        tokens = usage.prompt_tokens + usage.completion_tokens
        lines.append(
            [setting.team, setting.channel or OPEN, setting.llm or "rules", str(count),
             str(len(row.tasks)), *shown, f"{usage.messages:.1f}", paid,
             f"{usage.llm_calls:.1f}", f"{tokens:.0f}", *talk_cells(usage.counts)]
        )  # fmt: skip
    return table(headings, lines, texts=3)


def _notes(teams: Sequence[tuple[Row, int]]) -> str:
    rules = sorted({row.setting.team for row, _ in teams if not row.setting.llm})
    models = sorted({row.setting.llm for row, _ in teams if row.setting.llm})
    return _NOTES.format(
        rules=", ".join(rules) or "none here", models=", ".join(models) or "a model"
    )
