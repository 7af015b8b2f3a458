# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker takes upon itself outlives it, on a disk that stays small."""

import sqlite3
from pathlib import Path

import pytest
from frames import chat, frame

from adhoc_teamwork.comm_bridge.broker.log import ROBOTS_FORGOTTEN, MessageLog
from adhoc_teamwork.teamwork.settings.config import ConfigError


class Wall:
    """A clock that is set."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def opened(path: Path, wall: Wall) -> MessageLog:
    log = MessageLog(path, wall)
    log.open()
    return log


def test_what_is_committed_is_found_and_the_rest_is_not(tmp_path: Path) -> None:
    wall, path = Wall(), tmp_path / "deep" / "broker.sqlite"
    log = opened(path, wall)
    log.note_robot("arm", 4)
    log.append(frame(chat("tall", 1)), ("arm",))
    log.note(("tall", 1, 2))
    log.commit()
    log.append(frame(chat("tall", 3)), ("arm",))
    wall.now += 5.0
    # Not closed: the process was killed.
    found = MessageLog(path, wall).open()
    assert [(e.frame.head.identity, e.receivers, e.age) for e in found.frames] == [
        (("tall", 1, 1), ("arm",), 5.0)
    ]
    assert ("tall", 1, 2) in found.had
    assert ("tall", 1, 3) not in found.had
    assert found.robots == {"arm": 4}


def test_each_broker_has_a_later_session(tmp_path: Path) -> None:
    path, wall = tmp_path / "broker.sqlite", Wall()
    sessions = [MessageLog(path, wall).open().session for _ in range(3)]
    assert sessions == [1000, 1001, 1002]


def test_a_compacted_log_keeps_what_is_wanted_and_shrinks(tmp_path: Path) -> None:
    path, wall = tmp_path / "broker.sqlite", Wall()
    log = opened(path, wall)
    log.note_robot("arm", 1)
    for sequence in range(1, 2001):
        log.append(frame(chat("tall", sequence)), ("arm",))
    log.commit()
    log.compact(frozenset({("tall", 1, 7)}))
    files = sum(file.stat().st_size for file in tmp_path.iterdir())
    assert files < 100_000
    found = MessageLog(path, wall).open()
    assert [e.frame.head.sequence for e in found.frames] == [7]
    assert ("tall", 1, 2000) in found.had


def test_a_team_of_another_day_is_forgotten(tmp_path: Path) -> None:
    path, wall = tmp_path / "broker.sqlite", Wall()
    log = opened(path, wall)
    log.note_robot("arm", 1)
    log.append(frame(chat("tall", 1)), ("arm",))
    log.commit()
    wall.now += ROBOTS_FORGOTTEN + 1.0
    found = MessageLog(path, wall).open()
    assert (found.frames, found.robots, found.had.streams) == ((), {}, [])


@pytest.mark.parametrize("broken", [b"no database at all", b"SQLite format 3\0" + b"x" * 4096])
def test_a_file_that_is_no_log_is_put_aside(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "broker.sqlite"
    path.write_bytes(broken)
    log = opened(path, Wall())
    log.append(frame(chat("tall", 1)), ())
    log.commit()
    assert (tmp_path / "broker.sqlite.unreadable").read_bytes() == broken


@pytest.mark.parametrize("version", [1, 99])
def test_a_log_of_another_version_is_put_aside(tmp_path: Path, version: int) -> None:
    path = tmp_path / "broker.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {version}")
    database.close()
    assert opened(path, Wall())
    assert (tmp_path / "broker.sqlite.unreadable").exists()


@pytest.mark.parametrize(
    "statement",
    [
        "REPLACE INTO had VALUES ('tall', 1, 'no json')",
        "REPLACE INTO had VALUES ('tall', 1, '[[1, []]]')",
        "REPLACE INTO had VALUES ('tall', 1, '" + "[" * 100_000 + "')",
        "UPDATE message SET receivers = '{'",
        "UPDATE message SET receivers = '3'",
        "UPDATE message SET taken = 'soon'",
        "UPDATE message SET data = 'a text'",
    ],
)
def test_a_log_with_values_that_no_broker_wrote_is_put_aside(
    tmp_path: Path, statement: str
) -> None:
    path, wall = tmp_path / "broker.sqlite", Wall()
    log = opened(path, wall)
    log.note_robot("arm", 1)
    log.append(frame(chat("tall", 1)), ("arm",))
    log.commit()
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()
    assert MessageLog(path, wall).open().frames == ()
    assert (tmp_path / "broker.sqlite.unreadable").exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigError, match=r"parameter log: .*expected a file that can be written"):
        MessageLog(tmp_path / "file" / "broker.sqlite").open()


def test_a_full_disk_loses_nothing_that_was_noted(tmp_path: Path) -> None:
    path, wall = tmp_path / "broker.sqlite", Wall()
    log = opened(path, wall)
    log.append(frame(chat("tall", 1)), ("arm",))
    log.note_robot("arm", 1)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError):
        log.commit()
    blocker.execute("ROLLBACK")
    blocker.close()
    log.commit()
    assert len(MessageLog(path, wall).open().frames) == 1


@pytest.mark.parametrize(
    "row",
    [
        "INSERT INTO had VALUES ('tall', 1, 'null')",
        "INSERT INTO had VALUES ('tall', 1, '[[1]]')",
        """INSERT INTO had VALUES ('tall', 1, '[["a", "b"]]')""",
        "INSERT INTO message VALUES (1, 'tall', 1, 1, 1000.0, '[\"arm\"]', 'text')",
        "INSERT INTO message VALUES (1, 'tall', 1, 1, 1000.0, '[\"arm\"]', NULL)",
        "INSERT INTO robot VALUES (7, 'x', 1e12)",
        "INSERT INTO broker VALUES (1, 'x')",
    ],
)
def test_a_log_with_rows_of_another_program_is_put_aside(tmp_path: Path, row: str) -> None:
    wall, path = Wall(), tmp_path / "broker.sqlite"
    log = opened(path, wall)
    log.note_robot("arm", 4)
    log.commit()
    log.close()
    with sqlite3.connect(path) as database:
        database.execute(row.replace("INSERT INTO", "INSERT OR REPLACE INTO"))
    database.close()
    found = MessageLog(path, wall).open()
    assert (found.robots, found.frames) == ({}, ())
    assert path.with_name("broker.sqlite.unreadable").exists()
