# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Task folders by name: those of config/tasks, and those that other packages offer."""

from importlib.metadata import entry_points
from pathlib import Path

from adhoc_teamwork.teamwork.offered import load_offered
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir, is_plain
from adhoc_teamwork.teamwork.task_names import TASK_GROUP, task_names


def task_folder(name: str, config: Path | None = None) -> Path:
    """Return the folder of a task; those of the configuration go before others of the same name.

    Args:
        name: Anybody may have written it.
        config: The configuration folder; None for the usual one.

    Raises:
        ConfigError: There is no such task, or the package that offers it is at fault.
    """
    config = config or config_dir()
    if not is_plain(name):
        raise ConfigError(f"task {name!r:.100}: not a name of a task; expected no path")
    folder = config / "tasks" / name
    if (folder / "task.yaml").is_file():
        return folder
    for entry in entry_points(group=TASK_GROUP):
        if entry.name == name:
            return _offered(name, entry.value)
    names = ", ".join(task_names(config)) or "none"
    raise ConfigError(f"task {name!r:.100}: no such task; expected one of {names}")


def _offered(name: str, target: str) -> Path:
    found = load_offered(f"task {name}", target)
    if not isinstance(found, Path) or not (found / "task.yaml").is_file():
        raise ConfigError(f"task {name}: {target}: expected the path of a folder with a task.yaml")
    return found


def shared_prompts(task: Path) -> Path:
    """Return the folder of the prompts that are the same for every task, for a task's folder.

    Beside the folder `tasks` that it is in, or else those that ship.

    Raises:
        ConfigError: There are none.
    """
    beside = task.parents[1] / "prompts"
    return beside if beside.is_dir() else config_dir() / "prompts"
