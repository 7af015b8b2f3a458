# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names of all tasks that there are; `task_folders` finds their folders."""

from importlib.metadata import entry_points
from pathlib import Path

TASK_GROUP = "adhoc_teamwork.tasks"
"""Entry points of this group are the path of a task's folder each, under the task's name."""


def task_names(config: Path) -> tuple[str, ...]:
    """Return the names of the tasks of a configuration folder and of other packages."""
    shipped = (path.parent.name for path in (config / "tasks").glob("*/task.yaml"))
    return tuple(sorted({*shipped, *(entry.name for entry in entry_points(group=TASK_GROUP))}))
