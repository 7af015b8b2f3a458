# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who drives robots through the built-in simulator: its own stand-in for Nav2, or Nav2.

Standard library only: options are looked at, and the doctor comes, where nothing is set up.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from adhoc_teamwork.teamwork.enums import StrEnum

NAV2_PACKAGES = ("nav2_bringup", "twist_mux", "launch_ros", "ros2launch")
"""ROS packages that have to be sourced where Nav2 drives; as Debian packages they bring all
others."""
NAV2_PLUGINS = ("nav2_navfn_planner", "nav2_regulated_pure_pursuit_controller")
"""ROS packages of the plugins that our parameters of Nav2 name and no node of it brings."""
MAP_FILE = "map.yaml"
"""File of a run folder with the map of the house for Nav2; its picture lies beside it."""

_LAUNCH_FILES = ("localization_launch.py", "navigation_launch.py")
_NODE = re.compile(r"""\bpackage\s*=\s*['"](\w+)['"](?:\s*,\s*executable\s*=\s*['"](\w+)['"])?""")
"""A node as launch files write one: its package and, where it is a process, its program."""


class Navigation(StrEnum):
    """Name who serves `navigate_to_pose`."""

    BUILT_IN = "built-in"
    NAV2 = "nav2"


def missing_for_nav2(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return what Nav2 needs here and no prefix of AMENT_PREFIX_PATH has.

    Looked for are `NAV2_PACKAGES` and, where nav2_bringup is there, what it starts and
    `NAV2_PLUGINS`: a Nav2 of sources may be there in part, and so may each of its packages.

    Returns:
        Names of packages; of those that lack a program or library, with it, as
        ``nav2_planner/planner_server``.
    """
    prefixes = [Path(p) for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    missing = dict[str, None]()
    for package, file in _needed(prefixes):
        prefix = _prefix_with(package, prefixes)
        if prefix is None:
            missing[package] = None
        elif file and not (prefix / "lib" / file).is_file():
            missing[f"{package}/{Path(file).name}"] = None
    return tuple(missing)


def _needed(prefixes: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield each package that Nav2 needs, with a file below ``lib`` or, where none counts, ""."""
    yield from ((package, "") for package in NAV2_PACKAGES)
    bringup = _prefix_with("nav2_bringup", prefixes)
    if bringup is None:
        return
    for name in _LAUNCH_FILES:
        file = bringup / "share" / "nav2_bringup" / "launch" / name
        if file.is_file():
            nodes = _NODE.findall(file.read_text(encoding="utf-8", errors="replace"))
            yield from ((package, program and f"{package}/{program}") for package, program in nodes)
    # Nav2's launch files import the one; our own launch file starts the other.
    yield "nav2_common", ""
    yield "twist_mux", "twist_mux/twist_mux"
    yield from ((package, f"lib{package}.so") for package in NAV2_PLUGINS)


def _prefix_with(package: str, prefixes: list[Path]) -> Path | None:
    """Return the first prefix that has a package: what launch files start is looked for there."""
    return next((p for p in prefixes if (p / "share" / package / "package.xml").is_file()), None)


def why_not(chosen: Navigation, environment: Mapping[str, str] = os.environ) -> str:
    """Return in one line why nobody can drive like that here, with the remedy; empty: it can be."""
    missing = missing_for_nav2(environment) if chosen is Navigation.NAV2 else ()
    if not missing:
        return ""
    packages = dict.fromkeys(name.split("/")[0].replace("_", "-") for name in missing)
    debian = " ".join(f"ros-$ROS_DISTRO-{package}" for package in packages)
    return (
        f"navigation {chosen}: {', '.join(missing)} not found in a sourced ROS 2 from Jazzy on; "
        f"expected Nav2, as by: sudo apt-get install {debian}; or navigation {Navigation.BUILT_IN}"
    )
