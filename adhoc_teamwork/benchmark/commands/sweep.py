# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""``table --sweep``: play policies with a stand-in that errs more and more, in one table.

A sweep is a table of error rates and correlations, one line of it a model. Nothing is chosen: what
holds in one line and not in the others hangs on a number that nobody knows.
"""

import argparse
import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.benchmark.commands.run import chosen_channel, load_tasks, play_settings
from adhoc_teamwork.benchmark.figures.comparison import Comparison, compare
from adhoc_teamwork.benchmark.figures.metrics import NEEDLESS, PS, SE, SUC, WASTED
from adhoc_teamwork.benchmark.figures.page import Page
from adhoc_teamwork.benchmark.figures.summary import Row, summarize
from adhoc_teamwork.benchmark.figures.tables import difference_cell, interval_cell
from adhoc_teamwork.benchmark.models.choice import model_names
from adhoc_teamwork.benchmark.models.names import pooled_names
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting, make_setting
from adhoc_teamwork.benchmark.runs.selection import select_tasks
from adhoc_teamwork.benchmark.store.facts import read_facts
from adhoc_teamwork.benchmark.store.results import read_results
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.offline_model.error_rates import NAMES, ErrorRates, read_errors
from adhoc_teamwork.offline_model.settings import read_name
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_text
from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.text.console import say, say_lines

ERRORS = "errors"
"""The sweep that is part of the benchmark."""
SHIPPED = {ERRORS: Path(__file__).parents[1] / "data" / "error_sweep.csv"}
SHOWN = (SUC, PS, SE, WASTED, NEEDLESS)


@dataclass(frozen=True)
class Line:
    """Hold one line of a sweep: error rates, and the names of a model with them, seed by seed."""

    errors: ErrorRates
    names: tuple[str, ...]

    @property
    def pooled(self) -> str:
        """Return the name that tables have for all seeds together."""
        return pooled_names(self.names)[self.names[0]]


def run_sweep(options: argparse.Namespace) -> int:
    """Play what is missing, print the table; return 1 if an episode failed, else 0.

    Raises:
        ConfigError: Wrong input.
        BenchError: Something could not be written.
    """
    lines = sweep_lines(options)
    channel, policies = chosen_channel(options, OPEN.name), options.adhoc.split(",")
    page = Page(options.into, f"Sweep {options.sweep}")
    wanted = [
        make_setting(options.team, policy, options.t0, name, channel)
        for line in lines
        for name in line.names
        for policy in policies
    ]
    folder, task_set = load_tasks(options)
    code = play_settings(options, (folder, task_set), wanted)
    chosen = {task.task_id for task in select_tasks(task_set.tasks, options.tasks)}
    out = Path(options.out)
    names = {name for line in lines for name in line.names}
    results = {
        key: result
        for key, result in read_results(out).items()
        if key.task_id in chosen and key.llm in ("", *names)
    }
    tasks = read_facts(out).by_id()
    rows = {row.setting: row for row in summarize(results, tasks)}
    beside = {found.setting: found for found in compare(results, tasks, options.against)}
    asked = [
        (line.errors, make_setting(options.team, policy, options.t0, line.pooled, channel))
        for line in lines
        for policy in dict.fromkeys((NONE, *policies))
    ]
    text = sweep_text(asked, rows, beside, options.against)
    say("")
    say_lines(f"# Sweep: {options.sweep}, team {options.team}, t0 {options.t0}\n\n{text}")
    page.put(text)
    return code


def sweep_lines(options: argparse.Namespace) -> list[Line]:
    """Return the sweep's lines, each with a model's names; slips are left out unless asked for.

    Raises:
        ConfigError: Wrong input, or a hosted model.
    """
    if options.errors is not None:
        raise ConfigError("--errors: not with --sweep, which has rates of its own")
    if options.llm == "openai":
        raise ConfigError("--sweep: only for the offline models; a hosted one has its own errors")
    if options.hallucination is None:
        options = argparse.Namespace(**{**vars(options), "hallucination": 0.0})
    models = [read_name(name) for name in model_names(options)]
    return [
        Line(errors, tuple(replace(model, errors=errors).name for model in models if model))
        for errors in read_sweep(SHIPPED.get(options.sweep, Path(options.sweep)))
    ]


def read_sweep(path: Path) -> list[ErrorRates]:
    """Return the error rates of a table with a column for each, or for some of them.

    Raises:
        ConfigError: It is not there, or no such table.
    """
    expected = f"a table with columns of {','.join(NAMES)}"
    try:
        lines = csv.DictReader(read_text(path, expected=expected).splitlines(), strict=True)
        found = [
            read_errors(",".join(f"{name}={value}" for name, value in line.items()))
            for line in lines
        ]
    except (ValueError, csv.Error) as error:
        raise ConfigError(f"{path}: {error}") from None
    if not found:
        raise ConfigError(f"{path}: no line; expected {expected}")
    return list(dict.fromkeys(found))


def sweep_text(
    asked: Sequence[tuple[ErrorRates, Setting]],
    rows: Mapping[Setting, Row],
    beside: Mapping[Setting, Comparison],
    against: str,
) -> str:
    """Return the table: for each line of the sweep the team alone and each policy."""
    headings = [*NAMES, "ad hoc", "tasks", *(metric.title for metric in SHOWN),
        f"{PS.title} less {against}"]  # fmt: skip
    lines = []
    for errors, setting in asked:
        row, found = rows.get(setting), beside.get(setting)
        cells = [interval_cell(row.figures.get(m.key)) if row else NO_VALUE for m in SHOWN]
        less = difference_cell(found.differences.get(PS.key)) if found else NO_VALUE
        rates = [f"{getattr(errors, name):g}" for name in NAMES]
        played = str(len(row.tasks)) if row else "0"
        lines.append([*rates, setting.adhoc, played, *cells, less])
    notes = (
        "In brackets 95 % intervals (houses drawn); behind a difference its p-value (paired by "
        "task and seed). misjudge, overlook, confuse: probabilities of errors; stages, robots: "
        f"their correlations (docs/models.md). Models: {', '.join(_models(asked))}."
    )
    return f"{table(headings, lines, texts=len(NAMES) + 1)}\n\n{notes}"


def _models(asked: Sequence[tuple[ErrorRates, Setting]]) -> list[str]:
    """Return the models' names, what is swept left out of them."""
    names = {setting.llm.replace(f" {errors} ", " ") for errors, setting in asked if setting.llm}
    return sorted(names)
