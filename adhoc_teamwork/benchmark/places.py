# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where task sets and results lie unless the command line says otherwise."""

from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.runs import RUNS, point_to

LATEST_TASK_SET = "taskset"


def remember_task_set(folder: Path, runs: Path = RUNS) -> None:
    """Have `default_task_set` find this folder from now on, through a link in `runs/`."""
    point_to(folder.absolute(), runs / LATEST_TASK_SET)


def default_task_set(runs: Path = RUNS) -> Path:
    """Return the folder of the task set that was generated last.

    Raises:
        ConfigError: There is none.
    """
    link = runs / LATEST_TASK_SET
    if not link.is_dir():
        raise ConfigError(
            f"--taskset: {link} is not there; expected a task set's folder, or first "
            "./adhoc bench generate --out FOLDER"
        )
    return link.resolve()
