# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names of tasks: that of a run where none is named, and all that there are.

Nothing here needs a set-up; `task_folders` finds the folders.
"""

from importlib.metadata import entry_points
from pathlib import Path

TIDY_UP = "tidy_up"
"""The task of a run where none is named."""

TASK_GROUP = "adhoc_teamwork.tasks"
"""Entry points of this group are the path of a task's folder each, under the task's name."""


def task_names(config: Path) -> tuple[str, ...]:
    """Return the names of the tasks of a configuration folder and of other packages."""
    shipped = (path.parent.name for path in (config / "tasks").glob("*/task.yaml"))
    return tuple(sorted({*shipped, *(entry.name for entry in entry_points(group=TASK_GROUP))}))
