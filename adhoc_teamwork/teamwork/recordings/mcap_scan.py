# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read an MCAP file from its beginning as far as it goes: one that was cut off has no index."""

import logging
import os
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from lz4.frame import LZ4FrameDecompressor

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import MEGABYTE, check_regular

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAGIC = b"\x89MCAP0\r\n"
MOST_RECORD = 256 * MEGABYTE
"""Bytes of a record, and of what a chunk unpacks to."""

_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END, _FOOTER = 0x03, 0x04, 0x05, 0x06, 0x0F, 0x02
_READ = (_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END, _FOOTER)
_HEAD = struct.Struct("<BQ")
_MESSAGE_HEAD = struct.Struct("<HIQQ")
_CHUNK_HEAD = struct.Struct("<QQQI")

_DAMAGE = (
    struct.error, ValueError, KeyError, RuntimeError, EOFError, MemoryError, zstd.ZstdError
)  # fmt: skip
"""What reading a damaged chunk may raise; a wrong size may ask for more memory than there is."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Channel:
    """Describe one topic of a file: `definition` is the text of its type."""

    topic: str
    kind: str
    definition: str


@dataclass(frozen=True)
class Message:
    """Hold one message; `stamp` is when it was recorded, in nanoseconds of the recorder's clock."""

    channel: Channel
    stamp: int
    data: bytes


def scan(path: Path) -> Iterator[Channel | Message]:
    """Yield the channels and messages of a file in the order in which they were written.

    What comes after the first record that is cut off or damaged is left out.

    Raises:
        ConfigError: The file cannot be read, or is no MCAP.
    """
    try:
        check_regular(path)
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ConfigError(f"{path}: not an MCAP file; expected a recorded bag")
            yield from _Scanner().records(_read_records(file))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a recorded bag") from None
    except _DAMAGE as error:
        _log.warning("%s: damaged from here on (%s); the rest is left out", path, error)


def check_mcap(path: Path) -> None:
    """Refuse a file that unpacks to more than it says, for readers that do not look at that.

    Raises:
        ConfigError: It cannot be read, is no MCAP, or a chunk of it is damaged or too large.
    """
    try:
        check_regular(path)
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ConfigError(f"{path}: not an MCAP file; expected a recorded bag")
            for kind, record in _read_records(file):
                if kind == _CHUNK:
                    _open_chunk(record)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a recorded bag") from None
    except _DAMAGE as error:
        raise ConfigError(f"{path}: damaged ({error}); expected a recorded bag") from None


class _Scanner:
    """Remember the schemas and channels that messages refer to by number."""

    def __init__(self) -> None:
        self._schemas: dict[int, tuple[str, str]] = {}
        self._channels: dict[int, Channel] = {}

    def records(self, records: Iterator[tuple[int, bytes]]) -> Iterator[Channel | Message]:
        for kind, record in records:
            if kind == _CHUNK:
                yield from self._plain_records(_split(_open_chunk(record)))
            elif kind in (_DATA_END, _FOOTER):
                return
            else:
                yield from self._plain_records([(kind, record)])

    def _plain_records(self, records: Iterable[tuple[int, bytes]]) -> Iterator[Channel | Message]:
        for kind, record in records:
            if kind == _CHUNK:
                raise ValueError("a chunk within a chunk")
            if kind == _SCHEMA:
                (number,) = struct.unpack_from("<H", record)
                name, at = _text(record, 2)
                _, at = _text(record, at)
                self._schemas[number] = (name, _text(record, at)[0])
            elif kind == _CHANNEL:
                number, schema = struct.unpack_from("<HH", record)
                if number not in self._channels:
                    self._channels[number] = Channel(_text(record, 4)[0], *self._schemas[schema])
                    yield self._channels[number]
            elif kind == _MESSAGE:
                number, _, stamp, _ = _MESSAGE_HEAD.unpack_from(record)
                yield Message(self._channels[number], stamp, record[_MESSAGE_HEAD.size :])


def _read_records(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the whole records of a file: kind and content, of the kinds that are read.

    Raises:
        ValueError: One is too large.
    """
    end = os.fstat(file.fileno()).st_size
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        kind, size = _HEAD.unpack(head)
        if size > end - file.tell():
            return
        if kind not in _READ:
            file.seek(size, os.SEEK_CUR)
            continue
        if size > MOST_RECORD:
            raise ValueError(f"a record of {size} bytes; expected at most {MOST_RECORD}")
        yield kind, file.read(size)


def _split(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the records within a chunk."""
    at = 0
    while at < len(data):
        kind, size = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        yield kind, data[at : at + size]
        at += size


def _open_chunk(record: bytes) -> bytes:
    """Return what a chunk holds.

    Raises:
        ValueError: It is damaged, or packed in an unknown way.
    """
    _, _, size, checksum = _CHUNK_HEAD.unpack_from(record)
    if size > MOST_RECORD:
        raise ValueError(f"a chunk of {size} bytes; expected at most {MOST_RECORD}")
    packing, at = _text(record, _CHUNK_HEAD.size)
    packed = record[at + 8 :]
    if packing == "zstd":
        data = bytes(zstd.ZstdDecompressor().decompress(packed, max_length=size + 1))
    elif packing == "lz4":
        data = bytes(LZ4FrameDecompressor().decompress(packed, max_length=size + 1))
    elif packing == "":
        data = packed
    else:
        raise ValueError(f"a chunk is packed with {packing!r}")
    if len(data) != size or (checksum and zlib.crc32(data) != checksum):
        raise ValueError("a chunk's size or checksum is wrong")
    return data


def _text(record: bytes, at: int) -> tuple[str, int]:
    """Return the text that begins at a place of a record, and where it ends."""
    (size,) = struct.unpack_from("<I", record, at)
    begin = at + 4
    return record[begin : begin + size].decode("utf-8"), begin + size
