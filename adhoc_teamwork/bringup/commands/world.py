# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``world`` command: hand over to what writes houses for other simulators."""

from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import hand_over

SUMMARY = "write a house as a world of Gazebo or Isaac Sim"
MODULE = "adhoc_teamwork.simulation.world_command"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    hand_over(subparsers, "world", SUMMARY, MODULE)
