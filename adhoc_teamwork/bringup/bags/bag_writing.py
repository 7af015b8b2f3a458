# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a run's bag: a rosbag2 (MCAP) that stays readable wherever the writer is interrupted."""

import contextlib
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rosbags.interfaces import (
    Qos,
    QosDurability,
    QosHistory,
    QosLiveliness,
    QosReliability,
    QosTime,
)
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer, WriterError

from adhoc_teamwork.teamwork.recordings.bag_reading import BAG, LEFT_OVER, METADATA
from adhoc_teamwork.teamwork.recordings.bag_topics import Recorded, flow_of
from adhoc_teamwork.teamwork.recordings.bag_types import Definition, define, make_typestore
from adhoc_teamwork.teamwork.recordings.mcap_scan import Channel, Message, scan
from adhoc_teamwork.teamwork.settings.config import ConfigError

FLUSH_PERIOD = 2.0
"""Seconds of wall time after which what was written is on the disk."""

FILE = f"{BAG}_0.mcap"
"""The bag's file: `ros2 bag reindex`, which closes one without its end, takes such names alone."""

_FOREVER = QosTime(9_223_372_036, 854_775_807)
_KEPT = Qos(
    history=QosHistory.UNKNOWN,
    depth=0,
    reliability=QosReliability.RELIABLE,
    durability=QosDurability.TRANSIENT_LOCAL,
    deadline=_FOREVER,
    lifespan=_FOREVER,
    liveliness=QosLiveliness.AUTOMATIC,
    liveliness_lease_duration=_FOREVER,
    avoid_ros_namespace_conventions=False,
)
"""What a bag says of kept topics, in `ros2 bag`'s words: history is not told between nodes.

Of others it says nothing, and `ros2 bag play` offers them reliably, which everybody can hear.
"""


class BagWriter:
    """Write serialized messages to `<run>/bag`.

    What an interrupted writer left there is taken over first, so that a run has one bag however
    often its recorder was started again.
    """

    def __init__(self, run_dir: Path) -> None:
        """Store where it is; nothing is opened yet."""
        self._run_dir = run_dir
        self._store: Any = None
        self._writer: Any = None
        self._connections: dict[str, Any] = {}
        self._definitions: dict[str, Definition] = {}
        self._is_pending = False
        self._flushed_at = 0.0

    @property
    def topics(self) -> frozenset[str]:
        """Return the topics that the bag lists."""
        return frozenset(self._connections)

    def open(self) -> None:
        """Begin the bag, with what an earlier writer left.

        Raises:
            ConfigError: The folder cannot be written.
        """
        folder, left_over = self._run_dir / BAG, self._run_dir / LEFT_OVER
        try:
            if left_over.is_dir():
                # A writer was interrupted while it took over.
                shutil.rmtree(folder, ignore_errors=True)
            elif folder.is_dir():
                folder.rename(left_over)
            self._store = make_typestore()
            self._writer = Writer(
                folder, version=Writer.VERSION_LATEST, storage_plugin=StoragePlugin.MCAP
            )
            self._writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
            self._writer.open()
            storage = self._writer.storage
            storage.path = storage.path.rename(folder / FILE)
            # Whoever looks at a bag that has just begun finds one.
            storage.bio.flush()
            for path in sorted(left_over.glob("*.mcap")):
                # One that was killed at once has not even written the file's first bytes.
                if path.stat().st_size:
                    self._take_over(path)
            self.flush()
        except (OSError, WriterError) as error:
            self._give_back()
            reason = getattr(error, "strerror", None) or error
            raise ConfigError(f"{folder}: {reason}; expected a folder to write") from None
        shutil.rmtree(left_over, ignore_errors=True)

    def _give_back(self) -> None:
        """Leave what was there before as it was: there is no room for it twice."""
        if self._writer is not None:
            with contextlib.suppress(OSError, AttributeError):
                self._writer.storage.bio.close()
        self._writer = None
        folder, left_over = self._run_dir / BAG, self._run_dir / LEFT_OVER
        if left_over.is_dir():
            shutil.rmtree(folder, ignore_errors=True)
            with contextlib.suppress(OSError):
                left_over.rename(folder)

    def list_topics(self, topics: Mapping[str, Recorded]) -> None:
        """List topics with their types, whether anything comes on them or not."""
        for topic, entry in topics.items():
            if topic not in self._connections:
                if entry.kind not in self._definitions:
                    self._definitions[entry.kind] = define(self._store, entry.kind)
                definition = self._definitions[entry.kind]
                self._list(topic, definition.name, definition.text, definition.digest)

    def write(self, topic: str, stamp: int, data: bytes) -> None:
        """Write one message of a listed topic; `stamp` in nanoseconds of the recorder's clock."""
        self._writer.write(self._connections[topic], max(0, stamp), data)
        self._is_pending = True

    def flush_at_times(self) -> None:
        """Put what was written on the disk, where that is due."""
        if time.monotonic() - self._flushed_at >= FLUSH_PERIOD:
            self.flush()

    def flush(self) -> None:
        """Put what was written on the disk: whatever happens then, it can be read."""
        self._flushed_at = time.monotonic()
        if self._is_pending:
            self._is_pending = False
            self._writer.storage.close_chunk()
            self._writer.storage.bio.flush()

    def close(self) -> None:
        """Write the index and metadata.yaml."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    def _take_over(self, path: Path) -> None:
        for record in scan(path):
            if isinstance(record, Message):
                self.write(record.channel.topic, record.stamp, record.data)
            elif record.topic not in self._connections:
                self._list(record.topic, record.kind, record.definition, self._digest(record))

    def _digest(self, channel: Channel) -> str:
        known = channel.kind in self._store.types
        return str(self._store.hash_rihs01(channel.kind)) if known else f"RIHS01_{'0' * 64}"

    def _list(self, topic: str, kind: str, definition: str, digest: str) -> None:
        self._connections[topic] = self._writer.add_connection(
            topic,
            kind,
            msgdef=definition,
            rihs01=digest,
            offered_qos_profiles=(_KEPT,) if flow_of(topic).is_kept else (),
        )


def is_interrupted(run_dir: Path) -> bool:
    """Tell whether a run's bag was not closed by who wrote it."""
    folder = run_dir / BAG
    is_open = folder.is_dir() and not (folder / METADATA).is_file()
    return is_open or (run_dir / LEFT_OVER).is_dir()


def finish_bag(run_dir: Path) -> None:
    """Close a bag whose writer was interrupted and does not come back.

    Raises:
        ConfigError: The bag cannot be read or written.
    """
    if is_interrupted(run_dir):
        writer = BagWriter(run_dir)
        writer.open()
        try:
            writer.close()
        except OSError as error:
            raise ConfigError(
                f"{run_dir / BAG}: {error.strerror or error}; expected a folder to write"
            ) from None
