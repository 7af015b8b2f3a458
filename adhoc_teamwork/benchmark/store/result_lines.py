# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Results on the disk: one a line, none lost or counted twice, sorted at the end."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.store.lines import MOST_LINES, LineFile, lines_of
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import read_regular
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock
from adhoc_teamwork.teamwork.settings.parsing import parse_json


class Keyed(Protocol):
    """A dataclass with a key that can be sorted and tells it from all others."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def key(self) -> Any:
        """Return what no other result has."""


Result = TypeVar("Result", bound=Keyed)


class ResultLines(Generic[Result]):
    """Add results to a file; use it in a `with` block.

    Args:
        path: The file; its folder is made.
        kind: What a line holds.
    """

    def __init__(self, path: Path, kind: type[Result]) -> None:
        self.path = path
        self.results: dict[Any, Result] = {}
        self._kind = kind
        self._file = LineFile(path)
        self._lock = FolderLock(path.parent, by_file=True)

    def __enter__(self) -> "ResultLines[Result]":
        """Read what is there, and drop a last line that was torn off.

        Raises:
            ConfigError: It cannot be written, is none of ours, or another run is writing there.
        """
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the file."""
        self._close()

    def add(self, result: Result) -> None:
        """Put one result on the disk.

        Raises:
            BenchError: It cannot be written; all before it are kept.
        """
        try:
            self._file.add(encoded(result))
        except OSError as error:
            raise BenchError(f"{self.path}: {error.strerror}; the same command goes on") from None
        self.results[result.key] = result

    def finish(self) -> None:
        """Sort the lines, so that the file is the same whatever came first."""
        write_whole(self.path, [encoded(self.results[key]) for key in sorted(self.results)])

    def _open(self) -> None:
        self._lock.take()
        source = str(self.path)
        try:
            self.results = self._file.open(lambda text: results_in(text, source, self._kind))
        except OSError as error:
            raise ConfigError(f"{self.path}: {error.strerror}; expected a file to write") from None

    def _close(self) -> None:
        self._file.close()
        self._lock.release()


def read_result_lines(path: Path, kind: type[Result], expected: str) -> list[Result]:
    """Return the results in a file, sorted.

    Raises:
        ConfigError: There are none, or a line is none of ours; `expected` says what was.
    """
    try:
        content = read_regular(path, MOST_LINES)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected {expected}") from None
    found = results_in(content, str(path), kind)
    return [found[key] for key in sorted(found)]


def results_in(content: bytes, source: str, kind: type[Result]) -> dict[Any, Result]:
    """Return the results in the whole lines of a file, by key.

    Raises:
        ConfigError: A line is none, or one result is there with two outcomes.
    """
    found: dict[Any, Result] = {}
    for number, one in enumerate(parsed(content, source, kind), start=1):
        if found.setdefault(one.key, one) != one:
            raise ConfigError(
                f"{source}:{number}: a second, different outcome of one above; expected each once"
            )
    return found


def encoded(result: Any) -> bytes:
    """Return the line of a dataclass."""
    return json.dumps(asdict(result), sort_keys=True).encode() + b"\n"


Line = TypeVar("Line")


def parsed(content: bytes, source: str, kind: type[Line]) -> Iterable[Line]:
    """Yield what the whole lines of a file hold, all of one kind of dataclass.

    Raises:
        ConfigError: A line is none; the message begins with `source` and its number.
    """
    if len(content) > MOST_LINES:
        raise ConfigError(f"{source}: more than {MOST_LINES} bytes")
    adapter = TypeAdapter(kind)
    for number, line in enumerate(lines_of(content), start=1):
        try:
            yield adapter.validate_python(parse_json(line, strict=True))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ConfigError(f"{source}:{number}: {where}: {first['msg']}") from None
        except ValueError as error:
            raise ConfigError(f"{source}:{number}: not JSON ({error!s:.80})") from None
