# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The options of commands that take part in a running team; nothing here needs a set-up."""

import argparse

from adhoc_teamwork.teamwork.settings.member_names import is_member_name
from adhoc_teamwork.teamwork.settings.number_words import whole_number

MAX_DOMAIN = 232


def add_joining(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which team is meant, and by which clock it goes."""
    parser.add_argument("--domain", type=whole_number(0, MAX_DOMAIN), metavar="N",
        help="the team's ROS domain (default ROS_DOMAIN_ID, else that of the one team that runs "
        "on this machine)")  # fmt: skip
    parser.add_argument("--wall-clock", action="store_true",
        help="the team goes by the clock on the wall, not by /clock")  # fmt: skip


def member_name(text: str) -> str:
    """Return a name that a member of the team may have.

    Raises:
        ArgumentTypeError: It is none.
    """
    if not is_member_name(text):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected letters, digits and _, not a digit first"
        )
    return text
