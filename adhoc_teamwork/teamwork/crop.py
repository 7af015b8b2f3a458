# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small pictures of things: what perception cuts out, and what a model may be shown."""

import base64
import re
from dataclasses import dataclass

LONGEST_SIDE = 224
"""Pixels."""
LONGEST_JPEG = 16_000
"""Bytes."""
LONGEST_PICTURE = 22_000
"""Characters of a picture's address."""

_PICTURE = re.compile(r"data:image/(?:jpeg|png);base64,[A-Za-z0-9+/]+={0,2}")
_JPEG_BEGINS = b"\xff\xd8\xff"


def check_picture(address: str) -> None:
    """Refuse what is no small JPEG or PNG in its own address.

    No other address is a picture: an endpoint would fetch what it names.

    Raises:
        ValueError: It is none.
    """
    if len(address) > LONGEST_PICTURE or not _PICTURE.fullmatch(address):
        raise ValueError(
            "expected a JPEG or PNG as a data address of at most "
            f"{LONGEST_PICTURE} characters, got {address!r:.40}"
        )


@dataclass(frozen=True)
class Crop:
    """Hold a small picture of a thing, `stamp` in seconds of the ROS clock.

    `picture` is its data address. With `after_grasp` it shows where the thing lay, after the hand
    has closed on it.

    Raises:
        ValueError: It is no such picture.
    """

    object_id: str
    stamp: float
    picture: str
    after_grasp: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no small picture."""
        check_picture(self.picture)


def jpeg_address(jpeg: bytes) -> str:
    """Return the data address of a JPEG.

    Raises:
        ValueError: It is none, or too large.
    """
    if not jpeg.startswith(_JPEG_BEGINS) or len(jpeg) > LONGEST_JPEG:
        raise ValueError(f"expected a JPEG of at most {LONGEST_JPEG} bytes, got {len(jpeg)}")
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def jpeg_of(address: str) -> bytes:
    """Return the bytes of a picture's data address.

    Raises:
        ValueError: They are no base64.
    """
    return base64.b64decode(address.partition(",")[2], validate=True)
