# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the command line: ``python -m bringup COMMAND ...``."""

import sys

from bringup.cli import main
from teamwork.console import make_plain

if __name__ == "__main__":
    make_plain()
    sys.exit(main())
