# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MCAP files of anybody: read as far as they go, unpacked within bounds."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from lz4.frame import compress as pack_lz4

from adhoc_teamwork.teamwork.recordings import mcap_scan
from adhoc_teamwork.teamwork.recordings.bag_reading import check_bag, read_bag
from adhoc_teamwork.teamwork.recordings.mcap_scan import MAGIC, Message, check_mcap, scan, zstd
from adhoc_teamwork.teamwork.settings.config import ConfigError

_CHUNK, _SCHEMA, _CHANNEL, _MESSAGE, _ATTACHMENT = 6, 3, 4, 5, 9
PACKING = {"zstd": zstd.compress, "lz4": pack_lz4, "": bytes}


def text(value: str) -> bytes:
    return struct.pack("<I", len(value)) + value.encode()


def record(kind: int, content: bytes) -> bytes:
    return struct.pack("<BQ", kind, len(content)) + content


def message(data: bytes) -> bytes:
    schema = record(_SCHEMA, struct.pack("<H", 1) + text("a/msg/B") + text("ros2msg") + text(""))
    channel = record(_CHANNEL, struct.pack("<HH", 1, 1) + text("/t") + text("cdr") + b"\0" * 4)
    return schema + channel + record(_MESSAGE, struct.pack("<HIQQ", 1, 0, 7, 7) + data)


def chunk(content: bytes, packing: str = "zstd", size: int | None = None) -> bytes:
    packed = PACKING[packing](content)
    said = len(content) if size is None else size
    head = struct.pack("<QQQI", 0, 0, said, 0) + text(packing) + struct.pack("<Q", len(packed))
    return record(_CHUNK, head + packed)


def written(folder: Path, *records: bytes) -> Path:
    path = folder / "bag.mcap"
    path.write_bytes(MAGIC + b"".join(records))
    return path


def found(path: Path) -> list[bytes]:
    return [r.data for r in scan(path) if isinstance(r, Message)]


@pytest.mark.parametrize("packing", PACKING)
def test_what_is_packed_is_read(tmp_path: Path, packing: str) -> None:
    path = written(tmp_path, record(_ATTACHMENT, b"x" * 99), chunk(message(b"data"), packing))
    assert found(path) == [b"data"]
    check_mcap(path)


@pytest.mark.parametrize("packing", ["zstd", "lz4"])
@pytest.mark.parametrize("size", [0, 1, 1_000_000, 2**32, 2**64 - 1])
def test_a_size_that_is_a_lie_ends_the_reading(
    tmp_path: Path, packing: str, size: int, caplog: pytest.LogCaptureFixture
) -> None:
    good = chunk(message(b"data"))
    path = written(tmp_path, good, chunk(message(b"more"), packing, size), good)
    assert found(path) == [b"data"]
    assert [r.getMessage().count("damaged from here on") for r in caplog.records] == [1]
    with pytest.raises(ConfigError, match="damaged"):
        check_mcap(path)


def test_a_chunk_within_a_chunk_is_refused(tmp_path: Path) -> None:
    assert found(written(tmp_path, chunk(chunk(message(b"data"))))) == []


def test_a_record_is_not_read_whatever_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcap_scan, "MOST_RECORD", 1000)
    large = record(_ATTACHMENT, b"x" * 5000)
    path = written(tmp_path, large, chunk(message(b"data")), chunk(message(b"x" * 5000)))
    assert found(path) == [b"data"]


UNPACK = """
import sys
from pathlib import Path
from adhoc_teamwork.teamwork.recordings.bag_reading import read_bag
from adhoc_teamwork.teamwork.settings.config import ConfigError
print(len(list(read_bag(Path(sys.argv[1])))))
# Not ru_maxrss: that begins with what the parent had.
status = Path("/proc/self/status").read_text()
print(status.partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.slow
@pytest.mark.parametrize("packing", ["zstd", "lz4"])
def test_a_small_file_unpacks_to_little(tmp_path: Path, packing: str) -> None:
    # Zeros, a thousand times smaller when they are packed, in a chunk that says that it is small.
    path = written(tmp_path, chunk(bytes(1_000_000_000), packing, size=1000))
    assert path.stat().st_size < 10_000_000
    done = subprocess.run(
        [sys.executable, "-c", UNPACK, str(tmp_path)],
        capture_output=True, text=True, timeout=120, env=dict(os.environ), check=True,
    )  # fmt: skip
    messages, peak = done.stdout.split()
    assert messages == "0"
    assert int(peak) * 1024 < 600_000_000


def test_a_bag_is_checked_before_it_is_given_away(tmp_path: Path) -> None:
    written(tmp_path, chunk(message(b"data"), size=3))
    with pytest.raises(ConfigError, match="damaged"):
        check_bag(tmp_path)
    (tmp_path / "bag.mcap").unlink()
    os.mkfifo(tmp_path / "bag.db3")
    with pytest.raises(ConfigError, match="not a regular file"):
        list(read_bag(tmp_path))
