# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question that shows whether an endpoint's model sees the pictures of a prompt.

Servers of blind models refuse a picture (400, 422, 500), or drop it and let the model guess. So the
trial asks for what only the picture tells: the order of four colours.
"""

import base64
import re
import struct
import zlib

from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

_COLOURS = {
    "yellow": (250, 220, 20),
    "blue": (20, 60, 220),
    "red": (220, 20, 20),
    "green": (20, 160, 40),
}
"""From left to right; in no order in which they are commonly named."""
_STRIPE, _HEIGHT = 56, 112
"""Pixels; models look at patches of 14 to 32."""
_WORD = re.compile(rf"\b({'|'.join(_COLOURS)})\b")


def _stripes() -> str:
    """Return the data address of a PNG with a stripe of each colour."""
    row = b"\0" + b"".join(bytes(colour) * _STRIPE for colour in _COLOURS.values())
    size = struct.pack(">IIBBBBB", len(_COLOURS) * _STRIPE, _HEIGHT, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(row * _HEIGHT)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return (
        "data:image/png;base64,"
        + base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(chunks)).decode()
    )


PICTURE_QUESTION = (
    ChatMessage(
        "user",
        "Name the colours of the four stripes in this picture from left to right, in four words.",
        (_stripes(),),
    ),
)


def has_seen(text: str) -> bool:
    """Tell whether an answer to the trial names what the picture shows; any text may come."""
    return _WORD.findall(text.casefold())[-len(_COLOURS) :] == list(_COLOURS)
