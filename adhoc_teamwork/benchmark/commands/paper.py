# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""``table --paper``: play what a table of the paper needs, and print both row under row."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.benchmark.agents.registry import ALL_KNOWING
from adhoc_teamwork.benchmark.commands.run import chosen_channel, load_tasks, play_settings
from adhoc_teamwork.benchmark.episodes.cost import LEGEND, Cost, cost_cells, cost_headings
from adhoc_teamwork.benchmark.figures.metrics import SE, SUC
from adhoc_teamwork.benchmark.figures.page import Page
from adhoc_teamwork.benchmark.figures.paper import ALONE, SHOWN, PaperRow, paper_changes, paper_rows
from adhoc_teamwork.benchmark.figures.summary import Row, summarize
from adhoc_teamwork.benchmark.figures.tables import (
    adhoc_label,
    figure_cell,
    number_text,
    share_text,
)
from adhoc_teamwork.benchmark.models.choice import model_names
from adhoc_teamwork.benchmark.models.names import pooled_names
from adhoc_teamwork.benchmark.runs.plan import Setting, make_setting
from adhoc_teamwork.benchmark.runs.selection import select_tasks
from adhoc_teamwork.benchmark.store.facts import read_facts
from adhoc_teamwork.benchmark.store.results import read_results
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import PAPER
from adhoc_teamwork.teamwork.text.console import say, say_lines

MISSING = "not in this version"
SLIP = "†"
PAPER_TASKS = "1350"
GAIN = "% of bound's gain"
"""Heading: %Suc gained on the team alone, in percent of what the all-knowing robot gains."""


def run_paper(options: argparse.Namespace) -> int:
    """Play what is missing, print the table; return 1 if an episode failed, else 0.

    Raises:
        ConfigError: Wrong input.
        BenchError: Something could not be written.
    """
    rows = paper_rows(options.paper)
    names = model_names(options)
    channel = chosen_channel(options, PAPER.name)
    page = Page(options.into, f"Table {options.paper}")
    settings = _settings(rows, pooled_names(names)[names[0]], channel)
    code = 0
    ours: dict[Setting, Row] = {}
    if any(settings):
        folder, task_set = load_tasks(options)
        if task_set.suite:
            raise ConfigError(
                f"--paper {options.paper}: {folder} is a set of the suite {task_set.suite}; "
                "expected one to tidy up, or --paper coela or capo"
            )
        wanted = [
            setting
            for name in names
            for setting in (*_settings(rows, name, channel), *_bounds(rows, name, channel))
            if setting
        ]
        code = play_settings(options, (folder, task_set), wanted)
        chosen = {task.task_id for task in select_tasks(task_set.tasks, options.tasks)}
        out = Path(options.out)
        results = {
            key: result
            for key, result in read_results(out).items()
            if key.task_id in chosen and key.llm in ("", *names)
        }
        ours = {row.setting: row for row in summarize(results, read_facts(out).by_id())}
    say("")
    text = paper_text(options.paper, rows, settings, ours)
    say_lines(text)
    page.put(text.partition("\n\n")[2])
    return code


def paper_text(
    name: str,
    rows: Sequence[PaperRow],
    settings: Sequence[Setting | None],
    ours: Mapping[Setting, Row],
) -> str:
    """Return the table: under each row of the paper ours, in the same columns."""
    headings = ["t0", "team", "ad hoc", "whose", "tasks", *(metric.title for metric in SHOWN),
        GAIN]  # fmt: skip
    of_cost = cost_headings([row.cost for row in ours.values()])
    no_cost = cost_cells(Cost(), of_cost)
    lines = []
    for row, setting in zip(rows, settings, strict=True):
        who = [str(row.t0), row.team, row.ad_hoc]
        whose = "paper" if setting else f"paper; ours: {MISSING}"
        lines.append([*who, whose, PAPER_TASKS, *_paper_cells(row, list(rows)), NO_VALUE, *no_cost])
        if setting:
            one = ours.get(setting)
            costs = cost_cells(one.cost if one else Cost(), of_cost)
            lines.append(["", "", *_our_cells(one, setting), *costs])
        if setting and row.ad_hoc == ALONE:
            bound = replace(setting, adhoc=ALL_KNOWING, t0=row.t0)
            if bound in ours:
                lines.append(["", "", *_our_cells(ours[bound], bound), *no_cost])
    text = table([*headings, *of_cost], lines, texts=4)
    shown = {setting: row for setting, row in ours.items() if setting in settings}
    return f"# Table {name}: the paper's figures, and ours\n\n{text}\n\n{_notes(rows, shown)}"


def _settings(rows: Sequence[PaperRow], model: str, channel: str) -> list[Setting | None]:
    """Return what has to be played for each row, None where this version cannot."""
    return [
        make_setting(row.team, row.policy, row.t0, model, channel) if row.in_this_version else None
        for row in rows
    ]


def _bounds(rows: Sequence[PaperRow], model: str, channel: str) -> list[Setting]:
    """Return what has to be played for the bound beside each team, from each step of joining."""
    beside = {(row.team, row.t0) for row in rows if row.in_this_version}
    return [make_setting(team, ALL_KNOWING, t0, model, channel) for team, t0 in sorted(beside)]


def _paper_cells(row: PaperRow, rows: list[PaperRow]) -> list[str]:
    changes = paper_changes(row, rows)
    cells = []
    for metric in SHOWN:
        value = row.printed.get(metric.key)
        if value is None:
            cells.append(NO_VALUE)
            continue
        mark = SLIP if row.meant[metric.key] != value else ""
        bracket = "" if metric is SE else f" ({_number(changes.get(metric.key))})"
        cells.append(f"{value:.1f}{mark}{bracket}")
    return cells


def _our_cells(row: Row | None, setting: Setting) -> list[str]:
    if row is None:
        return [adhoc_label(setting), "no result", "", *([""] * len(SHOWN)), ""]
    cells = [figure_cell(row.figures.get(metric.key)) for metric in SHOWN]
    gain = share_text(row.shares.get(SUC.key))
    return [adhoc_label(setting), "ours", str(len(row.tasks)), *cells, gain]


def _number(value: float | None) -> str:
    return NO_VALUE if value is None else number_text(value)


def _notes(rows: Sequence[PaperRow], ours: Mapping[Setting, Row]) -> str:
    lines = [
        "The paper's houses are ProcTHOR-10K's and its model is gpt-4-1106-preview: compare the "
        "order of rows and the changes in brackets rather than the figures."
    ]
    if any(row.printed != row.meant for row in rows):
        lines.append(
            f"{SLIP} contradicts the paper's own brackets or its other tables; brackets here are "
            "worked out from what is meant."
        )
    channels = sorted({setting.channel for setting in ours})
    if channels:
        lines.append(f"Channel: {', '.join(channels)}.")
    models = sorted({setting.llm for setting in ours if setting.llm})
    if models:
        lines.append(f"Model asked: {', '.join(models)}.")
    if cost_headings([row.cost for row in ours.values()]):
        lines.append(LEGEND)
    if any(setting.adhoc == ALL_KNOWING for setting in ours):
        lines.append(
            f"{ALL_KNOWING}: the bound, an ad hoc robot that knows everything beside the same "
            "team; it is no policy for robots."
        )
    lines.append(f'Brackets: change on "{ALONE}" in %, positive is better; stars as in table.')
    return "\n".join(lines)
