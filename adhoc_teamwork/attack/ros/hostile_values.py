# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make messages of any type whose fields hold what no sender should send."""

import importlib
import random
import re
from typing import Any

from rclpy.serialization import serialize_message

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape, mutated

_SEQUENCE = re.compile(r"^sequence<(.+?)(?:, ?(\d+))?>$")
_ARRAY = re.compile(r"^(.+)\[(\d+)\]$")
_TEXT = re.compile(r"^w?string(?:<(\d+)>)?$")
_WHOLE = re.compile(r"^(u?)int(\d+)$")
_LONGEST = 60_000
_NUMBERS = tuple(n for n in evil.NUMBERS if abs(n) < 1e200 or n != n or n in (1e300,))


def message_class(kind: str) -> Any:
    """Return the class of a type such as ``nav_msgs/msg/Odometry``."""
    package, _, name = kind.split("/")
    return getattr(importlib.import_module(f"{package}.msg"), name)


def hostile_bytes(draw: random.Random, kind: Any) -> bytes:
    """Return a serialized message of a class, hostile in its values, or in its bytes, too."""
    how = draw.random()
    if how < 0.1:
        return draw.randbytes(draw.randrange(1, 2000))
    data = bytes(serialize_message(_filled(draw, kind(), 0)))
    return mutated(draw, (data,), Shape.BYTES) if how < 0.4 else data[:_LONGEST]


def _filled(draw: random.Random, message: Any, depth: int) -> Any:
    for name, kind in message.get_fields_and_field_types().items():
        if draw.random() < 0.7:
            value = _value(draw, kind, getattr(message, name), depth)
            try:
                setattr(message, name, value)
            except (AssertionError, TypeError, ValueError, OverflowError):
                # The class itself refuses it; what is there stays.
                continue
    return message


def _value(draw: random.Random, kind: str, present: Any, depth: int) -> Any:
    if many := _SEQUENCE.match(kind):
        most = min(int(many[2] or 10**6), draw.choice((0, 1, 2, 30 if depth == 0 else 2)))
        return [_value(draw, many[1], _made(many[1]), depth + 1) for _ in range(most)]
    if array := _ARRAY.match(kind):
        return [_value(draw, array[1], _made(array[1]), depth + 1) for _ in range(int(array[2]))]
    if text := _TEXT.match(kind):
        words = draw.choice(evil.TEXTS).encode("utf-8", "ignore").decode().replace("\x00", "")
        return words[: int(text[1] or 5000)]
    if whole := _WHOLE.match(kind):
        bits = int(whole[2])
        low, high = (0, 2**bits - 1) if whole[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        return draw.choice((low, high, 0 if low <= 0 else low, 1, draw.randint(low, high)))
    if kind in ("float", "double"):
        number = float(draw.choice(_NUMBERS))
        return number if kind == "double" or abs(number) < 3e38 or number != number else 3e38
    if kind == "boolean":
        return draw.random() < 0.5
    if kind in ("octet", "byte"):
        return bytes((draw.randrange(256),))
    return (
        _filled(draw, present, depth + 1)
        if hasattr(present, "get_fields_and_field_types")
        else present
    )


def _made(kind: str) -> Any:
    return (
        message_class(f"{kind.split('/')[0]}/msg/{kind.split('/')[1]}")() if "/" in kind else None
    )
