# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of recorded bags: MCAP with lying lengths, bombs in its chunks, wrong CDR."""

import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lz4.frame import compress as compress_lz4

from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import record_to_json
from adhoc_teamwork.adhoc_planner.replay.reading import read_sessions
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import CAPABILITY, ROBOT
from adhoc_teamwork.attack.trial.target import Strike, Target
from adhoc_teamwork.bringup.bags.bag_playing import open_recording
from adhoc_teamwork.bringup.bags.recorded_ways import read_ways
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.recordings.bag_reading import read_bag
from adhoc_teamwork.teamwork.recordings.mcap_scan import MAGIC
from adhoc_teamwork.teamwork.settings.config import ConfigError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END = 0x03, 0x04, 0x05, 0x06, 0x0F
_STAMP = 1_000_000_000
_METADATA = "metadata.yaml"


def make_targets() -> list[Target]:
    """Return a target for each of those who read bags."""
    record = AgentRecord(
        ROBOT, 1, CAPABILITY, "irot", 3, 2, 1.0, "0", TIDY_UP, "", "offline", 0.0, {}
    )
    journal = _bag(
        "/mallory/planner_journal", "std_msgs/msg/String", _string(record_to_json(record))
    )
    odometry = _bag("/mallory/odom", "nav_msgs/msg/Odometry", _odometry())

    def target(name: str, read: Callable[[Path], Any], bag: Callable[[str], bytes]) -> Target:
        seeds = tuple(bag(packing) for packing in ("", "lz4", "zstd"))
        return Target(name, lambda f: _striking(f, "0.mcap", read), seeds, (ConfigError,),
                      Shape.BYTES, _bags)  # fmt: skip

    return [
        target("journal.mcap", read_sessions, journal),
        target("ways.mcap", lambda folder: read_ways(folder, Picture()), odometry),
        target("played.mcap", lambda f: open_recording(f, "sensors").topics(), odometry),
        Target("metadata.yaml", lambda f: _striking(f, _METADATA, _read), (_metadata(),),
               (ConfigError,), Shape.YAML, evil.yaml_documents),
    ]  # fmt: skip


def _read(folder: Path) -> Any:
    return list(read_bag(folder))


def _striking(folder: Path, name: str, read: Callable[[Path], Any]) -> Strike:
    folder.mkdir(parents=True)

    def strike(data: bytes) -> object:
        (folder / name).write_bytes(data)
        return read(folder)

    return strike


def _bag(topic: str, kind: str, message: bytes) -> Callable[[str], bytes]:
    """Return what makes a bag with one message, its chunk packed as is said."""

    def make(packing: str) -> bytes:
        schema = struct.pack("<H", 1) + _text(kind) + _text("ros2msg") + _text("")
        channel = struct.pack("<HH", 1, 1) + _text(topic) + _text("cdr") + struct.pack("<I", 0)
        body = struct.pack("<HIQQ", 1, 1, _STAMP, _STAMP) + message
        records = _record(_SCHEMA, schema) + _record(_CHANNEL, channel) + _record(_MESSAGE, body)
        return _file(records, packing)

    return make


def _file(records: bytes, packing: str) -> bytes:
    packers: dict[str, Callable[[bytes], bytes]] = {"lz4": compress_lz4, "zstd": zstd.compress}
    packed = packers[packing](records) if packing else records
    return _with_chunk(len(records), zlib.crc32(records), packing, packed)


def _with_chunk(size: int, checksum: int, packing: str, packed: bytes) -> bytes:
    chunk = struct.pack("<QQQI", _STAMP, _STAMP, size, checksum) + _text(packing)
    chunk += struct.pack("<Q", len(packed)) + packed
    return MAGIC + _record(_CHUNK, chunk) + _record(_DATA_END, bytes(4)) + MAGIC


def _record(kind: int, content: bytes) -> bytes:
    return struct.pack("<BQ", kind, len(content)) + content


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _string(text: str) -> bytes:
    data = text.encode() + b"\x00"
    return b"\x00\x01\x00\x00" + struct.pack("<I", len(data)) + data


