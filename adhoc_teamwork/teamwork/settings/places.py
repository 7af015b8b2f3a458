# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where configuration lies: beside the code in a checkout, in `share/` once installed."""

import os
import re
import sys
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError

PACKAGE = "adhoc_teamwork"
CHECKOUT = Path(__file__).resolve().parents[3]

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")


def is_plain(name: str) -> bool:
    """Tell whether a name can only mean what lies in a folder itself: it is no path."""
    return _PLAIN.fullmatch(name) is not None and ".." not in name


def within(folder: Path, name: str, what: str) -> Path:
    """Return the place of what a name from a file, a message or a journal means in our folder.

    Args:
        folder: Where such things lie.
        name: Anybody may have written it.
        what: What it names, for the error.

    Raises:
        ConfigError: It is no plain name: it could lead elsewhere.
    """
    if not is_plain(name):
        raise ConfigError(f"{name!r:.100}: not a name of a {what}; expected one in {folder}")
    return folder / name


def shares(package: str) -> tuple[Path, ...]:
    """Return where an installed package's share folder may be, by AMENT_PREFIX_PATH."""
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return tuple(Path(prefix) / "share" / package for prefix in prefixes if prefix)


def config_dir() -> Path:
    """Return the folder with nodes.yaml, scenarios, robots, houses, tasks and prompts.

    Raises:
        ConfigError: There is none: beside the code, on AMENT_PREFIX_PATH, or where pip puts it.
    """
    installed = (share / "config" for share in (*shares(PACKAGE), _pip_share()))
    candidates = [CHECKOUT / "config", *installed]
    for candidate in candidates:
        if (candidate / "nodes.yaml").is_file():
            return candidate
    raise ConfigError(
        f"{candidates[0]}: no nodes.yaml there nor in share/{PACKAGE}/config of AMENT_PREFIX_PATH; "
        "expected an installed package or a checkout"
    )


def _pip_share() -> Path:
    """Return where pip puts a package's share folder in this environment."""
    return Path(sys.prefix) / "share" / PACKAGE


def state_dir() -> Path:
    """Return the folder for what this user's commands remember of one run in the next."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / PACKAGE


def stop_record(folder: Path | None, robot: str, part: str) -> Path:
    """Return the file in which a part of a robot keeps its emergency stop over a restart.

    Args:
        folder: Where such files lie; None for `emergency_stop/` in ROS_HOME, or in ~/.ros.
        robot: The robot's namespace.
        part: Which part of the robot keeps it.
    """
    if folder is None:
        home = os.environ.get("ROS_HOME")
        folder = (Path(home) if home else Path.home() / ".ros") / "emergency_stop"
    return folder / f"{robot.replace('/', '_') or 'robot'}.{part}.json"
