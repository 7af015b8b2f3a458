# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Launch arguments: in which ROS domain processes are, and how hosts find each other."""

import os
from typing import Any

from launch.actions import DeclareLaunchArgument, OpaqueFunction, SetEnvironmentVariable

from adhoc_teamwork.bringup.process_control.domains import check_domain
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import argument
from adhoc_teamwork.teamwork.settings.discovery import (
    FORMS,
    given_by,
    load_discovery,
    read_discovery,
)
from adhoc_teamwork.teamwork.settings.places import config_dir


def network_arguments() -> list[Any]:
    """Return the arguments `discovery` and `domain`, and what sets them for later processes."""
    return [
        DeclareLaunchArgument(
            "discovery",
            default_value="",
            description=f"How hosts find each other: {FORMS}; empty: as ROS 2's own variables "
            "say, or else config/communication/network.yaml.",
        ),
        DeclareLaunchArgument(
            "domain",
            default_value="",
            description="ROS domain, 0 to 232; empty: ROS_DOMAIN_ID.",
        ),
        OpaqueFunction(function=_set_network),
    ]


def _set_network(context: Any) -> list[Any]:
    variables: dict[str, str] = {}
    line = argument(context, "discovery")
    if line:
        variables = read_discovery(line, f"discovery:={line}").environment()
    elif not given_by(os.environ):
        variables = load_discovery(config_dir()).environment()
    domain = argument(context, "domain")
    if domain:
        variables["ROS_DOMAIN_ID"] = str(check_domain(domain, f"domain:={domain}"))
    return [SetEnvironmentVariable(name, value) for name, value in variables.items()]