def _odometry() -> bytes:
    """Return nav_msgs/Odometry at the origin, serialized."""
    head = b"\x00\x01\x00\x00" + struct.pack("<iI", 1, 0)
    body = struct.pack("<I", 2) + b"m\x00\x00\x00" + struct.pack("<I", 2) + b"b\x00"
    body += bytes(-(len(head) - 4 + len(body)) % 8)
    pose = struct.pack("<7d", 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0) + bytes(36 * 8)
    return head + body + pose + bytes(6 * 8) + bytes(36 * 8)


def _metadata() -> bytes:
    return b"""rosbag2_bagfile_information:
  version: 9
  storage_identifier: sqlite3
  duration: {nanoseconds: 1}
  starting_time: {nanoseconds_since_epoch: 1}
  message_count: 0
  topics_with_message_count: []
  compression_format: ''
  compression_mode: ''
  relative_file_paths: [x.db3]
  files: [{path: x.db3, starting_time: {nanoseconds_since_epoch: 1}, duration: {nanoseconds: 1}, message_count: 0}]
"""


def _bags(canary: Path) -> Sequence[bytes]:
    """Return bags that swell, lie about lengths, or refer to what is not there."""
    swelling = bytes(400_000_000)
    bombs = [
        _with_chunk(len(swelling), 0, "zstd", zstd.compress(swelling)),
        _with_chunk(len(swelling), 0, "lz4", compress_lz4(swelling)),
        _with_chunk(10, 0, "zstd", zstd.compress(swelling)),
        _with_chunk(2**63, 0, "lz4", compress_lz4(swelling)),
    ]
    nested = _record(_MESSAGE, bytes(22))
    for _ in range(3000):
        nested = _record(
            _CHUNK,
            struct.pack("<QQQI", 0, 0, len(nested), 0)
            + _text("")
            + struct.pack("<Q", len(nested))
            + nested,
        )
    odd = [
        b"", MAGIC, MAGIC * 2, MAGIC + b"\x05", MAGIC + b"\xff" * 9, MAGIC + nested,
        MAGIC + _record(_MESSAGE, b""), MAGIC + _record(_MESSAGE, bytes(22)), MAGIC + _record(_CHANNEL, bytes(8)),
        MAGIC + _record(_SCHEMA, b"\x01\x00" + b"\xff" * 4), MAGIC + struct.pack("<BQ", _CHUNK, 2**63),
        _with_chunk(0, 0, "", b""), _with_chunk(9, 0, "", struct.pack("<BQ", 5, 0)),
        _with_chunk(9, 0, "", struct.pack("<BQ", 5, 2**64 - 1)), _with_chunk(1, 0, "rot13", b"x"),
        _with_chunk(1, 0, "\x1b[2J", b"x"), b"SQLite format 3\x00", *evil.pickles(canary),
    ]  # fmt: skip
    kinds = (
        "nav_msgs/msg/Odometry",
        "std_msgs/msg/String",
        "x",
        "../../etc",
        "\x1b[31m",
        "a/msg/B" * 1000,
    )
    topics = (
        "/mallory/planner_journal",
        "/mallory/odom",
        "/\u202e/odom",
        "/" + "x" * 5000 + "/odom",
    )
    bodies = (b"", b"\x00", b"\x00\x01\x00\x00", b"\x00\x01\x00\x00\xff\xff\xff\xff", b"\xff" * 100, _string("x" * 100_000),
              _string("[" * 100_000), _string('{"setup": null}'), _string('{"setup": {"version": 1}}'), _odometry()[:200],
              b"\x00\x00\x00\x00" + _odometry()[4:], _odometry()[:60] + b"\xff" * 700)  # fmt: skip
    whole = [_bag(t, k, b)("") for t in topics for k in kinds for b in bodies]
    return (*bombs, *odd, *whole)
