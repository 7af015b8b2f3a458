# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes of arms on the disk: one a line, none lost or counted twice, sorted at the end."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.store.lines import MOST_LINES, LineFile, lines_of
from adhoc_teamwork.teamwork.settings.config import ConfigError

FILE = "arms.jsonl"


@dataclass(frozen=True, order=True)
class ArmsKey:
    """Tell one episode from all others; `llm` is the model's name, empty where none is asked."""

    team: str
    llm: str
    task: str
    seed: int


@dataclass(frozen=True)
class ArmsResult:
    """Hold an episode.

    Attributes:
        key: Which.
        success: It was done.
        steps: Rounds that it took.
        plans: How many plans each round took.
        calls: What was asked of models.
        refused: How many plans failed at each check.
        unmoved: Rounds for whose plan no motion was found.
    """

    key: ArmsKey
    success: bool
    steps: int
    plans: tuple[int, ...]
    calls: int
    refused: dict[str, int]
    unmoved: int

    @property
    def replans(self) -> float:
        """Return how many plans a round took in the mean."""
        return sum(self.plans) / len(self.plans) if self.plans else 0.0


class ArmsFile:
    """Add episodes to the file of a results folder; use it in a `with` block.

    Args:
        folder: Of the results; it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.results: dict[ArmsKey, ArmsResult] = {}
        self._file = LineFile(self.path)

    def __enter__(self) -> "ArmsFile":
        """Read what is there, and drop a last line that was torn off.

        Raises:
            ConfigError: It cannot be written, or is none of ours.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            found = self._file.open(lambda content: list(_parsed(content, str(self.path))))
        except OSError as error:
            raise ConfigError(f"{self.path}: {error.strerror}; expected a file to write") from None
        self.results = {one.key: one for one in found}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the file."""
        self._file.close()

    def add(self, result: ArmsResult) -> None:
        """Put one episode on the disk.

        Raises:
            BenchError: It cannot be written; all before it are kept.
        """
        try:
            self._file.add(_encoded(result))
        except OSError as error:
            raise BenchError(f"{self.path}: {error.strerror}; the same command goes on") from None
        self.results[result.key] = result

    def finish(self) -> None:
        """Sort the lines, so that the file is the same whatever came first."""
        write_whole(self.path, [_encoded(self.results[key]) for key in sorted(self.results)])


def read_arms(folder: Path) -> list[ArmsResult]:
    """Return the episodes of a results folder.

    Raises:
        ConfigError: There are none, or a line is none of ours.
    """
    path = folder / FILE
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected episodes of arms") from None
    return sorted(_parsed(content, str(path)), key=lambda one: one.key)


def _encoded(result: ArmsResult) -> bytes:
    return json.dumps(asdict(result), sort_keys=True).encode() + b"\n"


def _parsed(content: bytes, source: str) -> Iterable[ArmsResult]:
    if len(content) > MOST_LINES:
        raise ConfigError(f"{source}: more than {MOST_LINES} bytes")
    for number, line in enumerate(lines_of(content), start=1):
        try:
            yield _results.validate_json(line)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ConfigError(f"{source}:{number}: {where}: {first['msg']}") from None


_results = TypeAdapter(ArmsResult)
