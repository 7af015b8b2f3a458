# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Change sound inputs, by chance, into ones that are not: bytes, text, or a document's values."""

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

import yaml

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.teamwork.enums import StrEnum

_LONGEST = 200_000
"""Bytes of a drawn input at most: larger ones are in the corpora."""
_LIES = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1, 10**6)


class Shape(StrEnum):
    """Say what a sound input is."""

    BYTES = "bytes"
    TEXT = "text"
    JSON = "json"
    YAML = "yaml"
    JSON_LINES = "json lines"


def mutated(draw: random.Random, seeds: Sequence[bytes], shape: Shape) -> bytes:
    """Return a changed one of `seeds`, `_LONGEST` bytes at most."""
    seed = draw.choice(seeds)
    how = draw.random()
    if shape is Shape.BYTES or how < 0.15:
        data = _bytes(draw, seed, seeds)
    elif shape is Shape.TEXT or how < 0.35:
        data = _text(draw, seed)
    elif shape is Shape.JSON_LINES:
        lines = seed.splitlines()
        place = draw.randrange(len(lines))
        lines[place] = _document(draw, lines[place], Shape.JSON)
        data = b"\n".join(lines) + b"\n"
    else:
        data = _document(draw, seed, shape)
    return data[:_LONGEST]


def _bytes(draw: random.Random, seed: bytes, seeds: Sequence[bytes]) -> bytes:
    data = bytearray(seed)
    for _ in range(draw.choice((1, 1, 2, 4, 16))):
        place = draw.randrange(len(data) + 1)
        way = draw.randrange(7)
        if way == 0:
            data[place : place + draw.choice((1, 2, 4, 8))] = draw.randbytes(draw.choice((1, 4, 8)))
        elif way == 1:
            del data[place:]
        elif way == 2:
            del data[place : place + draw.choice((1, 4, 64))]
        elif way == 3:
            size, order = draw.choice((1, 2, 4, 8)), draw.choice(("little", "big"))
            lie = draw.choice(_LIES) % 256**size
            data[place : place + size] = lie.to_bytes(size, order)
        elif way == 4:
            other = draw.choice(seeds)
            cut = draw.randrange(len(other) + 1)
            data[place : place + draw.choice((0, 16))] = other[
                cut : cut + draw.choice((8, 64, 512))
            ]
        elif way == 5:
            data[place:place] = data[place : place + 32] * draw.choice((1, 2, 64))
        elif data:
            data[min(place, len(data) - 1)] ^= 1 << draw.randrange(8)
    return bytes(data)


def _text(draw: random.Random, seed: bytes) -> bytes:
    text = seed.decode("utf-8", "replace")
    for _ in range(draw.choice((1, 1, 2, 4))):
        word = draw.choice(evil.TEXTS) if draw.random() < 0.7 else str(draw.choice(evil.NUMBERS))
        begin = draw.randrange(len(text) + 1)
        # A whole word is replaced more often than a place within one.
        if draw.random() < 0.7:
            while begin > 0 and text[begin - 1].isalnum():
                begin -= 1
        end = begin
        while end < len(text) and text[end].isalnum():
            end += 1
        text = text[:begin] + word + text[end if draw.random() < 0.7 else begin :]
    return text.encode("utf-8", "surrogatepass")


def _document(draw: random.Random, seed: bytes, shape: Shape) -> bytes:
    tree = copy.deepcopy(_parsed(seed))
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        tree = _changed(draw, tree)
    return written(tree, shape)


def written(tree: Any, shape: Shape) -> bytes:
    """Return plain values as JSON, or as the YAML that JSON nearly is."""
    try:
        text = json.dumps(tree, ensure_ascii=shape is Shape.JSON)
    except (ValueError, RecursionError):
        text = "null"
    if shape is Shape.YAML:
        text = text.replace("-Infinity", "-.inf").replace("Infinity", ".inf").replace("NaN", ".nan")
    return text.encode("utf-8", "surrogatepass")


def _changed(draw: random.Random, tree: Any) -> Any:
    """Change one node of a tree in place, and return the tree."""
    places: list[tuple[Any, Any]] = []
    waiting = [tree] if isinstance(tree, (dict, list)) else []
    while waiting:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        for key in keys:
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                waiting.append(node[key])
        if len(places) > 3000:
            break
    if not places or draw.random() < 0.01:
        return _value(draw)
    node, key = draw.choice(places)
    way = draw.randrange(10)
    if way == 0:
        del node[key]
    elif way == 1 and isinstance(node, dict):
        node[draw.choice(evil.TEXTS)] = node.pop(key) if draw.random() < 0.5 else _value(draw)
    elif way == 2 and isinstance(node, list):
        node.extend([node[key]] * draw.choice((1, 2, 500)))
    elif way == 3:
        other, where = draw.choice(places)
        node[key] = copy.deepcopy(other[where])
    elif way == 4 and isinstance(node[key], (dict, list)):
        node[key] = [node[key]] if draw.random() < 0.5 else {"x": node[key]}
    else:
        node[key] = _like(draw, node[key])
    return tree


def _like(draw: random.Random, value: Any) -> Any:
    """Return something evil, most often of the kind that was there."""
    if draw.random() < 0.25:
        return _value(draw)
    if isinstance(value, bool):
        return draw.choice((*evil.NUMBERS, "yes", "no", None))
    if isinstance(value, (int, float)):
        near = (value + 1, -value, value * 1e6, value / 1e6) if abs(value) < 1e100 else (0,)
        return draw.choice((*evil.NUMBERS, *near))
    if isinstance(value, str):
        return draw.choice((*evil.TEXTS, value[:1000] * 2, value.upper(), f"{value}\x1b[31m"))
    return _value(draw)


def _value(draw: random.Random) -> Any:
    kind = draw.choice((evil.VALUES, evil.NUMBERS, evil.TEXTS))
    return copy.deepcopy(draw.choice(kind))


_known: dict[bytes, Any] = {}


def _parsed(seed: bytes) -> Any:
    if seed not in _known:
        _known[seed] = yaml.load(seed, yaml.CSafeLoader) if seed else {}
    return _known[seed]
