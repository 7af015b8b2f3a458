# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play runs as `adhoc demo` plays them, some at a time, each a process that leaves its folder."""

import asyncio
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from adhoc_teamwork.bringup.process_control.child import Child, end_children, start_child
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec
from adhoc_teamwork.bringup.trials.plan import Trial
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, FAILED
from adhoc_teamwork.teamwork.settings.config import ConfigError

DEMO = "adhoc_teamwork.bringup"
UNFINISHED = ".unfinished"
"""Ends the name of a run's folder until the run has ended by itself."""
GRACE = 30.0
"""Seconds of wall time that a run gets to stop its processes and write what it has."""
TICK = 1.0

OnEnd = Callable[[Trial, int, float], None]
"""Is told which run ended, with which exit code, after how many seconds of wall time."""


class Player:
    """Play trials in a folder; whatever lies there whole is not played again.

    Args:
        folder: Where run folders and what runs print go.
        options: Further options of `adhoc demo`.
        jobs: How many are played at a time.
        on_end: Called as each ends.
        on_tick: Called every second.
    """

    def __init__(
        self,
        folder: Path,
        options: Sequence[str],
        jobs: int,
        on_end: OnEnd,
        on_tick: Callable[[], None],
    ) -> None:
        self._folder, self._options, self._jobs = folder, tuple(options), jobs
        self._on_end, self._on_tick = on_end, on_tick
        self._children: set[Child] = set()
        self._stopped = asyncio.Event()
        self.refused: dict[str, str] = {}
        """By its name what a run said of its house where that cannot be played."""

    def run_folder(self, trial: Trial) -> Path:
        """Return where a run lies once it is whole."""
        return self._folder / trial.name

    def is_played(self, trial: Trial) -> bool:
        """Tell whether a run is there."""
        return self.run_folder(trial).is_dir()

    async def play(self, trials: Sequence[Trial]) -> bool:
        """Play what is not there; return whether all ended by themselves.

        A house that is refused keeps no other from being played.

        Raises:
            ConfigError: A run was refused as all others would be.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._stopped.set)
        waiting = [trial for trial in trials if not self.is_played(trial)]
        workers = [loop.create_task(self._work(waiting)) for _ in range(self._jobs)]
        stop = loop.create_task(self._stopped.wait())
        first: BaseException | None = None
        try:
            while not self._stopped.is_set() and not all(w.done() for w in workers):
                await asyncio.wait(
                    [stop, *(w for w in workers if not w.done())],
                    timeout=TICK, return_when=asyncio.FIRST_COMPLETED,
                )  # fmt: skip
                self._on_tick()
                first = next((w.exception() for w in workers if w.done() and w.exception()), None)
                if first is not None:
                    break
        finally:
            stop.cancel()
            waiting.clear()
            await end_children(list(self._children), grace=GRACE)
            ended = await asyncio.gather(*workers, return_exceptions=True)
        # Those that are ended because of the first one say no more than that.
        for error in (first, *ended):
            if isinstance(error, BaseException):
                raise error
        return not self._stopped.is_set()

    async def _work(self, waiting: list[Trial]) -> None:
        while waiting and not self._stopped.is_set():
            trial = waiting.pop(0)
            began = time.monotonic()
            code = await self._play_one(trial)
            if self._stopped.is_set():
                return
            if code not in (DONE, FAILED):
                said = _last_words(self._log(trial), code)
                if code != BAD_INPUT or trial.house is None or str(trial.house) not in said:
                    raise ConfigError(f"{trial.name}: {said}")
                self.refused[trial.name] = said
                self._on_end(trial, code, time.monotonic() - began)
                continue
            self._part(trial).rename(self.run_folder(trial))
            self._on_end(trial, code, time.monotonic() - began)

    async def _play_one(self, trial: Trial) -> int:
        """Play a run from its beginning; return its exit code."""
        part, log = self._part(trial), self._log(trial)
        shutil.rmtree(part, ignore_errors=True)
        log.unlink(missing_ok=True)
        spec = ProcessSpec(trial.name, demo_command(trial, self._options, part))
        # Runs beside each other take domains of their own.
        shared = {"ROS_DOMAIN_ID"} if self._jobs > 1 else set()
        environment = {key: os.environ[key] for key in os.environ.keys() - shared}
        child = await start_child(spec, environment, log)
        self._children.add(child)
        try:
            return await child.process.wait()
        finally:
            self._children.discard(child)

    def _part(self, trial: Trial) -> Path:
        return self._folder / f"{trial.name}{UNFINISHED}"

    def _log(self, trial: Trial) -> Path:
        return self._folder / f"{trial.name}.log"


def demo_command(trial: Trial, options: Sequence[str], out: Path) -> tuple[str, ...]:
    """Return the command that plays a run into a folder."""
    command = [sys.executable, "-m", DEMO, "demo", "--scenario", trial.scenario]
    command += ["--seed", str(trial.seed), "--out", str(out)]
    if trial.house is not None:
        command += ["--house", str(trial.house)]
    if trial.misplaced is not None:
        command += ["--misplaced", str(trial.misplaced)]
    return (*command, *options)


def _last_words(log: Path, code: int) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else f"it ended with exit code {code}"
