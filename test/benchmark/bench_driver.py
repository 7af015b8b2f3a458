# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run `adhoc bench run` with made-up tasks and episodes; its own process in the tests."""

import argparse
import os
import sys
from pathlib import Path

from bench_fakes import PLAYER, a_task_set

import adhoc_teamwork.benchmark.commands.run as run_command
from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.engines.cluster import RayEngine
from adhoc_teamwork.benchmark.engines.processes import ProcessEngine
from adhoc_teamwork.benchmark.engines.work import Engine
from adhoc_teamwork.benchmark.tasks.task import TaskSet


def _tasks(_options: argparse.Namespace) -> tuple[Path, TaskSet]:
    folder = Path(os.environ.get("FAKE_FOLDER", "nowhere"))
    return folder, a_task_set(digest=os.environ.get("FAKE_DIGEST", "d" * 64))


def _engine(options: argparse.Namespace, folder: Path) -> tuple[Engine, int]:
    if options.engine == "ray":
        engine = RayEngine(folder, options.ray_address, PLAYER)
        return engine, engine.workers
    return ProcessEngine(folder, options.jobs, PLAYER), options.jobs


if __name__ == "__main__":
    run_command.load_tasks = _tasks
    run_command.make_engine = _engine
    sys.exit(main(sys.argv[1:]))
