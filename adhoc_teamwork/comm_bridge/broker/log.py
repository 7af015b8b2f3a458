# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker has taken upon itself to deliver, on disk: it outlives the broker.

An SQLite file in WAL mode: a process that is killed at any instant leaves every committed batch
whole and none in part. It is compacted to what somebody still has to get and what is remembered.
"""

import json
import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from adhoc_teamwork.comm_bridge.radio_link.envelope import (
    EnvelopeError,
    Frame,
    Identity,
    Stream,
    read_frame,
)
from adhoc_teamwork.comm_bridge.radio_link.receipt import HeardNumbers
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.plain_text import one_line

T = TypeVar("T")
VERSION = 2
"""Of the tables and of the messages in them, which are serialized: 2 has `Intent.cause`."""
ROBOTS_FORGOTTEN = 600.0
"""Seconds of wall time after which a robot that an earlier broker knew is not expected back."""
BUSY = 0.5
"""Seconds to wait for another process that holds the file."""
ROWS_KEPT = 20_000
BYTES_KEPT = 64 * 2**20
"""Messages, and bytes of them, that a compacted log has at most."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS message (
    number INTEGER PRIMARY KEY, sender TEXT, session INTEGER, sequence INTEGER,
    taken REAL, receivers TEXT, data BLOB, UNIQUE (sender, session, sequence));
CREATE TABLE IF NOT EXISTS had (
    sender TEXT, session INTEGER, ranges TEXT, PRIMARY KEY (sender, session));
