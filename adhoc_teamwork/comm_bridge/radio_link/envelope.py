# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fixed head of a serialized TeamMessage, read without decoding what follows it."""

import struct
from dataclasses import dataclass
from functools import cached_property

from adhoc_teamwork.teamwork.team.message import MessageKind

Identity = tuple[str, int, int]
"""Sender, session and sequence: what tells a message from every other."""
Stream = tuple[str, int]
"""Sender and session: within it sequences count up."""

LARGEST_NAME = 256
"""Bytes that a robot's name may have at most."""

_NUMBERS = {1: struct.Struct("<IIiI"), 0: struct.Struct(">IIiI")}
_LENGTH = {1: struct.Struct("<I"), 0: struct.Struct(">I")}


class EnvelopeError(ValueError):
    """Report bytes that do not begin as a TeamMessage does."""


@dataclass(frozen=True)
class Head:
    """Say who says what kind of message to whom; see `teamwork.message.TeamMessage`."""

    sender: str
    session: int
    sequence: int
    stamp: float
    kind: MessageKind
    recipient: str = ""
    remembered: bool = False

    @cached_property
    def identity(self) -> Identity:
        """Return what tells this message from every other."""
        return (self.sender, self.session, self.sequence)

    @cached_property
    def stream(self) -> Stream:
        """Return the sender and its session."""
        return (self.sender, self.session)


@dataclass(frozen=True)
class Frame:
    """Hold a message as it travels: its head, and all of it as serialized bytes (CDR)."""

    head: Head
    data: bytes


def read_frame(data: bytes) -> Frame:
    """Return a frame of the bytes of a TeamMessage; see `read_head` for errors."""
    return Frame(read_head(data), data)


def read_head(data: bytes) -> Head:
    """Return the head of a serialized TeamMessage (plain CDR of either byte order).

    Raises:
        EnvelopeError: The bytes end too early, or hold a name or kind that cannot be.
    """
    try:
        if data[0] != 0 or data[1] not in _NUMBERS:
            raise EnvelopeError(f"expected plain CDR, got the header {data[:2].hex()}")
        order = data[1]
        sender, at = _read_name(data, 4, order)
        at = _aligned(at)
        session, sequence, seconds, fraction = _NUMBERS[order].unpack_from(data, at)
        kind = MessageKind(data[at + 16])
        recipient, at = _read_name(data, _aligned(at + 17), order)
        remembered = data[at] != 0
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise EnvelopeError(f"expected the head of a TeamMessage: {error}") from None
    except EnvelopeError:
        raise
    except ValueError as error:
        raise EnvelopeError(str(error)) from None
    return Head(sender, session, sequence, seconds + fraction * 1e-9, kind, recipient, remembered)


def _aligned(at: int) -> int:
    """Return the next place of a four-byte number; all places count from the CDR header's end."""
    return (at + 3) & ~3


def _read_name(data: bytes, at: int, order: int) -> tuple[str, int]:
    (length,) = _LENGTH[order].unpack_from(data, at)
    begin, end = at + 4, at + 4 + length
    if not 1 <= length <= LARGEST_NAME or end > len(data):
        raise EnvelopeError(f"expected a name of at most {LARGEST_NAME} bytes, got {length}")
    return data[begin : end - 1].decode(), end
