# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long models took: measured, so never the same twice, and kept apart from the episodes.

One JSON object a line in latency.jsonl: the episode's key, and its `ModelTime`. The file may be
deleted; tables then show no latency.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.benchmark.store.episode import EpisodeKey, ModelTime
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.store.lines import MOST_LINES, LineFile, lines_of
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import read_regular
from adhoc_teamwork.teamwork.settings.parsing import parse_json

LATENCY = "latency.jsonl"


@dataclass(frozen=True)
class _Line:
    key: EpisodeKey
    time: ModelTime


_ADAPTER = TypeAdapter(_Line)


class LatencyFile:
    """Add measured times to a results folder; the last of an episode counts."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LATENCY
        self._file = LineFile(self._path)

    def open(self) -> dict[EpisodeKey, ModelTime]:
        """Make or open the file, drop what was torn off its end, and return what it holds.

        Raises:
            OSError: It cannot be opened.
            ConfigError: It is broken.
        """
        return self._file.open(lambda content: _parse(content, str(self._path)))

    def add(self, key: EpisodeKey, time: ModelTime) -> None:
        """Add a line; it need not survive a crash.

        Raises:
            OSError: The disk is full; nothing of the line stays.
        """
        self._file.add(_encode(key, time), is_kept=False)

    def finish(self, times: Mapping[EpisodeKey, ModelTime]) -> None:
        """Leave just `times`, in their order; see `write_whole` for errors."""
        lines = [_encode(key, time) for key, time in times.items()]
        if self._path.read_bytes() != b"".join(lines):
            write_whole(self._path, lines)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read_latency(folder: Path) -> dict[EpisodeKey, ModelTime]:
    """Return the measured times of a results folder; none where there is no such file.

    Raises:
        ConfigError: It is broken, or cannot be read.
    """
    path = folder / LATENCY
    try:
        content = read_regular(path, MOST_LINES) if path.exists() else b""
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected a file to read") from None
    return _parse(content, str(path))


def _encode(key: EpisodeKey, time: ModelTime) -> bytes:
    data = {"key": key.as_data(), "time": asdict(time)}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.encode() + b"\n"


def _parse(content: bytes, source: str) -> dict[EpisodeKey, ModelTime]:
    found = {}
    for number, line in enumerate(lines_of(content), start=1):
        try:
            one = _ADAPTER.validate_python(parse_json(line, strict=True))
        except ValueError as error:
            what = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise ConfigError(
                f"{source}:{number}: {what}; expected a measured time (the file may be deleted)"
            ) from None
        found[one.key] = one.time
    return found
