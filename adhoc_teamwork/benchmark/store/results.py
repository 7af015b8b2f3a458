# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The episodes of a results folder as text: one JSON object a line."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult, ModelTime
from adhoc_teamwork.benchmark.store.latency import read_latency
from adhoc_teamwork.benchmark.store.lines import MOST_LINES, lines_of
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import read_regular
from adhoc_teamwork.teamwork.settings.parsing import parse_json

EPISODES = "episodes.jsonl"
_ADAPTER = TypeAdapter(EpisodeResult)
_APART = "time"
_KEYS = {field.name for field in fields(EpisodeResult)} - {_APART}


def encode(result: EpisodeResult) -> bytes:
    """Return an episode as its line, newline included; equal episodes give equal bytes."""
    data = asdict(result) | {"key": result.key.as_data()}
    del data[_APART]
    for key in ("talk", "cooperation"):
        if data[key] is None:
            del data[key]
    if not result.counts:
        del data["counts"]
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode() + b"\n"


def decode(line: bytes, source: str) -> EpisodeResult:
    """Return the episode of a line.

    Raises:
        ConfigError: The line is none; names `source`, usually file and line number.
    """
    try:
        data = parse_json(line, strict=True)
    except ValueError as error:
        raise ConfigError(
            f"{source}: not JSON ({error!s:.80}); expected one episode a line"
        ) from None
    if isinstance(data, dict) and (unknown := sorted(set(data) - _KEYS)):
        raise ConfigError(f"{source}: unknown key '{unknown[0]}'; expected an episode's")
    try:
        result = _ADAPTER.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "top level"
        raise ConfigError(f"{source}: {key}: {first['msg']}; expected an episode") from None
    if not 0 <= result.tidied <= result.total or result.total < 1:
        raise ConfigError(
            f"{source}: tidied: {result.tidied} of {result.total}; expected 0 to total, total >= 1"
        )
    return result


def parse_results(content: bytes, source: str) -> dict[EpisodeKey, EpisodeResult]:
    """Return the episodes of a file's whole lines, by key.

    Raises:
        ConfigError: A line is no episode, or one episode is there with two outcomes.
    """
    results: dict[EpisodeKey, EpisodeResult] = {}
    for number, line in enumerate(lines_of(content), start=1):
        result = decode(line, f"{source}:{number}")
        if results.setdefault(result.key, result) != result:
            raise ConfigError(
                f"{source}:{number}: {result.key.task_id}: a second, different outcome of an "
                "episode above; expected each episode once"
            )
    return results


def read_results(folder: Path) -> dict[EpisodeKey, EpisodeResult]:
    """Return all episodes of a results folder, by key, also while a run still adds to it.

    Raises:
        ConfigError: There is no such file, or it is broken.
    """
    path = folder / EPISODES
    try:
        content = read_regular(path, MOST_LINES)
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror or error}; expected the results of a run"
        ) from None
    return with_times(parse_results(content, str(path)), read_latency(folder))


def sort_key(key: EpisodeKey) -> tuple[str, bool, str, int, str, str, str]:
    """Return where an episode stands in a finished file: the team alone before the others."""
    is_joined = key.adhoc != "none"
    return key.team, is_joined, key.adhoc, key.t0, key.llm, key.channel, key.task_id


def in_order(results: Iterable[EpisodeResult]) -> list[EpisodeResult]:
    """Return episodes as they stand in a finished file."""
    return sorted(results, key=lambda result: sort_key(result.key))


def with_times(
    results: Mapping[EpisodeKey, EpisodeResult], times: Mapping[EpisodeKey, ModelTime]
) -> dict[EpisodeKey, EpisodeResult]:
    """Return the episodes with what was measured of them."""
    return {key: replace(result, time=times.get(key)) for key, result in results.items()}
