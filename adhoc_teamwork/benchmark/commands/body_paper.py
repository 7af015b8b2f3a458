# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""``table --paper emos``: play EMOS and its ablations where it is missing, and print them."""

import argparse
from pathlib import Path

from adhoc_teamwork.benchmark.commands.run import chosen_channel, load_tasks, play_settings
from adhoc_teamwork.benchmark.figures.body_tables import EMOS_POLICIES, body_text
from adhoc_teamwork.benchmark.figures.page import Page
from adhoc_teamwork.benchmark.models.choice import model_name
from adhoc_teamwork.benchmark.runs.plan import NONE, make_setting
from adhoc_teamwork.benchmark.runs.selection import select_tasks
from adhoc_teamwork.benchmark.store.results import read_results
from adhoc_teamwork.benchmark.suites.registry import HABITAT_MAS
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.text.console import say_lines


def run_body_paper(options: argparse.Namespace) -> int:
    """Play what is missing, print the table; return 1 if an episode failed, else 0.

    Raises:
        ConfigError: Wrong input, such as a set of another suite.
        BenchError: Something could not be written.
    """
    folder, task_set = load_tasks(options)
    if task_set.suite != HABITAT_MAS.name:
        raise ConfigError(
            f"--paper {options.paper}: {folder} is of another suite; expected a set made with "
            f"generate --suite {HABITAT_MAS.name}"
        )
    channel, llm = chosen_channel(options, OPEN.name), model_name(options)
    page = Page(options.into, f"Table {options.paper}")
    settings = [make_setting(policy, NONE, 0, llm, channel) for policy in EMOS_POLICIES]
    code = play_settings(options, (folder, task_set), settings)
    tasks = select_tasks(task_set.tasks, options.tasks)
    results = {
        key: one
        for key, one in read_results(Path(options.out)).items()
        if (key.llm, key.channel) == (settings[0].llm, settings[0].channel) and key.adhoc == NONE
    }
    text = "\n\n".join(body_text(results, tasks, HABITAT_MAS.horizon))
    text += f"\n\nModel asked: {settings[0].llm}. Channel: {settings[0].channel}."
    say_lines(text)
    page.put(text.partition("\n\n")[2])
    return code
