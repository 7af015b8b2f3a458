# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parse YAML and JSON that anybody may have written: plain values, each key once, not too deep."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any, NoReturn

import yaml

MOST_DEEP = 100
"""Lists and mappings within one another."""

MOST_REPEATED = 100_000
"""Values that the aliases of a YAML text may stand for, all together."""

_LARGEST = 2**63 - 1
_LONGEST_NUMBER = 20
_MERGE = "tag:yaml.org,2002:merge"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str | bytes, *, strict: bool = False) -> Any:
    """Return the plain values in a JSON text; NaN and infinity are read as Python writes them.

    Args:
        text: What is read; bytes are UTF-8.
        strict: Refuse numbers that are not finite or beyond 64 bits, as browsers and fields of
            messages do.

    Raises:
        ValueError: It is no JSON, a key stands twice in an object, it is nested too deeply, or a
            text in it is none; the message is one line.
    """
    numbers: dict[str, Any] = {}
    if strict:
        numbers = {"parse_constant": _infinite, "parse_int": _int, "parse_float": _float}
    try:
        written = text if isinstance(text, str) else text.decode("utf-8")
        values = json.loads(written, object_pairs_hook=_once, **numbers)
    except RecursionError:
        raise _too_deep() from None
    _check_depth(values)
    if _SURROGATE.search(written):
        # Escapes may name halves of characters, which nothing can write.
        json.dumps(values, ensure_ascii=False).encode("utf-8")
    return values


def parse_yaml(text: str | bytes) -> Any:
    """Return the plain values in a YAML text.

    Raises:
        ValueError: It is no YAML, a key stands twice in a mapping, it is nested too deeply, or its
            aliases repeat too much; the message is one line.
    """
    try:
        written = text if isinstance(text, str) else text.decode("utf-8")
        # The loader recurses in C without a limit, so how deep it goes is found out before.
        _check_events(written)
        return yaml.load(written, Loader=_Loader)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from None
    except (KeyError, IndexError, AttributeError, TypeError, OverflowError):
        # What a tag such as !!bool stands for is not checked by the library.
        raise ValueError("a value that does not fit its tag") from None


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(_said_twice(key))
            seen.add(key)
    return found


def _infinite(name: str) -> NoReturn:
    raise ValueError(f"expected finite numbers, got {name}")


def _int(text: str) -> int:
    value = int(text) if len(text) <= _LONGEST_NUMBER else _LARGEST + 1
    if abs(value) > _LARGEST:
        raise ValueError("expected numbers of at most 64 bits")
    return value


def _float(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _infinite(text[:_LONGEST_NUMBER])


def _said_twice(key: object) -> str:
    return f"the key {key!r:.60} stands twice; expected each key once"


def _too_deep() -> ValueError:
    return ValueError(f"nested too deeply; expected at most {MOST_DEEP} levels")


def _check_depth(values: Any) -> None:
    level = [values]
    for _ in range(MOST_DEEP + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    raise _too_deep()


def _check_events(text: str) -> None:
    """Go through a YAML text without building anything.

    Raises:
        ValueError: It is nested too deeply, or its aliases stand for too much.
    """
    sizes: dict[str, int] = {}
    # How many values there are in each collection that has begun, and the collection's anchor.
    begun: list[tuple[str | None, int]] = []
    total, repeated = 0, 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in begun):
                raise ValueError(f"*{event.anchor:.60} stands within what it stands for")
            size = sizes.get(event.anchor or "", 0)
            total += size
            repeated += size
            if repeated > MOST_REPEATED:
                raise ValueError(f"aliases stand for more than {MOST_REPEATED} values")
        elif isinstance(event, yaml.ScalarEvent):
            total += 1
            if event.anchor:
                sizes[event.anchor] = 1
        elif isinstance(event, yaml.CollectionStartEvent):
            begun.append((event.anchor, total))
            total += 1
            if len(begun) > MOST_DEEP:
                raise _too_deep()
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = begun.pop()
            if anchor:
                sizes[anchor] = total - before


class _Loader(yaml.CSafeLoader):
    """Refuse a key that stands twice, and texts that no name can have."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._checked: set[int] = set()

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Check the keys as they are written, before those that are merged in join them."""
        if id(node) in self._checked:
            return
        self._checked.add(id(node))
        seen: set[object] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            name = key.value if key.tag == _MERGE else self.construct_object(key)
            if name in seen:
                raise ValueError(f"line {key.start_mark.line + 1}: {_said_twice(key.value)}")
            seen.add(name)
        super().flatten_mapping(node)

    def construct_text(self, node: yaml.ScalarNode) -> str:
        """Return a text without NUL, which no path and no C library takes."""
        text = str(self.construct_scalar(node))
        if "\0" in text:
            raise ValueError(f"line {node.start_mark.line + 1}: a NUL in a text")
        return text


_Loader.add_constructor("tag:yaml.org,2002:str", _Loader.construct_text)
