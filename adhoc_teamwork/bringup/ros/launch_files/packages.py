# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Include launch files: our own, and those of ROS packages that not everybody has."""

from pathlib import Path

from launch.actions import GroupAction, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import shares


def need(package: str) -> Path:
    """Return the share folder of a ROS package.

    Raises:
        ConfigError: It is not installed; the line says how it is.
    """
    found = next((share for share in shares(package) if share.is_dir()), None)
    if found is None:
        debian = f"ros-$ROS_DISTRO-{package.replace('_', '-')}"
        raise ConfigError(f"the ROS package {package} is not installed; expected it, as by: "
                          f"sudo apt-get install {debian}")  # fmt: skip
    return found


def include_ours(path: Path, arguments: dict[str, str]) -> GroupAction:
    """Return the action that includes a launch file of ours; its arguments are for nothing else."""
    source = PythonLaunchDescriptionSource(str(path))
    return GroupAction([IncludeLaunchDescription(source, launch_arguments=arguments.items())])


def include_from(package: str, file: str, arguments: dict[str, str]) -> IncludeLaunchDescription:
    """Return the action that includes another package's launch file.

    Raises:
        ConfigError: The package is not installed, or has no such launch file.
    """
    path = need(package) / "launch" / file
    if not path.is_file():
        raise ConfigError(
            f"{path}: no such launch file; expected {package} of ROS 2 Jazzy or later"
        )
    return IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(path)), launch_arguments=arguments.items()
    )
