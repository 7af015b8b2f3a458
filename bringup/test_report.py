# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

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
