# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write the goal that was drawn for a run, as planners read it."""

from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Any

import yaml

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.team.goal import GOAL_FILE, Goal


def write_goal(goal: Goal, path: Path) -> None:
    """Write a goal as task.yaml would have it; nothing where robots judge for themselves.

    Raises:
        ConfigError: The file cannot be written.
    """
    if not goal.says_all:
        return
    given = {key: _plain(value) for key, value in asdict(goal).items() if value}
    text = yaml.safe_dump(given, sort_keys=False, allow_unicode=True)
    try:
        write_whole(path, [text.encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a writable place") from None


def goal_of(run_dir: Path) -> str:
    """Return the file with a run's own goal, or an empty text where it has none."""
    path = run_dir / GOAL_FILE
    return str(path) if path.is_file() else ""


def _plain(value: Any) -> Any:
    """Return values as YAML's plain types."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value.value if isinstance(value, Enum) else value
