# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `adhoc bench generate --suite` does."""

import argparse
from functools import partial
from pathlib import Path

from adhoc_teamwork.benchmark.generation.suites import c_wah, habitat_mas, tdw_mat
from adhoc_teamwork.benchmark.generation.suites.episode_files import LACKS, READERS
from adhoc_teamwork.benchmark.generation.suites.plan import SuitePlan
from adhoc_teamwork.benchmark.generation.summary import summary
from adhoc_teamwork.benchmark.generation.whole_set import refuse_to_overwrite, write_set
from adhoc_teamwork.benchmark.places import remember_task_set
from adhoc_teamwork.benchmark.suites.registry import C_WAH, HABITAT_MAS, TDW_MAT, find_suite
from adhoc_teamwork.benchmark.tasks.task import TaskSet
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say, say_lines

_DRAWN_BY = {C_WAH.name: c_wah, TDW_MAT.name: tdw_mat, HABITAT_MAS.name: habitat_mas}


def generate_suite(options: argparse.Namespace) -> int:
    """Make a suite's set and say what is in it; return the exit code.

    Raises:
        ConfigError: Options contradict each other, or a file is broken.
        BenchError: The disk is full, or a process was killed.
    """
    for key in ("houses", "task"):
        if getattr(options, key) is not None:
            raise ConfigError(f"--{key}: not with --suite, which brings its own")
    suite, folder = find_suite(options.suite), options.out.absolute()
    refuse_to_overwrite(folder, options.replace)
    places = None
    if options.episodes is not None and suite.name not in READERS:
        raise ConfigError(f"--episodes: not with --suite {suite.name}, whose houses are drawn")
    if options.team is not None and suite.bodies:
        raise ConfigError(f"--team: not with --suite {suite.name}, which brings its teams")
    if options.episodes is not None:
        places = READERS[suite.name](options.episodes)
        say(f"{options.episodes}: {LACKS[suite.name]}")
    plan = SuitePlan(suite, options.seed, options.team or 1, options.draws, places)
    taskset = draw_suite(folder, options.name or suite.name, plan, options.jobs)
    remember_task_set(folder)
    say_lines(summary(taskset, options.out))
    return 0


def draw_suite(folder: Path, name: str, plan: SuitePlan, jobs: int) -> TaskSet:
    """Draw a suite's set into a new folder; see `write_set`.

    Raises:
        ConfigError: No house can carry tasks.
        BenchError: The disk is full, or a process was killed.
    """
    drawn_by = _DRAWN_BY[plan.suite.name]
    work = partial(drawn_by.draw_house, plan=plan)
    return write_set(folder, name, plan.seed, drawn_by.orders(plan), work, jobs)
