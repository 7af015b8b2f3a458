# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Typed reading of JSON objects, within bounds on how large a house may be.

A bad value ends in one line with file, key and expectation. Anybody may have written a house, and
work grows with all that the bounds limit.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from adhoc_teamwork.teamwork.settings.config import ConfigError, read_json

FARTHEST = 1000.0
"""Metres from the origin of any point."""
LARGEST = 50.0
"""Metres along an edge of any object."""
HEAVIEST = 100_000.0
"""Kilograms of any object."""
MOST_AREA = 10_000.0
"""Square metres of the rectangle around all rooms: what maps of it take."""
MOST_ROOMS, MOST_WALLS, MOST_DOORS, MOST_OBJECTS = 200, 2000, 1000, 5000
MOST_CORNERS, MOST_CORNERS_OF_ALL = 200, 5000
"""Of one polygon, and of all rooms."""
MOST_RAISED, MOST_STEPS = 100, 200
"""Platforms, and stairs; steps of one of these."""
LONGEST_NAME = 200
"""Characters of an id."""


class Fields:
    """Read values of one JSON object and name it by its path in errors."""

    def __init__(self, data: dict[str, Any], source: str, path: str = "") -> None:
        self.data = data
        self.source = source
        self.path = path

    def __contains__(self, key: str) -> bool:
        return self.data.get(key) is not None

    def fail(self, key: str, expected: str) -> ConfigError:
        """Return the error to raise for the value under `key`."""
        found = repr(self.data[key]) if key in self.data else "nothing"
        return ConfigError(f"{self.source}: {self._at(key)}: expected {expected}, got {found:.60}")

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string, or `default` where the key is missing or null."""
        value = self.data.get(key, default)
        value = default if value is None else value
        if not isinstance(value, str):
            raise self.fail(key, "a text")
        return value

    def name(self, key: str, default: str | None = None) -> str:
        """Return a text that can name something: of printable characters, and not too long."""
        name = self.text(key, default)
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise self.fail(key, f"a name of at most {LONGEST_NAME} printable characters")
        return name

    def metres(self, key: str, default: float | None = None) -> float:
        """Return a coordinate or a length, or `default` where the key is missing or null."""
        value = self.number(key, default)
        if abs(value) > FARTHEST:
            raise self.fail(key, f"metres within {FARTHEST:g} of the origin")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return a boolean, or `default` where the key is missing or null."""
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.fail(key, "true or false")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """Return a finite number, or `default` where the key is missing or null."""
        value = self.data.get(key)
        value = default if value is None else value
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fail(key, "a number")
        if not abs(value) <= sys.float_info.max:
            raise self.fail(key, "a finite number")
        return float(value)

    def vector(self, key: str, default: tuple[float, float, float] | None = None) -> Any:
        """Return {x, y, z} as a tuple of three numbers; y counts as 0 where it is left out."""
        if key not in self and default is not None:
            return default
        inner = self.child(key)
        return (inner.metres("x"), inner.metres("y", 0.0), inner.metres("z"))

    def child(self, key: str) -> Fields:
        """Return the object under `key`."""
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.fail(key, "an object {…}")
        return Fields(value, self.source, self._at(key))

    def children(self, key: str, required: bool = False, most: int | None = None) -> list[Fields]:
        """Return the objects listed under `key`; none where it is null, or missing if allowed.

        Args:
            key: Where the list is.
            required: There must be one.
            most: How many there may be.
        """
        value = self.data.get(key)
        if value is None and not required:
            return []
        if not isinstance(value, list):
            raise self.fail(key, "a list […]")
        if most is not None and len(value) > most:
            raise ConfigError(
                f"{self.source}: {self._at(key)}: expected at most {most}, got {len(value)}"
            )
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                raise ConfigError(
                    f"{self.source}: {self._at(key)}[{index}]: expected an object {{…}}, "
                    f"got {item!r:.60}"
                )
        return [
            Fields(item, self.source, f"{self._at(key)}[{index}]")
            for index, item in enumerate(value)
        ]

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def read_json_object(path: Path) -> Fields:
    """Return the JSON object in a file.

    Raises:
        ConfigError: The file cannot be read, is not JSON, or holds something else.
    """
    data = read_json(path)
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: top level: expected an object {{…}}, got {data!r:.60}")
    return Fields(data, str(path))
