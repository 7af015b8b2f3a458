# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What engines are given and what they give back."""

import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.teamwork.settings.config import ConfigError

Player = Callable[[BenchTask, Path, str, str, int, str, str], EpisodeResult]
"""Plays an episode: task, the task set's folder, team, ad hoc policy, t0, model, channel."""
PLAYER = "adhoc_teamwork.benchmark.episodes.play:play"
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables that keep libraries from starting a thread per processor in each worker."""


@dataclass(frozen=True)
class Work:
    """Hold one episode to be played."""

    key: EpisodeKey
    task: BenchTask


Chunk = tuple[Work, ...]
"""Episodes of one house, played one after the other by one worker, which prepares it once."""


@dataclass(frozen=True)
class Failure:
    """Say in one line why an episode was not played; `trace` is for whoever mends the code."""

    key: EpisodeKey
    reason: str
    trace: str = ""


Outcome = EpisodeResult | Failure


Outcomes = Generator[Outcome | None, None, None]


class Engine(Protocol):
    """Plays episodes, in any order."""

    def run(self, chunks: Sequence[Chunk]) -> Outcomes:
        """Yield each episode's outcome once, and None now and then while nothing has ended.

        Closing the iterator ends what is still being played.

        Raises:
            ConfigError: The engine cannot start.
            BenchError: It broke down.
        """


def resolve_player(name: str) -> Player:
    """Return the function that `module:function` names."""
    module, _, function = name.partition(":")
    player: Player = getattr(import_module(module), function)
    return player


def play_one(player: Player, work: Work, folder: Path) -> Outcome:
    """Play one episode; whatever goes wrong in it becomes a `Failure`."""
    key = work.key
    try:
        result = player(work.task, folder, key.team, key.adhoc, key.t0, key.llm, key.channel)
    except ConfigError as error:
        return Failure(key, str(error))
    except Exception as error:  # noqa: BLE001 - one episode's defect must not end all others
        text = " ".join(str(error).split())
        return Failure(key, f"{type(error).__name__}: {text:.200}", traceback.format_exc())
    if result.key != key:
        return Failure(key, f"the result is of {result.key}; expected this episode's")
    return result


def make_chunks(works: Iterable[Work], workers: int) -> list[Chunk]:
    """Return the episodes by house, the longest chunks first, enough of them for all workers.

    The chunks of a house take turns in taking its episodes: what takes long, such as those of a
    team that talks, comes in a row.
    """
    houses: dict[str, list[Work]] = {}
    for work in works:
        houses.setdefault(work.task.house, []).append(work)
    total = sum(len(group) for group in houses.values())
    chunks = []
    for group in houses.values():
        parts = parts_of(len(group), total, workers)
        chunks += [tuple(group[first::parts]) for first in range(parts)]
    return sorted(chunks, key=lambda chunk: sum(map(effort, chunk)), reverse=True)


def parts_of(episodes: int, total: int, workers: int) -> int:
    """Return into how many chunks the episodes of a house are divided, of so many in all."""
    most = max(1, -(-total // max(1, 2 * workers)))
    return -(-episodes // most)


def effort(work: Work) -> float:
    """Estimate how long an episode takes, in no unit: bigger houses and teams take longer."""
    return float((work.task.rooms + 1) ** 2 * (len(work.task.team) + 1))
