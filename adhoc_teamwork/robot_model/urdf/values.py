# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Typed values out of an URDF's elements, with errors that name file, element and expectation."""

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from adhoc_teamwork.robot_model.arrays import Floats, transform
from adhoc_teamwork.teamwork.settings.config import ConfigError

LARGEST = 1e18
"""Of any number: models write such for a limit that there is none of."""
FARTHEST = 1e6
"""Of a place, a size or a scale."""


@dataclass(frozen=True)
class Place:
    """Say where in a file something stands: `what` is an element with its name."""

    source: str
    what: str

    def wrong(self, expected: str) -> ConfigError:
        """Return the error that says what was expected here."""
        return ConfigError(f"{self.source}: {self.what}: {expected}")

    def child(self, element: Element, tag: str) -> Element:
        """Return the first child with a tag.

        Raises:
            ConfigError: There is none.
        """
        found = element.find(tag)
        if found is None:
            raise self.wrong(f"expected a <{tag}>")
        return found

    def text(self, element: Element, key: str) -> str:
        """Return an attribute that must be there.

        Raises:
            ConfigError: It is missing or empty.
        """
        value = element.get(key, "").strip()
        if not value:
            raise self.wrong(f'expected {key}="..." in <{element.tag}>')
        return value

    def number(self, element: Element, key: str, default: float | None = None) -> float:
        """Return a finite number; `default` where the attribute is missing.

        Raises:
            ConfigError: It is no finite number, or missing without a default.
        """
        value = element.get(key)
        if value is None and default is not None:
            return default
        return self.numbers(value or "", 1, f"{key} of <{element.tag}>")[0]

    def numbers(self, text: str, count: int, name: str) -> tuple[float, ...]:
        """Return `count` finite numbers out of a text.

        Raises:
            ConfigError: The text holds something else.
        """
        try:
            values = tuple(float(word) for word in text.split())
        except ValueError:
            values = ()
        if len(values) != count or not all(abs(value) <= LARGEST for value in values):
            many = "a finite number" if count == 1 else f"{count} finite numbers"
            raise self.wrong(f"{name}: expected {many}, got '{text:.60}'")
        return values

    def triple(
        self, text: str | None, name: str, default: tuple[float, float, float]
    ) -> tuple[float, float, float]:
        """Return three finite numbers, `default` where there is no text.

        Raises:
            ConfigError: The text holds something else.
        """
        if text is None:
            return default
        x, y, z = self.numbers(text, 3, name)
        if max(abs(x), abs(y), abs(z)) > FARTHEST:
            raise self.wrong(f"{name}: expected at most {FARTHEST:g}, got '{text:.60}'")
        return x, y, z

    def origin(self, element: Element) -> Floats:
        """Return the (4, 4) transform of an element's <origin>, or the identity.

        Raises:
            ConfigError: Its numbers are wrong.
        """
        origin = element.find("origin")
        if origin is None:
            return transform()
        zero = (0.0, 0.0, 0.0)
        return transform(
            self.triple(origin.get("xyz"), "origin xyz", zero),
            self.triple(origin.get("rpy"), "origin rpy", zero),
        )
