# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Work out the environment variables with which our processes run."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.layout import Layout


def child_environment(layout: Layout, present: Mapping[str, str]) -> dict[str, str]:
    """Return the whole environment for processes that use ROS and our packages.

    With the wheels it is closed: variables of an older sourced ROS 2 are replaced, not extended.
    Beside a sourced ROS 2 ours come first and everything of it stays.

    Args:
        layout: A finished environment.
        present: This process's environment.
    """
    env = dict(present)
    ours = {
        "PYTHONPATH": [layout.root, *layout.interface_packages()],
        "AMENT_PREFIX_PATH": [layout.interfaces],
        "CMAKE_PREFIX_PATH": [layout.interfaces],
        "LD_LIBRARY_PATH": [layout.interfaces / "lib"],
    }
    if layout.sourced:
        for name, paths in ours.items():
            env[name] = _joined(paths, present.get(name, ""))
    else:
        ours["AMENT_PREFIX_PATH"].append(layout.venv)
        ours["CMAKE_PREFIX_PATH"].append(layout.venv)
        ours["LD_LIBRARY_PATH"] += _wheel_libraries(layout)
        own = "" if present.get("ROS_DISTRO") else present.get("LD_LIBRARY_PATH", "")
        env.update({name: _joined(paths) for name, paths in ours.items()})
        env["LD_LIBRARY_PATH"] = _joined(ours["LD_LIBRARY_PATH"], own)
        # Libraries are found already, so the wheels need not start Python a second time.
        env["_ROS_WHEELS_BOOTSTRAP_COMPLETE"] = "1"
        env["RMW_IMPLEMENTATION"] = "rmw_fastrtps_cpp"
        env.pop("ROS_DISTRO", None)
    env["VIRTUAL_ENV"] = str(layout.venv)
    env["PATH"] = _joined([layout.venv / "bin"], present.get("PATH", ""))
    env.pop("PYTHONHOME", None)
    # A team is a dozen processes, and without bytecode each would compile all that it imports. It
    # is kept in a folder of our own, so nothing appears beside anybody's sources.
    env.setdefault("PYTHONPYCACHEPREFIX", str(layout.bytecode))
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if not _can_write_home(present):
        # Nodes end where they cannot write a log, which without this goes into the home folder.
        env.setdefault("ROS_LOG_DIR", str(layout.logs / "ros"))
        env.setdefault("MPLCONFIGDIR", str(layout.base / "matplotlib"))
    return env


def _can_write_home(env: Mapping[str, str]) -> bool:
    home = env.get("HOME", "")
    return Path(home).is_absolute() and os.access(home, os.W_OK | os.X_OK)


def _wheel_libraries(layout: Layout) -> list[Path]:
    found = [layout.venv / "lib"]
    for folder in layout.site_packages():
        found += sorted(folder.glob("ros_*.libs"))
    return found


def _joined(first: Iterable[Path], rest: str = "") -> str:
    """Return a search path without repetitions, so that a start within a start adds nothing."""
    parts = [str(path) for path in first] + rest.split(os.pathsep)
    return os.pathsep.join(dict.fromkeys(part for part in parts if part))
