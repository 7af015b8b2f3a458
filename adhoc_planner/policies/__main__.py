"""Say which policies there are, or check names: ``python -m adhoc_planner.policies [NAME ...]``."""

import sys
from collections.abc import Sequence

from adhoc_planner.policies.registry import load_policy, policies
from teamwork.config import ConfigError

BAD_INPUT = 2


def main(names: Sequence[str]) -> int:
    """Load the policies of these names, or list all; return 2 where one cannot be loaded."""
    if not names:
        width = max(len(name) for name in policies())
        for entry in policies().values():
            sys.stdout.write(f"{entry.name:{width}}  {entry.summary}\n")
    try:
        for name in names:
            load_policy(name)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
