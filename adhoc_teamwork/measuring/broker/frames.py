# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames of team messages, made once and stamped anew for each message that is spoken."""

import struct

_ENCAPSULATION = 4
"""Bytes of a CDR frame before its body; fields are aligned from there on."""
_NUMBERS = struct.Struct("<IIiI")
"""Session, sequence, and the stamp's seconds and nanoseconds, in a little-endian frame."""
_SECOND = 10**9


class Template:
    """Make frames of one sender that differ in sequence and stamp alone.

    Args:
        frame: A serialized TeamMessage in little-endian CDR.
    """

    def __init__(self, frame: bytes) -> None:
        self._frame = bytearray(frame)
        self._offset = _numbers_at(frame)
        self._session = _NUMBERS.unpack_from(frame, self._offset)[0]

    def frame(self, sequence: int, now: int) -> bytes:
        """Return the frame of one message, spoken at `now` in nanoseconds."""
        _NUMBERS.pack_into(
            self._frame, self._offset, self._session, sequence, now // _SECOND, now % _SECOND
        )
        return bytes(self._frame)


def _numbers_at(frame: bytes) -> int:
    """Return where the numbers begin: behind the sender's name, on a multiple of four."""
    length = int.from_bytes(frame[4:8], "little")
    return _ENCAPSULATION + (4 + length + 3) // 4 * 4