CREATE TABLE IF NOT EXISTS robot (name TEXT PRIMARY KEY, session INTEGER, seen REAL);
CREATE TABLE IF NOT EXISTS broker (one INTEGER PRIMARY KEY CHECK (one = 1), session INTEGER);
"""

_log = logging.getLogger(__name__)

_NO_LOG = (ValueError, TypeError, OverflowError, RecursionError)
"""What values that no broker of ours wrote raise."""


@dataclass(frozen=True)
class LoggedFrame:
    """Hold a logged message, whom it is meant for, and how long ago it was taken in, s."""

    frame: Frame
    receivers: tuple[str, ...]
    age: float


@dataclass(frozen=True)
class Logged:
    """Hold what an earlier broker left; `session` is that of the broker that reads it."""

    session: int
    had: HeardNumbers
    robots: dict[str, int]
    frames: tuple[LoggedFrame, ...]


class MessageLog:
    """Keep messages in a file; nothing is on disk before `commit`.

    Args:
        path: The file, made where it is missing.
        wall: Returns seconds of wall time.
    """

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self._path = path
        self._wall = wall
        self._had = HeardNumbers()
        self._changed: set[Stream] = set()
        self._messages: list[tuple[object, ...]] = []
        self._robots: list[tuple[str, int, float]] = []

    def open(self) -> Logged:
        """Open the file and return what is in it; one that cannot be read is put aside.

        Raises:
            ConfigError: The file cannot be written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return self._open()
            except (sqlite3.DatabaseError, *_NO_LOG) as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._had = HeardNumbers()
                aside = self._path.with_name(self._path.name + ".unreadable")
                said = one_line(str(error))
                _log.warning("%s is no log (%s): put aside as %s", self._path, said, aside.name)
                self._path.replace(aside)
                for tail in ("-wal", "-shm"):
                    self._path.with_name(self._path.name + tail).unlink(missing_ok=True)
                return self._open()
        except (OSError, sqlite3.OperationalError) as error:
            raise ConfigError(
                f"broker: parameter log: {self._path}: {error}; expected a file that can be written"
            ) from None

    def append(self, frame: Frame, receivers: tuple[str, ...]) -> None:
        """Have a message logged with the next commit."""
        head = frame.head
        self.note(head.identity)
        self._messages.append((*head.identity, self._wall(), json.dumps(receivers), frame.data))

    def note(self, identity: Identity) -> None:
        """Have it noted, with the next message that is logged, that a message was had."""
        if self._had.add(identity):
            self._changed.add(identity[:2])

    def note_robot(self, robot: str, session: int) -> None:
        """Have it noted, with the next commit, that messages are meant for a robot."""
        self._robots.append((robot, session, self._wall()))

    def commit(self) -> None:
        """Bring to disk what was noted.

        Raises:
            sqlite3.OperationalError: The disk is full, or gone; what was noted is kept for later.
        """
        if not self._messages and not self._robots:
            return
        had = [(*stream, json.dumps(list(self._had.ranges(stream)))) for stream in self._changed]
        with self._database:
            self._database.executemany(
                "INSERT OR IGNORE INTO message (sender, session, sequence, taken, receivers, data)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                self._messages,
            )
            self._database.executemany("REPLACE INTO had VALUES (?, ?, ?)", had)
            self._database.executemany(
                "INSERT INTO robot VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
                " session = max(session, excluded.session), seen = excluded.seen",
                self._robots,
            )
        self._messages.clear()
        self._robots.clear()
        self._changed.clear()

    def compact(self, keep: frozenset[Identity], robots: tuple[str, ...] = ()) -> None:
        """Delete every message that is not to be kept; robots named are there.

        Raises:
            sqlite3.OperationalError: The disk is full, or gone.
        """
        rows = self._database.execute(
            "SELECT number, sender, session, sequence, length(data) FROM message"
            " ORDER BY number DESC"
        ).fetchall()
        out, count, size = [], 0, 0
        for number, sender, session, sequence, length in rows:
            wanted = (sender, session, sequence) in keep
            if not wanted or count >= ROWS_KEPT or size + length > BYTES_KEPT:
                out.append((number,))
                continue
            count, size = count + 1, size + length
        streams = [
            stream
            for stream in self._database.execute("SELECT sender, session FROM had").fetchall()
            if stream not in set(self._had.streams)
        ]
        with self._database:
            self._database.executemany("DELETE FROM message WHERE number = ?", out)
            self._database.executemany("DELETE FROM had WHERE sender = ? AND session = ?", streams)
            self._database.executemany(
                "UPDATE robot SET seen = ? WHERE name = ?",
                [(self._wall(), robot) for robot in robots],
            )
        self._database.executescript("PRAGMA incremental_vacuum")
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _open(self) -> Logged:
        # The digest's thread writes what the node's thread opened; they never do so at once.
        self._database = sqlite3.connect(self._path, timeout=BUSY, check_same_thread=False)
        self._database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError(f"version {version}, expected {VERSION}")
        self._database.executescript(_SCHEMA)
        self._database.execute(f"PRAGMA user_version = {VERSION}")
        return self._read()

    def _read(self) -> Logged:
        database, now = self._database, self._wall()
        (last,) = database.execute("SELECT max(session) FROM broker").fetchone()
        session = max(int(now), (last or 0) + 1)
        with database:
            database.execute("REPLACE INTO broker VALUES (1, ?)", (session,))
        (known,) = database.execute(
            "SELECT count(*) FROM robot WHERE seen > ?", (now - ROBOTS_FORGOTTEN,)
        ).fetchone()
        if not known:
            # Another team, another day: what that one said is not true any more.
            with database:
                for table in ("message", "had", "robot"):
                    database.execute(f"DELETE FROM {table}")
        for sender, of, ranges in database.execute("SELECT sender, session, ranges FROM had"):
            stream = (_kind(sender, str), _kind(of, int))
            found = [(_kind(a, int), _kind(b, int)) for a, b in json.loads(ranges)]
            self._had.add_ranges(stream, found)
        seen = database.execute(
            "SELECT name, session FROM robot WHERE seen > ?", (now - ROBOTS_FORGOTTEN,)
        ).fetchall()
        robots = {_kind(name, str): _kind(session_of, int) for name, session_of in seen}
        frames = []
        rows = database.execute("SELECT taken, receivers, data FROM message ORDER BY number")
        for taken, receivers, data in rows:
            if not isinstance(data, bytes):
                raise TypeError(f"a message of type {type(data).__name__}")
            try:
                frame = read_frame(_kind(data, bytes))
            except EnvelopeError as error:
                _log.warning("%s: leaves out a message: %s", self._path, error)
                continue
            age = max(0.0, now - taken)
            meant = tuple(_kind(robot, str) for robot in json.loads(receivers))
            frames.append(LoggedFrame(frame, meant, age))
        had = HeardNumbers()
        for stream in self._had.streams:
            had.add_ranges(stream, self._had.ranges(stream))
        return Logged(session, had, robots, tuple(frames))


def _kind(value: object, kind: type[T]) -> T:
    """Return a value of a row, which another program may have written.

    Raises:
        TypeError: It is of another kind.
    """
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {value!r:.40}")
    return value
