# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the robot resume's command line: ``python -m adhoc_teamwork.skills.resume URDF ...``."""

import sys
from collections.abc import Sequence

from adhoc_teamwork.skills.resume.words import build_parser
from adhoc_teamwork.teamwork.text.console import exit_code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 done, 2 wrong input, 130 interrupted."""
    options = build_parser().parse_args(arguments)
    # Imported here because help and the refusal of wrong words need no set-up.
    from adhoc_teamwork.skills.resume.command import run

    return run(options)


if __name__ == "__main__":
    sys.exit(exit_code(main()))
