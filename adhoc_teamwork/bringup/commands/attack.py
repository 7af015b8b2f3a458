# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``attack`` command: hand over to the hostile corpus, which is not installed on robots."""

from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import hand_over

SUMMARY = "try a hostile corpus against parsers and a live team; print what held"
MODULE = "adhoc_teamwork.attack"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    hand_over(subparsers, "attack", SUMMARY, MODULE)
