# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``replay`` command: hand over to the planner's command line for recorded decisions."""

from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import hand_over

SUMMARY = "make a recorded run's decisions once more, and compare"
MODULE = "adhoc_teamwork.adhoc_planner.replay"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    hand_over(subparsers, "replay", SUMMARY, MODULE)
