# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find out whether a ROS 2 is sourced in this terminal, and which Python imports it."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TOO_OLD = frozenset(
    ["ardent", "bouncy", "crystal", "dashing", "eloquent", "foxy", "galactic", "humble", "iron"]
)
PROBE_TIME = 20.0
"""Seconds within which a Python has to import rclpy."""


@dataclass(frozen=True)
class SourcedRos:
    """Describe the ROS 2 of this terminal.

    Attributes:
        distribution: Such as ``jazzy``.
        prefixes: Where its packages are installed, as in AMENT_PREFIX_PATH.
    """

    distribution: str
    prefixes: tuple[Path, ...]

    def has(self, package: str) -> bool:
        """Tell whether a ROS package is installed."""
        index = Path("share", "ament_index", "resource_index", "packages", package)
        return any((prefix / index).is_file() for prefix in self.prefixes)


def find_sourced_ros(env: Mapping[str, str]) -> SourcedRos | None:
    """Return the sourced ROS 2, or None without one or with one older than Jazzy.

    ``ADHOC_ROS=wheels`` in the environment ignores a sourced ROS 2.
    """
    distribution = env.get("ROS_DISTRO", "")
    prefixes = tuple(Path(p) for p in env.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p)
    if not distribution or not prefixes or env.get("ADHOC_ROS") == "wheels":
        return None
    if not re.fullmatch(r"[a-z]+", distribution) or distribution in TOO_OLD:
        return None
    return SourcedRos(distribution, prefixes)


def python_with_rclpy(env: Mapping[str, str]) -> Path | None:
    """Return the Python that imports rclpy in this environment, or None.

    The versions named in PYTHONPATH, where a sourced ROS puts its packages, are tried after
    ``python3``; each is run, because only that tells.
    """
    versions = re.findall(r"python3\.\d+(?=/)", env.get("PYTHONPATH", ""))
    for name in dict.fromkeys(["python3", *versions, "/usr/bin/python3"]):
        found = shutil.which(name, path=env.get("PATH"))
        if found and (python := _importing_python(found, env)):
            return python
    return None


def _importing_python(python: str, env: Mapping[str, str]) -> Path | None:
    program = "import sys, rclpy; print(sys.executable)"
    try:
        answer = subprocess.run(
            [python, "-c", program],
            env=dict(env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PROBE_TIME,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Path(answer.stdout.strip()) if answer.returncode == 0 else None
