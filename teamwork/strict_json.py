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

"""Read JSON that comes from elsewhere: nothing in it means two things or breaks what reads on."""

import json
import re
from typing import Any, NoReturn

DEEPEST = 64
LARGEST = 2**63 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_json(data: bytes | str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is no JSON (RFC 8259), nests more than `DEEPEST` deep, names a key twice, or
            holds a number that is not finite or beyond 64 bits, or half a character (a lone
            surrogate). The text is one line and quotes nothing of the data.
    """
    try:
        text = data.decode() if isinstance(data, bytes) else data
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant,
            parse_int=_int, parse_float=_float,
        )  # fmt: skip
    except UnicodeDecodeError:
        raise ValueError("expected JSON in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(
            f"expected JSON: {error.msg.lower()} (line {error.lineno}, column {error.colno})"
        ) from None
    except RecursionError:
        raise ValueError(f"expected JSON at most {DEEPEST} deep") from None
    _check(value)
    return value


def _check(value: Any, depth: int = 0) -> None:
    """Raise ValueError for half characters and too deep nesting."""
    if depth > DEEPEST:
        raise ValueError(f"expected JSON at most {DEEPEST} deep")
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise ValueError("expected whole characters, got a lone surrogate")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(key, depth)
            _check(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("expected each key of a JSON object once")
    return found


def _constant(name: str) -> NoReturn:
    raise ValueError(f"expected finite numbers, got {name}")


def _int(text: str) -> int:
    value = int(text) if len(text) <= 20 else LARGEST + 1
    if abs(value) > LARGEST:
        raise ValueError("expected numbers of at most 64 bits")
    return value


def _float(text: str) -> float:
    value = float(text)
    if abs(value) == float("inf"):
        raise ValueError("expected finite numbers")
    return value
