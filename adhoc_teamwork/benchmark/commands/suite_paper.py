# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""``table --paper coela|capo``: play what their rows of rules need, and print both together."""

import argparse
from pathlib import Path

from adhoc_teamwork.benchmark.agents.registry import asks_model
from adhoc_teamwork.benchmark.commands.run import chosen_channel, load_tasks, play_settings
from adhoc_teamwork.benchmark.figures.page import Page
from adhoc_teamwork.benchmark.figures.suite_tables import beside_paper, paper_figures
from adhoc_teamwork.benchmark.runs.plan import make_setting
from adhoc_teamwork.benchmark.runs.selection import select_tasks
from adhoc_teamwork.benchmark.store.facts import read_facts
from adhoc_teamwork.benchmark.store.results import read_results
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.text.console import say_lines


def run_suite_paper(options: argparse.Namespace) -> int:
    """Play the rows of rules that are missing, print the table; return 1 if an episode failed.

    What asks a model is shown where `run` has played it: over which channel, at which price and
    with which model it is to talk is nothing that a table can choose.

    Raises:
        ConfigError: Wrong input, such as a set of another suite.
        BenchError: Something could not be written.
    """
    folder, task_set = load_tasks(options)
    figures = paper_figures(options.paper, task_set.suite)
    if not figures:
        raise ConfigError(
            f"--paper {options.paper}: {folder} is of no suite of that paper; expected a set made "
            "with generate --suite c-wah or tdw-mat"
        )
    channel = chosen_channel(options, OPEN.name)
    page = Page(options.into, f"Table {options.paper}")
    wanted = {
        make_setting(figure.team, figure.adhoc, 0, "", channel): None
        for figure in figures
        if figure.in_this_version and not asks_model(figure.team, figure.adhoc)
    }
    code = play_settings(options, (folder, task_set), list(wanted))
    out = Path(options.out)
    chosen = {task.task_id for task in select_tasks(task_set.tasks, options.tasks)}
    results = {key: one for key, one in read_results(out).items() if key.task_id in chosen}
    text = "\n\n".join(beside_paper(options.paper, results, read_facts(out)))
    say_lines(text)
    page.put(text.partition("\n\n")[2])
    return code
