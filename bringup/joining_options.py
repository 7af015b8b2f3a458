# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The options of commands that take part in a running team; nothing here needs a set-up."""

import argparse
import re

MAX_DOMAIN = 232


def add_joining(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which team is meant, and by which clock it goes."""
    parser.add_argument("--domain", type=_domain, metavar="N",
        help="the team's ROS domain (default ROS_DOMAIN_ID, else that of the one team that runs "
        "on this machine)")  # fmt: skip
    parser.add_argument("--wall-clock", action="store_true",
        help="the team goes by the clock on the wall, not by /clock")  # fmt: skip


def member_name(text: str) -> str:
    """Return a name that a member of the team may have.

    Raises:
        ArgumentTypeError: It is none.
    """
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,62}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected letters, digits and _, not a digit first"
        )
    return text


def _domain(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_DOMAIN:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to {MAX_DOMAIN}")
    return int(text)
