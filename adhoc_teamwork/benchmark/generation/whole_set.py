# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a whole task set in a folder: by many processes, all of it or nothing."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from adhoc_teamwork.benchmark.engines.spread import spread
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.generation.house_work import HouseWork, work_on
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.tasks.task import FORMAT_VERSION, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import FILE, HOUSES, save_taskset
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import complain
from adhoc_teamwork.teamwork.text.progress import Progress

Request = TypeVar("Request")


def make_taskset(
    folder: Path, name: str, requests: Sequence[HouseRequest], plan: Plan, jobs: int
) -> TaskSet:
    """Write a task set into a new folder; it appears there when it is complete.

    The same requests and plan give the same bytes, whatever the number of processes.

    Raises:
        ConfigError: No house can carry tasks.
        BenchError: The disk is full, or a process was killed.
    """
    return write_set(folder, name, plan.seed, requests, partial(work_on, plan=plan), jobs)


def write_set(
    folder: Path,
    name: str,
    seed: int,
    requests: Sequence[Request],
    work_on: Callable[[Request], HouseWork],
    jobs: int,
) -> TaskSet:
    """Write what is made of each request into a new folder; see `make_taskset`.

    Raises:
        ConfigError: No house can carry tasks.
        BenchError: The disk is full, or a process was killed.
    """
    with _folder_in_the_making(folder) as draft:
        (draft / HOUSES).mkdir()
        tasks: list[BenchTask] = []
        with Progress("making tasks", len(requests), "houses") as progress:
            for work in spread(work_on, requests, jobs, "made tasks"):
                if work.note:
                    complain(f"{Path(work.file).name}: {work.note}")
                if work.tasks:
                    (draft / work.file).write_text(work.text, encoding="utf-8")
                    tasks += work.tasks
                progress.advance()
        if not tasks:
            raise ConfigError(f"{folder}: not one of {len(requests)} houses can carry tasks")
        return save_taskset(draft, TaskSet(FORMAT_VERSION, name, seed, tuple(tasks)))


def refuse_to_overwrite(folder: Path, replace: bool) -> None:
    """Refuse a folder that has something in it, unless it is a task set that may go.

    Raises:
        ConfigError: Something is there.
    """
    above = next((parent for parent in folder.absolute().parents if parent.exists()), None)
    if above is not None and not above.is_dir():
        raise ConfigError(f"--out: {above} is a file; expected a folder")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise ConfigError(f"--out: {folder} is a file; expected a new folder")
    there = {path.name for path in folder.iterdir()}
    if not there or (replace and there <= {FILE, HOUSES}):
        return
    if there <= {FILE, HOUSES}:
        raise ConfigError(f"--out: {folder} holds a task set; expected a new folder, or --replace")
    raise ConfigError(f"--out: {folder} is not empty; expected a new folder")


@contextmanager
def _folder_in_the_making(folder: Path) -> Iterator[Path]:
    """Yield a draft beside the folder; put it in the folder's place if nothing went wrong.

    Raises:
        BenchError: Somebody wrote into the folder meanwhile, or the disk is full.
    """
    draft = None
    try:
        before = _state(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        yield draft
        draft.chmod(0o755)
        _flush(draft.rglob("*.json"))
        if _state(folder) != before:
            raise BenchError(f"{folder}: others wrote there meanwhile; this set was not written")
        if folder.exists():
            old = draft / "replaced"
            folder.rename(old)
            shutil.move(str(old), str(draft.with_name(f"{draft.name}-replaced")))
        draft.rename(folder)
    except OSError as error:
        raise BenchError(f"{folder}: {error.strerror or error}; nothing was written") from None
    finally:
        if draft is not None:
            shutil.rmtree(draft, ignore_errors=True)
            shutil.rmtree(draft.with_name(f"{draft.name}-replaced"), ignore_errors=True)


def _state(folder: Path) -> tuple[int, int] | None:
    """Return what changes when something is put into a folder, or another in its place."""
    try:
        found = folder.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _flush(files: Iterable[Path]) -> None:
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
