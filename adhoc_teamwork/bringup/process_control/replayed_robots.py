# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whose perception is started where a recording is played."""

from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.task import Task


def replayed_robots(run: Path, given: str) -> dict[str, str]:
    """Return the cards of robots by their names: as given, else as the run's task.json says.

    Args:
        run: The run folder, or its bag.
        given: NAME=CARD for each robot, separated by commas; empty for those of the run.

    Raises:
        ConfigError: `given` is not written like that, or nothing says who there was.
    """
    if given:
        pairs = [pair.partition("=") for pair in given.split(",")]
        if any(not (name.strip() and card.strip()) for name, _, card in pairs):
            raise ConfigError(f"robots:={given}: expected NAME=CARD,NAME=CARD")
        return {name.strip(): card.strip() for name, _, card in pairs}
    known = [folder / "task.json" for folder in (run, run.parent)]
    path = next((path for path in known if path.is_file()), None)
    if path is None:
        raise ConfigError(f"{run}: no task.json with it; expected robots:=NAME=CARD")
    return {robot.name: robot.card for robot in load_config(path, Task).robots}
