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

"""Find the houses that a command line names."""

from collections.abc import Sequence
from pathlib import Path

from teamwork.config import ConfigError


def find_houses(paths: Sequence[Path]) -> list[Path]:
    """Return the house files that paths mean: themselves, or all .json files in a folder.

    Raises:
        ConfigError: A path is missing, or a folder holds no house.
    """
    houses: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(path.glob("*.json"))
            if not found:
                raise ConfigError(f"{path}: no house in this folder; expected .json files")
            houses += found
        elif path.is_file():
            houses.append(path)
        else:
            raise ConfigError(f"{path}: no such file or folder; expected houses")
    return houses
