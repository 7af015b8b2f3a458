# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who drives robots through the built-in simulator: its own stand-in for Nav2, or Nav2.

Standard library only: options are looked at, and the doctor comes, where nothing is set up.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from adhoc_teamwork.teamwork.enums import StrEnum

NAV2_PACKAGES = ("nav2_bringup", "twist_mux", "launch_ros", "ros2launch")
"""ROS packages that have to be sourced where Nav2 drives; these bring all others."""
MAP_FILE = "map.yaml"
"""File of a run folder with the map of the house for Nav2; its picture lies beside it."""


class Navigation(StrEnum):
    """Name who serves `navigate_to_pose`."""

    BUILT_IN = "built-in"
    NAV2 = "nav2"


def missing_for_nav2(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return which of `NAV2_PACKAGES` no prefix of AMENT_PREFIX_PATH has."""
    prefixes = environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    shares = [Path(prefix) / "share" for prefix in prefixes if prefix]
    return tuple(
        package
        for package in NAV2_PACKAGES
        if not any((share / package / "package.xml").is_file() for share in shares)
    )


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
