# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hostile or broken member of a team may send: frames drawn from a seed.

They begin as sound frames of the attacker and are broken in one of the ways of `Attack`; what they
say is the business of the samples that they are made of.
"""

import random
import struct
from collections import Counter
from collections.abc import Iterator, Sequence

from adhoc_teamwork.teamwork.enums import StrEnum

_LENGTH = struct.Struct("<I")
_NUMBERS = struct.Struct("<II")
_HEADER = 4
"""Bytes of the CDR header."""


class Attack(StrEnum):
    """Name the ways in which a frame is hostile."""

    AS_IT_IS = "as it is"
    FLIPPED = "bytes changed"
    CUT = "cut short"
    NOISE = "noise"
    FORGED = "another's name"
    REPLAYED = "said again"
    OLD_SESSION = "an earlier session"
    LENGTH_BOMB = "a length that is a lie"
    UNKNOWN_KIND = "an unknown kind"
    SAYS_REMEMBERED = "says it is repeated by the broker"


class Attacker:
    """Draw hostile frames.

    Args:
        samples: Sound or unsound frames of the attacker, serialized in little-endian CDR.
        victims: Names as long as the attacker's, in which it tries to speak.
        seed: What all is drawn with.
    """

    def __init__(self, samples: Sequence[bytes], victims: Sequence[str], seed: int) -> None:
        self._samples = samples
        self._victims = victims
        self._random = random.Random(seed)
        self._sequence = 0
        self._said: list[bytes] = []
        self.counts: Counter[Attack] = Counter()

    def frames(self, count: int) -> Iterator[tuple[Attack, bytes]]:
        """Yield so many frames, each with how it is hostile."""
        kinds = list(Attack)
        for _ in range(count):
            attack = self._random.choice(kinds)
            self.counts[attack] += 1
            yield attack, self._frame(attack)

    def _frame(self, attack: Attack) -> bytes:
        if attack is Attack.REPLAYED and self._said:
            return self._random.choice(self._said)
        frame = bytearray(self._random.choice(self._samples))
        numbers = _numbers_at(frame)
        self._sequence += 1
        (session, _) = _NUMBERS.unpack_from(frame, numbers)
        if attack is Attack.OLD_SESSION:
            session = self._random.randrange(session)
        _NUMBERS.pack_into(frame, numbers, session, self._sequence)
        broken = self._broken(attack, frame, numbers)
        if attack is Attack.AS_IT_IS and len(self._said) < 1000:
            self._said.append(broken)
        return broken

    def _broken(self, attack: Attack, frame: bytearray, numbers: int) -> bytes:
        draw = self._random
        kind_at = numbers + 16
        if attack is Attack.FLIPPED:
            for _ in range(draw.randint(1, 8)):
                # Sender, session and sequence stay: else it would be one more forged frame, or all
                # that follow would come from an earlier session.
                frame[draw.randrange(numbers + 8, len(frame))] = draw.randrange(256)
        elif attack is Attack.CUT:
            del frame[draw.randrange(1, len(frame)) :]
        elif attack is Attack.NOISE:
            return draw.randbytes(draw.randrange(1, 400))
        elif attack is Attack.FORGED:
            name = draw.choice(self._victims).encode()
            frame[_HEADER + 4 : _HEADER + 4 + len(name)] = name
        elif attack is Attack.LENGTH_BOMB:
            at = draw.randrange(kind_at + 4, len(frame) - 4) & ~3
            _LENGTH.pack_into(frame, at, draw.choice((2**32 - 1, 2**31, 10**6)))
        elif attack is Attack.UNKNOWN_KIND:
            frame[kind_at] = draw.choice((0, *range(9, 256)))
        elif attack is Attack.SAYS_REMEMBERED:
            frame[_remembered_at(frame, kind_at)] = 1
        return bytes(frame)


def _numbers_at(frame: bytes | bytearray) -> int:
    """Return where session and sequence are: behind the sender's name."""
    (length,) = _LENGTH.unpack_from(frame, _HEADER)
    return _HEADER + (4 + int(length) + 3) // 4 * 4


def _remembered_at(frame: bytes | bytearray, kind_at: int) -> int:
    """Return where it says whether the broker repeats it: behind the recipient's name."""
    begin = _HEADER + (kind_at + 1 - _HEADER + 3) // 4 * 4
    (length,) = _LENGTH.unpack_from(frame, begin)
    return begin + 4 + int(length)
