# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have a module of another room say what it knows, as a process of its own."""

import subprocess
import sys
from collections.abc import Sequence

from adhoc_teamwork.teamwork.settings.config import ConfigError


def answer_of(module: str, words: Sequence[str], time_limit: float, subject: str = "") -> str:
    """Return what a module prints.

    Args:
        module: Is run as ``python -m`` runs it.
        words: Of its command line.
        time_limit: Seconds that it may take.
        subject: What it is asked about, said before its name where it does not answer.

    Raises:
        ConfigError: It refuses, in its own last line, or takes too long.
    """
    name = f"{subject}: {module}" if subject else module
    command = [sys.executable, "-m", module, *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=time_limit, check=False
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(f"{name}: not ready after {time_limit:g} s") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise ConfigError(said[-1] if said else f"{name} ended with {done.returncode}")
    return done.stdout
