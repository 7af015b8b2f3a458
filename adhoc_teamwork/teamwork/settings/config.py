# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read configuration files into typed values, with errors that name file, key and expectation."""

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.teamwork.settings.files import MEGABYTE, read_regular
from adhoc_teamwork.teamwork.settings.parsing import parse_json, parse_yaml

T = TypeVar("T")
LONGEST_LINE = 1000
"""Characters of an error; the rest is not told."""

MOST_TEXT = 64 * MEGABYTE
"""Bytes of a text file that anybody may have written."""

MOST_YAML = 4 * MEGABYTE


class ConfigError(Exception):
    """Report bad input in one line: what, where, and what was expected. Programs exit with 2.

    What is quoted in it may be as long as a file: the line is cut.
    """

    def __init__(self, line: str) -> None:
        super().__init__(line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]} ...")


def parse_config(data: object, kind: type[T], source: str) -> T:
    """Return `data` as a `kind` (a dataclass), refusing unknown keys and wrong types.

    Args:
        data: Plain values, as YAML or JSON gives them.
        kind: A dataclass; a `__pydantic_config__` on it is honoured.
        source: What to name in the error, usually the file.

    Raises:
        ConfigError: One line naming source, key and what was expected.
    """
    unknown = _unknown_key(data, kind)
    if unknown:
        raise ConfigError(f"{source}: {unknown}")
    try:
        value: T = _adapter(cast(Hashable, kind)).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "top level"
        raise ConfigError(
            f"{source}: {key}: {first['msg']}, got {_shown(first['input'])}"
        ) from None
    return value


def _no_number(data: object) -> str:
    """Return what is wrong with the first number that is none, as YAML's .nan and JSON's NaN."""
    if isinstance(data, float):
        return "" if math.isfinite(data) else f"expected a finite number, got {data}"
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, (list, tuple)):
        inner = enumerate(data)
    for key, value in inner:
        if found := _no_number(value):
            is_nested = isinstance(value, (dict, list, tuple))
            return f"{key}{'.' if is_nested else ': '}{found}"
    return ""


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what reads values of a kind: it takes a while to make."""
    return TypeAdapter(kind)


def _shown(value: object) -> str:
    try:
        return f"{value!r:.80}"
    except (ValueError, RecursionError):
        # A number of more digits than Python writes, or what holds itself.
        return f"a {type(value).__name__} that is too large to show"


def read_text(path: Path, most: int = MOST_TEXT, expected: str = "a readable file") -> str:
    """Return the text of a file that a person named, or that another file names.

    Raises:
        ConfigError: It cannot be read, is no regular file, too large, or no UTF-8.
    """
    try:
        return read_regular(path, most).decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected {expected}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a text file: {error!s:.120}; expected {expected}") from None


def read_json(path: Path, expected: str = "a readable file") -> Any:
    """Return the plain values in a JSON file.

    Raises:
        ConfigError: The file cannot be read, or is not JSON; see `parse_json`.
    """
    text = read_text(path, expected=expected)
    try:
        if "\\u0000" in text:
            raise ValueError("a NUL in a text")
        return parse_json(text)
    except ValueError as error:
        raise ConfigError(f"{path}: not valid JSON: {error!s:.200}") from None


def read_yaml(path: Path) -> Any:
    """Return the plain values in a YAML file, or in a JSON file by its ending.

    Raises:
        ConfigError: The file cannot be read, is not YAML, see `parse_yaml`, or has a number in it
            that is not finite.
    """
    values = read_json(path) if path.suffix == ".json" else _yaml_in(path)
    wrong = _no_number(values)
    if wrong:
        raise ConfigError(f"{path}: {wrong}")
    return values


def _yaml_in(path: Path) -> Any:
    text = read_text(path, MOST_YAML)
    try:
        return parse_yaml(text)
    except ValueError as error:
        raise ConfigError(f"{path}: not valid YAML: {error!s:.200}") from None


def load_config(path: Path, kind: type[T]) -> T:
    """Read a YAML or JSON file as a `kind`; see `parse_config` and `read_yaml` for errors."""
    return parse_config(read_yaml(path), kind, str(path))


def _unknown_key(data: object, kind: Any) -> str:
    """Return what is wrong with the first key that `kind` or a dataclass within it lacks."""
    if not isinstance(data, dict) or not is_dataclass(kind):
        return ""
    known = {f.name: get_type_hints(kind)[f.name] for f in fields(kind)}
    for key, value in data.items():
        if key not in known:
            return f"unknown key '{key}'; expected one of {', '.join(known)}"
        inner = next((t for t in (known[key], *get_args(known[key])) if is_dataclass(t)), None)
        if isinstance(value, dict) and get_origin(known[key]) in (dict, Mapping):
            value = list(value.values())
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if found := _unknown_key(item, inner):
                return f"{key}: {found}"
    return ""
