# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find the houses that a command line names."""

from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError


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
