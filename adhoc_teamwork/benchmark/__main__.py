# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the benchmark's command line: ``python -m adhoc_teamwork.benchmark COMMAND ...``."""

import sys

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.teamwork.text.console import exit_code

if __name__ == "__main__":
    sys.exit(exit_code(main()))
