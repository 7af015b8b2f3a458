# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the command line: ``python -m adhoc_teamwork.bringup COMMAND ...``."""

import sys

from adhoc_teamwork.bringup.cli import main
from adhoc_teamwork.teamwork.text.console import exit_code, make_plain

if __name__ == "__main__":
    make_plain()
    sys.exit(exit_code(main()))
