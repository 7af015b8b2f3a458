# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show addresses and errors without the keys in them."""

import itertools
import re
from urllib.parse import urlsplit

SHORTEST = 4
"""Characters of a key that, together, are a part of it: endpoints quote its begin and its end."""
SHORTEST_SECRET = 16
"""Characters from which on a key is none that is made up for an endpoint that wants any."""
HIDDEN = "***"
_ANY_KEY = re.compile(r"(?i)\b(?:bearer\s+|basic\s+)[^\s'\",}]+|\bsk-[\w*-]{4,}")


def hide_key(text: str, key: str) -> str:
    """Return a text in which every part of a key is hidden, and whatever else looks like one."""
    hidden = [False] * len(text)
    for begin in range(len(text) - SHORTEST + 1):
        if text[begin : begin + SHORTEST] in key:
            hidden[begin : begin + SHORTEST] = [True] * SHORTEST
    parts = itertools.groupby(zip(text, hidden, strict=True), key=lambda pair: pair[1])
    shown = (HIDDEN if is_key else "".join(c for c, _ in part) for is_key, part in parts)
    return _ANY_KEY.sub(HIDDEN, "".join(shown))


def hide_whole_key(text: str, key: str) -> str:
    """Return an answer in which a key as a whole is hidden; a short one is a word like others."""
    return text.replace(key, HIDDEN) if len(key) >= SHORTEST_SECRET else text


def address_shown(address: str) -> str:
    """Return an address without the user, password and query that it may hold."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "no address"
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}" if parts.netloc else address.partition("?")[0]
