# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of any package: find their class by name, and fill them from plain values."""

import importlib
import re
from importlib.machinery import PathFinder
from importlib.util import find_spec
from typing import Any

from adhoc_teamwork.teamwork.settings.config import ConfigError

_SEQUENCE = re.compile(r"^sequence<([^,>]+)(?:, ?(\d+))?>$")
_ARRAY = re.compile(r"^([^\[]+)\[(\d+)\]$")
_FLOATS = ("float", "double")
_WHOLE = re.compile(r"^(u?)int(\d+)$")


def message_class(name: str) -> Any:
    """Return the class of a message type such as ``std_msgs/msg/String``.

    Raises:
        ConfigError: It is not installed.
    """
    package, _, kind = name.split("/")
    found = None
    if _has_messages(package):
        try:
            found = getattr(importlib.import_module(f"{package}.msg"), kind, None)
        except ImportError:
            found = None
    if not hasattr(found, "get_fields_and_field_types"):
        raise ConfigError(f"message type {name}: not installed; expected one that is")
    return found


def _has_messages(package: str) -> bool:
    """Tell whether a package has messages, without running anything of it.

    To import a module of a package runs the package first, and a name may be any module's.
    """
    try:
        spec = find_spec(package)
    except ValueError:
        return False
    places = spec.submodule_search_locations if spec is not None else None
    return bool(places) and PathFinder.find_spec(f"{package}.msg", places) is not None


def fill(message: Any, values: dict[str, Any]) -> Any:
    """Return `message` with the fields that `values` names, nested, set.

    Raises:
        ValueError: A field is not there, or its value is of another kind.
    """
    if not hasattr(message, "get_fields_and_field_types"):
        raise ValueError("it has no fields")
    types = message.get_fields_and_field_types()
    for name, value in values.items():
        if name not in types:
            kind = type(message).__name__
            raise ValueError(f"{kind} has no field {name}; expected one of {', '.join(types)}")
        try:
            setattr(message, name, _converted(value, types[name], getattr(message, name)))
        except (ValueError, TypeError, OverflowError) as error:
            # rclpy checks nothing by default, and what does not fit ends the process.
            raise ValueError(f"{name}: {value!r:.60} is no {types[name]}: {error!s:.80}") from None
    return message


def _converted(value: Any, kind: str, present: Any) -> Any:
    """Return a plain value as a field of `kind` takes it; `present` is what the field holds."""
    many, array = _SEQUENCE.match(kind), _ARRAY.match(kind)
    if many or array:
        inner, most = (many or array).groups()  # type: ignore[union-attr]
        items = [_converted(item, inner, _empty(inner)) for item in value]
        if most and (len(items) > int(most) or (array and len(items) != int(most))):
            raise ValueError(f"{len(items)} items")
        return items
    if isinstance(value, dict):
        return fill(present, value)
    if kind in _FLOATS:
        return float(value)
    if kind == "boolean":
        return bool(value)
    whole = _WHOLE.match(kind)
    return _in_range(int(value), *whole.groups()) if whole else _text(value, kind)


def _in_range(value: int, unsigned: str, bits: str) -> int:
    span = 2 ** int(bits)
    low = 0 if unsigned else -span // 2
    if not low <= value < low + span:
        raise ValueError("out of range")
    return value


def _text(value: Any, kind: str) -> str:
    if kind != "string" or not isinstance(value, (str, int, float)):
        raise ValueError("expected a text")
    return str(value)


def _empty(kind: str) -> Any:
    """Return an empty message of a type such as ``geometry_msgs/Point``; None for plain values."""
    if "/" not in kind:
        return None
    package, name = kind.split("/")
    return message_class(f"{package}/msg/{name}")()
