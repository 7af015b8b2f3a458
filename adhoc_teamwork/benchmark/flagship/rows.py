# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The rows of the flagship table, and the file by which groups exchange them (flagship.json)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.code_version import code_version
from adhoc_teamwork.benchmark.figures.statistics import bootstrap_interval
from adhoc_teamwork.benchmark.figures.summary import Results
from adhoc_teamwork.benchmark.flagship.sample import Score
from adhoc_teamwork.benchmark.runs.plan import Setting, setting_of
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RunFacts
from adhoc_teamwork.benchmark.store.files import write_json
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

FILE = "flagship.json"
FORMAT = 1
MOST_ROWS = 10_000
_NAME = re.compile(r"[A-Za-z0-9_.:@ +=,/-]{0,100}")


@dataclass(frozen=True)
class FlagshipRow:
    """Say how a team with an ad hoc robot did on a suite's sample: means over episodes.

    `value` is the suite's score with its 95 % interval, houses drawn; messages, calls and tokens
    are of all robots of an episode together.
    """

    suite: str
    team: str
    adhoc: str
    llm: str
    channel: str
    episodes: int
    value: float
    low: float
    high: float
    messages: float
    calls: float
    tokens: float

    @property
    def setting(self) -> Setting:
        """Return who played, with which model and over which channel."""
        return Setting(self.team, self.adhoc, 0, self.llm, self.channel)


@dataclass(frozen=True)
class Sample:
    """Say on what rows of a suite were played: the set's digest, and its tasks by their ids."""

    digest: str
    tasks: tuple[str, ...]


@dataclass(frozen=True)
class FlagshipFile:
    """Hold what flagship.json holds; `code` is the version that made it, `by` whose rows it has."""

    format: int
    by: str
    code: str
    samples: Mapping[str, Sample]
    rows: tuple[FlagshipRow, ...]


def rows_of(
    suite: str, score: Score, wanted: Sequence[Setting], results: Results, facts: RunFacts
) -> list[FlagshipRow]:
    """Return a row for each setting of which there are episodes.

    Args:
        suite: The section's name.
        score: What it is told by.
        wanted: The settings, in the order of rows.
        results: Episodes of the sample's tasks.
        facts: The tasks that they are of.
    """
    played: dict[Setting, list[EpisodeResult]] = {}
    for key, result in results.items():
        played.setdefault(setting_of(key), []).append(result)
    return [_row(suite, score, one, played[one], facts) for one in wanted if one in played]


def _row(
    suite: str, score: Score, setting: Setting, played: Sequence[EpisodeResult], facts: RunFacts
) -> FlagshipRow:
    tasks = facts.by_id()
    values = [score.of(result) for result in played]
    interval = bootstrap_interval(values, [tasks[one.key.task_id].house for one in played])
    return FlagshipRow(
        suite,
        setting.team,
        setting.adhoc,
        setting.llm,
        setting.channel,
        len(played),
        _mean(values),
        interval.low,
        interval.high,
        _mean([one.talk.sent if one.talk else one.messages for one in played]),
        _mean([one.llm_calls for one in played]),
        _mean([one.prompt_tokens + one.completion_tokens for one in played]),
    )


def check_author(by: str) -> None:
    """Refuse to put rows under what is no plain name.

    Raises:
        ConfigError: It is none.
    """
    if not _NAME.fullmatch(by):
        raise ConfigError(f"--by {by:.80}: expected up to 100 letters, digits and plain signs")


def write_rows(
    folder: Path, by: str, samples: Mapping[str, Sample], rows: Sequence[FlagshipRow]
) -> Path:
    """Write flagship.json and return it; see `write_whole` for errors.

    Raises:
        ConfigError: `by` is no plain name.
    """
    check_author(by)
    path = folder / FILE
    write_json(path, asdict(FlagshipFile(FORMAT, by, code_version(), samples, tuple(rows))))
    return path


def read_rows(path: Path) -> FlagshipFile:
    """Return another group's rows, of whatever sample.

    Raises:
        ConfigError: The file is broken, or too long.
    """
    found = load_config(path, FlagshipFile)
    if found.format != FORMAT:
        raise ConfigError(f"{path}: format: {found.format}; expected {FORMAT}")
    if len(found.rows) > MOST_ROWS:
        raise ConfigError(f"{path}: {len(found.rows)} rows; expected up to {MOST_ROWS}")
    _check_name(path, "by", found.by)
    for number, row in enumerate(found.rows):
        _check_row(path, f"rows.{number}", row)
    return found


def check_samples(path: Path, found: FlagshipFile, samples: Mapping[str, Sample]) -> None:
    """Refuse another group's rows where they are not of the same sample as ours.

    Raises:
        ConfigError: A row is of another sample.
    """
    for number, row in enumerate(found.rows):
        theirs, ours = found.samples.get(row.suite), samples.get(row.suite)
        if theirs is None or theirs != ours:
            raise ConfigError(
                f"{path}: rows.{number}: of another sample of {row.suite or 'no suite'}; expected "
                "the digest and the tasks of ours"
            )


def _check_row(path: Path, where: str, row: FlagshipRow) -> None:
    for key in ("suite", "team", "adhoc", "llm", "channel"):
        _check_name(path, f"{where}.{key}", getattr(row, key))
    numbers = (row.value, row.low, row.high, row.messages, row.calls, row.tokens)
    if not all(0.0 <= one < 1e12 for one in numbers) or row.episodes < 1:
        raise ConfigError(f"{path}: {where}: expected finite numbers from 0 up, and episodes")


def _check_name(path: Path, where: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{path}: {where}: {name!r:.80}; expected a plain name")


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
