# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have the planner's package check names of policies, as a process of its own."""

import subprocess
import sys
from collections.abc import Sequence

from adhoc_teamwork.bringup.demo_run.demo_arguments import DEFAULT_POLICY
from adhoc_teamwork.teamwork.settings.config import ConfigError

CHECKER = "adhoc_teamwork.adhoc_planner.policies"
TIME_LIMIT = 60.0


def check_policies(names: Sequence[str], task: str) -> None:
    """Refuse names of which there is no policy, before anything is started.

    Args:
        names: Of policies.
        task: A folder of config/tasks; what cannot understand its goal is refused.

    Raises:
        ConfigError: One of them is not known, or cannot be loaded.
    """
    asked = sorted({name for name in names if name != DEFAULT_POLICY})
    if not asked:
        return
    command = [sys.executable, "-m", CHECKER, f"--task={task}", *asked]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(f"{CHECKER}: not ready after {TIME_LIMIT:g} s") from None
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise ConfigError(lines[-1] if lines else f"{CHECKER} ended with {done.returncode}")
