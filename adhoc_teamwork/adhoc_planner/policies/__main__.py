# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say which policies there are, or check names.

python -m adhoc_teamwork.adhoc_planner.policies [--any-task] [NAME ...]

With ``--any-task`` policies that know no task but tidying up are refused.
"""

import sys
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.policies.registry import is_rule, load_policy, policies
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT
from adhoc_teamwork.teamwork.settings.config import ConfigError

ANY_TASK = "--any-task"


def main(words: Sequence[str]) -> int:
    """Load the policies of these names, or list all; return 2 where one cannot be loaded."""
    names = [word for word in words if word != ANY_TASK]
    if not names:
        width = max(len(name) for name in policies())
        for entry in policies().values():
            sys.stdout.write(f"{entry.name:{width}}  {entry.summary}\n")
    try:
        for name in names:
            if is_rule(load_policy(name)) and ANY_TASK in words:
                raise ConfigError(f"policy {name}: it knows no task but tidying up")
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
