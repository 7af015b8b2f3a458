# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``skills`` command: hand over to the measurements of the skills."""

from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import hand_over

SUMMARY = "measure the sub-skills in houses (--evaluate), arm planning (--speed)"
MODULE = "adhoc_teamwork.measuring.skills"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    hand_over(subparsers, "skills", SUMMARY, MODULE)
