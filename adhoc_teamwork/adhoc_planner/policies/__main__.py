# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say which policies there are, or check names.

python -m adhoc_teamwork.adhoc_planner.policies [--task=TASK] [NAME ...]

With a task, a folder of config/tasks, policies that cannot understand its goal are refused.
"""

import sys
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.policies.registry import check_goal, load_policy, policies
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.task_folders import task_folder

TASK = "--task="


def main(words: Sequence[str]) -> int:
    """Load the policies of these names, or list all; return 2 where one cannot be loaded."""
    names = [word for word in words if not word.startswith(TASK)]
    tasks = [word.removeprefix(TASK) for word in words if word.startswith(TASK)]
    if not names:
        width = max(len(name) for name in policies())
        for entry in policies().values():
            sys.stdout.write(f"{entry.name:{width}}  {entry.summary}\n")
    try:
        for name in names:
            load_policy(name)
            for task in tasks:
                check_goal(name, load_task(task_folder(task)).goal)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
