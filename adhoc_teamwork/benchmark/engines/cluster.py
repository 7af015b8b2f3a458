# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play episodes on a Ray cluster, or on this machine through Ray (https://docs.ray.io)."""

import hashlib
import importlib
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
LOSSES = 10
"""How often a chunk is given out again because the machine that played it was lost."""
ALONE = 240
"""Ticks in a row without a processor in the cluster after which a run ends."""
REACHED = 10.0
"""Seconds in which the head of a cluster has to answer."""
_NOT_SHIPPED = ("/.git/", "/docs/", "/test/")
"""Beside what .gitignore names, which Ray leaves out by itself."""
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""What a client of HTTP/2 says first, an empty SETTINGS frame included (RFC 9113, section 3.4)."""
_FRAME, _KIND, _SETTINGS = 9, 3, 4
"""Bytes of a frame's head, which of them says its kind, and the kind that a server says first."""


@dataclass(frozen=True)
class _Given:
    """Follow a chunk: how often it was begun, and given out again as its machine was lost."""

    chunk: Chunk
    attempt: int = 1
    losses: int = 0


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
                "(./adhoc setup --ray, or pip install '.[ray]'), or --engine processes"
            ) from None
        self._folder, self._player = folder, player
        self._houses: dict[str, Any] = {}
        _connect(self._ray, address)
        # One attempt here: a worker that dies is tried again below, episode by episode.
        self._play = self._ray.remote(num_cpus=1, max_retries=0)(play_chunk)

    @property
    def workers(self) -> int:
        """Return how many episodes are played at a time."""
        return max(1, self._processors())

    def run(self, chunks: Sequence[Chunk]) -> Outcomes:
        """Play; see `Engine`. An episode whose worker died with its chunk is tried alone once.

        What a lost machine played, or had played and not sent yet, is played again elsewhere.

        Raises:
            BenchError: The cluster is lost, or has had no processor for two minutes.
        """
        waiting = [_Given(chunk) for chunk in reversed(chunks)]
        running: dict[Any, _Given] = {}
        alone = 0
        try:
            while waiting or running:
                while waiting and len(running) < QUEUED * self.workers:
                    given = waiting.pop()
                    running[self._submit(given.chunk)] = given
                done, _ = self._ray.wait(list(running), timeout=TICK)
                alone = 0 if done or self._processors() else alone + 1
                if alone >= ALONE:
                    raise BenchError("no machine of the Ray cluster is left; the same command "
                                     "goes on from here with another")  # fmt: skip
                if not done:
                    yield None
                for reference in done:
                    yield from self._collect(reference, running.pop(reference), waiting)
        finally:
            for reference in running:
                self._ray.cancel(reference, force=True)
            self._ray.shutdown()

    def _processors(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))

    def _submit(self, chunk: Chunk) -> Any:
        house = chunk[0].task.house
        if house not in self._houses:
            self._houses[house] = self._ray.put((self._folder / house).read_bytes())
        return self._play.remote(self._player, chunk, self._houses[house])

    def _collect(self, reference: Any, given: _Given, waiting: list[_Given]) -> Iterator[Outcome]:
        errors, chunk = self._ray.exceptions, given.chunk
        try:
            yield from self._ray.get(reference)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError) as error:
            if given.attempt == 1:
                waiting.extend(_Given((work,), 2) for work in chunk)
                return
            yield Failure(chunk[0].key, f"its worker process ended twice: {_one_line(error):.120}")
        except (errors.NodeDiedError, errors.ObjectLostError) as error:
            if given.losses < LOSSES:
                waiting.append(replace(given, losses=given.losses + 1))
                return
            reason = f"{LOSSES + 1} machines that played it were lost: {_one_line(error):.120}"
            yield from (Failure(work.key, reason) for work in chunk)
        except errors.RayError as error:
            raise BenchError(f"Ray: {_one_line(error):.200}") from None


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
    if address:
        _refuse_no_head(address)
    runtime: dict[str, Any] = {"env_vars": dict.fromkeys(ONE_THREAD, "1") | _cache()}
    root = Path(__file__).resolve().parents[3]
    if address and (root / "adhoc").is_file():
        # A checkout travels to the other machines; an installed package has to be there already.
        runtime |= {"working_dir": str(root), "excludes": list(_NOT_SHIPPED)}
    try:
        ray.init(address=address, runtime_env=runtime, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _no_cluster(address, _one_line(error)) from None
    except SystemExit:
        # So Ray ends where something answers, but no head of a cluster.
        raise _no_cluster(address, "what answers there is no head") from None


def _refuse_no_head(address: str) -> None:
    """Refuse HOST:PORT where nobody answers as gRPC does: Ray would wait for minutes, and exit.

    Raises:
        ConfigError: The host is not known, nobody answers, or something else does.
    """
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        with socket.create_connection((host.strip("[]"), int(port)), REACHED) as line:
            line.sendall(_GREETING)
            answer = b"" if _is_encrypted() else line.recv(_FRAME, socket.MSG_WAITALL)
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, f"nobody answers there: {_one_line(error)}") from None
    if not _is_encrypted() and (len(answer) < _FRAME or answer[_KIND] != _SETTINGS):
        raise _no_cluster(address, "what answers there is no head")


def _is_encrypted() -> bool:
    return os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true")


def _no_cluster(address: str | None, why: str) -> ConfigError:
    return ConfigError(f"--ray-address {address}: {why:.200}; expected the head of a Ray cluster, "
                       "HOST:PORT, or auto for one that runs here")  # fmt: skip


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
