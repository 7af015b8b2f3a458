# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take values out of a message or of decoded JSON by paths such as ``pose.position.x``."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from adhoc_teamwork.comm_bridge.foreign_agents.drafts import SHORT_NAMES, NotUnderstoodError
from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import yaw_of

_FORBID: Any = {"extra": "forbid"}


class Convert(StrEnum):
    """Name what is done to a value before it is used."""

    YAW = "yaw"
    """A quaternion with x, y, z, w: the angle about z, in radians."""
    DEGREES = "degrees"
    """Degrees to radians."""
    LIST = "list"
    """A text with commas: its parts."""
    TEXT = "text"
    """Whatever it is, as text."""


@dataclass(frozen=True)
class Source:
    """Say where a value comes from: `path` in the data, or else a constant `value`.

    `words` replaces what is found there, `scale` and `offset` change a number. Where the path leads
    nowhere, `default` is used; an `optional` value is left out then.
    """

    __pydantic_config__ = _FORBID

    path: str = ""
    value: Any = None
    convert: Convert | None = None
    scale: float = 1.0
    offset: float = 0.0
    words: dict[str, Any] = field(default_factory=dict)
    default: Any = None
    optional: bool = False

    def read(self, data: object) -> Any:
        """Return the value, or None where an optional one is missing.

        Raises:
            NotUnderstoodError: The path leads nowhere, or the value cannot be converted.
        """
        if not self.path:
            return self.value
        try:
            found = look_up(data, self.path)
        except LookupError:
            if self.default is not None or self.optional:
                return self.default
            raise NotUnderstoodError(f"nothing at {self.path}") from None
        return self._changed(found)

    def _changed(self, found: Any) -> Any:
        if self.words:
            word = self.words.get(str(found), self.default)
            if word is None:
                raise NotUnderstoodError(f"{self.path}: {found!r:.40} is no word that is known")
            return word
        if self.convert is not None:
            found = _converted(found, self.convert, self.path)
        if (self.scale, self.offset) != (1.0, 0.0):
            return _number(found, self.path) * self.scale + self.offset
        return found


Fields = Mapping[str, Source | str]
"""Our field's path by the stranger's, or the other way round where the team is told."""


def look_up(data: Any, path: str) -> Any:
    """Return what is at a dotted path of keys, attributes and indices.

    Raises:
        LookupError: Nothing is there.
    """
    for part in path.split("."):
        if isinstance(data, Mapping):
            data = data[part]
        elif part.isdecimal():
            data = _item(data, int(part))
        elif isinstance(data, Action) and part in SHORT_NAMES:
            named = (data.argument(name) for name in SHORT_NAMES[part])
            data = next(filter(None, named), "")
        elif part.startswith("_") or not hasattr(data, part):
            raise LookupError(path)
        else:
            data = getattr(data, part)
    return plain(data)


def plain(value: Any) -> Any:
    """Return arrays and tuples as lists, bytes as numbers, members of enumerations as words."""
    if isinstance(value, bytes):
        return int.from_bytes(value, "little")
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, tuple):
        return list(value)
    return value.tolist() if hasattr(value, "tolist") else value


def gather(fields: Fields, data: object) -> dict[str, Any]:
    """Return the values of all fields, nested as the names of the fields say.

    Raises:
        NotUnderstoodError: A value that is needed is missing or wrong.
    """
    gathered: dict[str, Any] = {}
    for target, source in fields.items():
        source = Source(path=source) if isinstance(source, str) else source
        value = source.read(data)
        if value is not None:
            put(gathered, target, value)
    return gathered


def put(into: dict[str, Any], path: str, value: Any) -> None:
    """Store a value at a dotted path of nested mappings."""
    *parents, last = path.split(".")
    for part in parents:
        inner = into.setdefault(part, {})
        if not isinstance(inner, dict):
            raise NotUnderstoodError(f"{path}: {part} is given twice")
        into = inner
    into[last] = value


def _item(data: Any, index: int) -> Any:
    try:
        return data[index]
    except TypeError:
        raise LookupError(index) from None


def _converted(found: Any, convert: Convert, path: str) -> Any:
    convert_one: dict[Convert, Callable[[], Any]] = {
        Convert.YAW: lambda: _yaw(found, path),
        Convert.DEGREES: lambda: math.radians(_number(found, path)),
        Convert.LIST: lambda: [part.strip() for part in str(found).split(",") if part.strip()],
        Convert.TEXT: lambda: str(found),
    }
    return convert_one[convert]()


def _yaw(quaternion: Any, path: str) -> float:
    try:
        x, y, z, w = (_number(look_up(quaternion, name), path) for name in "xyzw")
    except LookupError:
        raise NotUnderstoodError(f"{path} is no quaternion; expected x, y, z and w") from None
    return yaw_of(x, y, z, w)


def _number(value: Any, path: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise NotUnderstoodError(f"{path} is {value!r:.40}; expected a number") from None
