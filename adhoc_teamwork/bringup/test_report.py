# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A pytest plugin that adds to pytest's summary how the checks before the tests ended."""

import json
import os
from typing import Any

CHECKS_VARIABLE = "ADHOC_TEST_CHECKS"
"""Environment variable with a JSON list of the checks' names, results and seconds."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a line for each check, above pytest's last line."""
    checks = json.loads(os.environ.get(CHECKS_VARIABLE, "[]"))
    if not checks:
        return
    terminalreporter.section("checks and tests before these")
    width = max(len(check["name"]) for check in checks)
    for check in checks:
        passed = check["passed"]
        line = f"{check['name']:<{width}} {'passed' if passed else 'FAILED'} ({check['seconds']} s)"
        terminalreporter.write_line(line, green=passed, red=not passed)
