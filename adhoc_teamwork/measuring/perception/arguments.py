# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the command lines that measure perception have in common."""

import argparse
import re

PROGRAM = "adhoc perceive"
_SIDE = (32, 4096)


def picture_size(text: str) -> tuple[int, int]:
    """Read width and height of pictures, such as 320x240."""
    parts = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    size = (int(parts[1]), int(parts[2])) if parts else (0, 0)
    if not all(_SIDE[0] <= side <= _SIDE[1] for side in size):
        raise argparse.ArgumentTypeError(
            f"{text}; expected width x height in pixels, each {_SIDE[0]} to {_SIDE[1]}, as 320x240"
        )
    return size
