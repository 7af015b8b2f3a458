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
