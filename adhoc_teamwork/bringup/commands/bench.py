# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``bench`` command: hand over to the benchmark's own command line."""

from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import hand_over

SUMMARY = "the tidying-up benchmark: generate, run, table, plot, speed"
MODULE = "adhoc_teamwork.benchmark"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    hand_over(subparsers, "bench", SUMMARY, MODULE)
