# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Change who is who: a name tells nothing about what it stood for in a task's file."""

import random
from collections.abc import Mapping

from adhoc_teamwork.cells.task_file import CellTask


def drawn_names(task: CellTask, draw: random.Random) -> Mapping[str, str]:
    """Return what each robot, thing and place of a task is called instead: names of its own kind.

    A name that two kinds of blanks take is of the first.
    """
    groups = [tuple(task.agents), *task.names.values()]
    names: dict[str, str] = {}
    for group in groups:
        own = [name for name in group if name not in names]
        names |= zip(own, draw.sample(own, len(own)), strict=True)
    return names
