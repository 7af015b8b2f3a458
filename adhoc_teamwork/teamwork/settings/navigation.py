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
_NODE_PACKAGE = re.compile(r"""\bpackage\s*=\s*['"](\w+)['"]""")


class Navigation(StrEnum):
    """Name who serves `navigate_to_pose`."""

    BUILT_IN = "built-in"
    NAV2 = "nav2"


def missing_for_nav2(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return what Nav2 needs here and no prefix of AMENT_PREFIX_PATH has.

    Looked for are `NAV2_PACKAGES` and, where nav2_bringup is there, each package of which it starts
    a node, and `NAV2_PLUGINS`: a Nav2 of sources may be there in part.
    """
    prefixes = environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    shares = [Path(prefix) / "share" for prefix in prefixes if prefix]
    needed = dict.fromkeys((*NAV2_PACKAGES, *_started(shares)))
    return tuple(
        package
        for package in needed
        if not any((share / package / "package.xml").is_file() for share in shares)
    )


def _started(shares: list[Path]) -> Iterator[str]:
    """Yield the packages that the first nav2_bringup's launch files start nodes of, and plugins."""
    bringup = next((path for share in shares if (path := share / "nav2_bringup").is_dir()), None)
    if bringup is None:
        return
    for name in _LAUNCH_FILES:
        file = bringup / "launch" / name
        if file.is_file():
            yield from _NODE_PACKAGE.findall(file.read_text(encoding="utf-8", errors="replace"))
    yield from NAV2_PLUGINS


def why_not(chosen: Navigation, environment: Mapping[str, str] = os.environ) -> str:
    """Return in one line why nobody can drive like that here, with the remedy; empty: it can be."""
    missing = missing_for_nav2(environment) if chosen is Navigation.NAV2 else ()
    if not missing:
        return ""
    debian = " ".join(f"ros-$ROS_DISTRO-{name.replace('_', '-')}" for name in missing)
    return (
        f"navigation {chosen}: {', '.join(missing)} not found in a sourced ROS 2; expected Nav2, "
        f"as by: sudo apt-get install {debian}; or navigation {Navigation.BUILT_IN}"
    )
