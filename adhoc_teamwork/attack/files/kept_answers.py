# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the files of SQLite that a process opens where it finds them: caches and logs."""

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.endpoints import check_completion
from adhoc_teamwork.attack.trial.target import Strike, Target
from adhoc_teamwork.comm_bridge.broker.log import MessageLog
from adhoc_teamwork.llm_port.cache import FILE, AnswerCache
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.teamwork.settings.config import ConfigError

_KEY = b"k" * 32


def make_targets() -> list[Target]:
    """Return a target for caches of answers and one for logs of a broker."""
    return [
        Target("answers.sqlite", lambda f: _striking(f, FILE, _ask), (_made(FILE, _ask),),
               (ConfigError,), Shape.BYTES, _answer_files),
        Target("broker.sqlite", lambda f: _striking(f, "broker.sqlite", _open_log),
               (_made("broker.sqlite", _open_log),), (ConfigError,), Shape.BYTES, _log_files),
    ]  # fmt: skip


def _striking(folder: Path, name: str, use: Callable[[Path], object]) -> Strike:
    folder.mkdir(parents=True)

    def strike(data: bytes) -> object:
        for path in folder.iterdir():
            path.unlink()
        (folder / name).write_bytes(data)
        return use(folder)

    return strike


def _ask(folder: Path) -> object:
    cache = AnswerCache(folder)
    cache.setup()
    try:
        found = cache.find(_KEY)
        cache.keep(_KEY, Completion("[result]\n1. Stop", "offline", 5, 5))
        if found is not None:
            check_completion(found)
        return found
    finally:
        cache.close()


def _open_log(folder: Path) -> object:
    log = MessageLog(folder / "broker.sqlite")
    logged = log.open()
    try:
        log.compact(frozenset(), ("tall",))
        return [(one.frame.head, one.receivers, one.age + 0.0) for one in logged.frames]
    finally:
        log.close()


def _made(name: str, use: Callable[[Path], object]) -> bytes:
    """Return a file as the program itself leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        use(Path(folder))
        use(Path(folder))
        path = Path(folder) / name
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        return path.read_bytes()


def _answer_files(canary: Path) -> Sequence[bytes]:
    """Return caches with rows, columns and triggers that no program of ours wrote."""
    columns = "key BLOB PRIMARY KEY, text, model, prompt_tokens, completion_tokens, used"
    rows = [f"INSERT INTO answers VALUES (x'{_KEY.hex()}', {text}, 'm', {tokens}, 1, {used})"
            for text in ("'x'", "NULL", "x'ff00ff'", "1.5", "zeroblob(1000000)", "char(0, 27, 155)")
            for tokens, used in (("1", "1"), ("'many'", "1"), ("1099511627776", "9e99"), ("-1", "'x'"), ("NULL", "NULL"))]  # fmt: skip
    model = f"INSERT INTO answers VALUES (x'{_KEY.hex()}', 'x', x'00ff', 1, 1, 1)"
    scripts = [f"CREATE TABLE answers ({columns}); {row};" for row in (*rows, model)]
    scripts += [
        f"CREATE TABLE answers ({columns}); CREATE TRIGGER t AFTER INSERT ON answers BEGIN "
        "INSERT INTO answers SELECT randomblob(32), text, model, 1, 1, 1 FROM answers; END;",
        f"CREATE TABLE answers ({columns}); CREATE TRIGGER t AFTER UPDATE ON answers BEGIN "
        f"SELECT load_extension('{canary}/x.so'); END; {rows[0]};",
        "CREATE VIEW answers AS SELECT 1 AS key, 2 AS text, 3 AS model, 4 AS prompt_tokens, "
        "5 AS completion_tokens, 6 AS used;",
        "CREATE VIEW answers AS WITH RECURSIVE r(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM r)"
        " SELECT key, 1 AS text, 1 AS model, 1 AS prompt_tokens, 1 AS completion_tokens, 1 AS used FROM r;",
        "CREATE TABLE answers (key);",
    ]
    return (*_databases(scripts), b"", b"SQLite format 3\x00" + bytes(84), *evil.pickles(canary))


def _log_files(canary: Path) -> Sequence[bytes]:
    """Return logs of a broker with rows that no broker wrote."""
    tables = (
        "PRAGMA user_version = 1; CREATE TABLE message (number INTEGER PRIMARY KEY, sender TEXT, session INTEGER, "
        "sequence INTEGER, taken REAL, receivers TEXT, data BLOB); CREATE TABLE had (sender TEXT, session INTEGER, "
        "ranges TEXT); CREATE TABLE robot (name TEXT PRIMARY KEY, session INTEGER, seen REAL); "
        "CREATE TABLE broker (one INTEGER PRIMARY KEY, session INTEGER); INSERT INTO robot VALUES ('tall', 1, 1e12);"
    )  # fmt: skip
    rows = [
        *(f"INSERT INTO had VALUES ('tall', 1, '{ranges}');" for ranges in (
            "", "null", "1", "[1]", "[[1]]", '[["a", "b"]]', "[[1, 1e400]]", "[[5, 1]]", "[[0, 4294967295]]",
            "[[-1, 99999999999999999999]]", "[" * 5000)),
        *(f"INSERT INTO message VALUES (1, 'tall', 1, 1, {taken}, '{receivers}', {data});"
          for taken in ("1e12", "NULL", "'x'", "-9e99")
          for receivers in ('["small"]', "null", "{}", "[[1]]", '"' + "x" * 100)
          for data in ("NULL", "x''", "x'0001'", "'text'", "zeroblob(100000)", "7")),
        *(f"INSERT INTO robot VALUES ({name}, {session}, {seen});"
          for name in ("NULL", "x'ff'", "'\x1b[2J'", "7")
          for session, seen in (("1", "1e12"), ("'x'", "1e12"), ("NULL", "9e999"), ("99999999999", "1e12"))),
        *(f"INSERT INTO broker VALUES (1, {session});" for session in ("'x'", "9e99", "9223372036854775807", "x'00'")),
    ]  # fmt: skip
    scripts = [tables + row for row in rows]
    scripts += [
        "CREATE TABLE message (x);",
        "PRAGMA user_version = 77;",
        "CREATE TABLE robot (name);",
    ]
    return (*_databases(scripts), b"", b"SQLite format 3\x00" + bytes(84), *evil.pickles(canary))


def _databases(scripts: Sequence[str]) -> list[bytes]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, script in enumerate(scripts):
            path = Path(folder) / f"{number}.sqlite"
            database = sqlite3.connect(path)
            database.executescript(script.replace("\x00", ""))
            database.close()
            found.append(path.read_bytes())
    return found
