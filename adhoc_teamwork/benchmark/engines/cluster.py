# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play episodes on a Ray cluster, or on this machine through Ray (https://docs.ray.io)."""

import hashlib
import importlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.engines.work import (
    ONE_THREAD,
    PLAYER,
    Chunk,
    Failure,
    Outcome,
    Outcomes,
    play_one,
    resolve_player,
)
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.models.answer_cache import ALWAYS, FOLDER
from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.teamwork.settings.config import ConfigError

TICK = 0.5
"""Seconds after which `run` yields None where nothing has ended."""
QUEUED = 2
"""Chunks handed to Ray for each of its processors, so that none waits."""
_NOT_SHIPPED = ("/.git/", "/docs/", "/test/")
"""Beside what .gitignore names, which Ray leaves out by itself."""


class RayEngine:
    """Play episodes as Ray tasks; houses travel with them, so machines share no disk."""

    def __init__(self, folder: Path, address: str | None, player: str = PLAYER) -> None:
        """Connect to the cluster, or start Ray here where no address is given.

        Raises:
            ConfigError: Ray is not installed, or there is no cluster at the address.
        """
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise ConfigError(
                "--engine ray: the package ray is not installed; expected it in this environment "
                "(pip install ray), or --engine processes"
            ) from None
        self._folder, self._player = folder, player
        self._houses: dict[str, Any] = {}
        _connect(self._ray, address)
        # One attempt here: a worker that dies is tried again below, episode by episode.
        self._play = self._ray.remote(num_cpus=1, max_retries=0)(play_chunk)

    @property
    def workers(self) -> int:
        """Return how many episodes are played at a time."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, chunks: Sequence[Chunk]) -> Outcomes:
        """Play; see `Engine`. An episode whose worker died with its chunk is tried alone once.

        Raises:
            BenchError: The cluster is lost.
        """
        waiting = [(chunk, 1) for chunk in reversed(chunks)]
        running: dict[Any, tuple[Chunk, int]] = {}
        try:
            while waiting or running:
                while waiting and len(running) < QUEUED * self.workers:
                    chunk, attempt = waiting.pop()
                    running[self._submit(chunk)] = chunk, attempt
                done, _ = self._ray.wait(list(running), timeout=TICK)
                if not done:
                    yield None
                for reference in done:
                    chunk, attempt = running.pop(reference)
                    yield from self._collect(reference, chunk, attempt, waiting)
        finally:
            for reference in running:
                self._ray.cancel(reference, force=True)
            self._ray.shutdown()

    def _submit(self, chunk: Chunk) -> Any:
        house = chunk[0].task.house
        if house not in self._houses:
            self._houses[house] = self._ray.put((self._folder / house).read_bytes())
        return self._play.remote(self._player, chunk, self._houses[house])

    def _collect(
        self, reference: Any, chunk: Chunk, attempt: int, waiting: list[tuple[Chunk, int]]
    ) -> Iterator[Outcome]:
        try:
            yield from self._ray.get(reference)
        except self._ray.exceptions.WorkerCrashedError as error:
            if attempt == 1:
                waiting.extend(((work,), 2) for work in chunk)
                return
            text = " ".join(str(error).split())
            yield Failure(chunk[0].key, f"its worker process ended twice: {text:.120}")
        except self._ray.exceptions.RayError as error:
            text = " ".join(str(error).split())
            raise BenchError(f"Ray: {text:.200}") from None


def play_chunk(player: str, chunk: Chunk, house: bytes) -> list[Outcome]:
    """Play the episodes of a chunk on whatever machine this is."""
    folder = _unpack(chunk[0].task.house, house)
    function = resolve_player(player)
    return [play_one(function, work, folder) for work in chunk]


def _unpack(name: str, content: bytes) -> Path:
    """Return a folder with the house file in it, made once per machine and content."""
    digest = hashlib.sha256(content).hexdigest()
    folder = Path(tempfile.gettempdir()) / f"adhoc_bench_{digest[:32]}"
    path = folder / name
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [content])
    return folder


def _cache() -> dict[str, str]:
    return {name: os.environ.get(name, "") for name in (FOLDER, ALWAYS)}


def _connect(ray: Any, address: str | None) -> None:
    runtime: dict[str, Any] = {"env_vars": dict.fromkeys(ONE_THREAD, "1") | _cache()}
    root = Path(__file__).resolve().parents[3]
    if address and (root / "adhoc").is_file():
        # A checkout travels to the other machines; an installed package has to be there already.
        runtime |= {"working_dir": str(root), "excludes": list(_NOT_SHIPPED)}
    try:
        ray.init(address=address, runtime_env=runtime, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        text = " ".join(str(error).split())
        raise ConfigError(f"--ray-address {address}: {text:.200}; expected a cluster") from None
