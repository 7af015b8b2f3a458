# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep the processes of a run going, and end all of them when it is over."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.process_control.child import Child, end_children, start_child
from adhoc_teamwork.bringup.process_control.forks import ForkServer
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT

START_SPACING = 0.1
"""Seconds between the starts of two processes, so that the first come up first."""
LATE_SPACING = 1.0
"""Seconds between the starts of a late robot's processes, so that the others keep moving."""
HEAD_START = 10.0
"""Seconds of wall time that a late robot's processes get to come up before it joins."""
FASTEST = 10.0
FIRST_DELAY = 0.5
PROVEN = 60.0
"""Seconds after which a process that ended counts as having worked."""


@dataclass(frozen=True)
class Outcome:
    """Say by which process and with which exit code a run ended; no process: it was stopped."""

    process: str
    code: int
    reason: str = ""


class Supervisor:
    """Start processes, restart what dies, end everything.

    Args:
        specs: What to start, in this order.
        environment: Variables of every process.
        log_dir: Where each process's output goes, in a file of its name.
        speed: Simulated seconds per second, to know when late robots must be started; `FASTEST` is
            reckoned with where it is more.
        tell: Called with each event: the kind (restart, lost, end), the process, a sentence.
        hear: Called with each line that a process that `reports` prints.
        forks: Starts what it can where it is given, and is disconnected in the end.
    """

    def __init__(
        self,
        specs: Sequence[ProcessSpec],
        environment: Mapping[str, str],
        log_dir: Path,
        speed: float,
        tell: Callable[[str, str, str], None],
        hear: Callable[[str], None],
        forks: ForkServer | None = None,
    ) -> None:
        self._specs = list(specs)
        self._environment = {**os.environ, **environment}
        self._log_dir = log_dir
        self._speed = speed
        self._tell = tell
        self._hear = hear
        self._own, self._forks = environment, forks
        self._children: dict[str, Child] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._spawning = asyncio.Lock()
        self._over: asyncio.Future[Outcome] | None = None
        self._time = asyncio.Condition()
        self._now = 0.0
        self._ending = False
        self.killed: list[str] = []
        """What did not end by itself in time."""

    @property
    def running(self) -> list[str]:
        """Return the names of the processes that run."""
        return [name for name, child in self._children.items() if child.running]

    async def run(self) -> Outcome:
        """Start everything and return when the run is over; nothing is running any more then."""
        self._log_dir.mkdir(parents=True, exist_ok=True)
        self._over = asyncio.get_running_loop().create_future()
        try:
            if self._forks is not None:
                await self._forks.connect()
            self._begin(self._start_all())
            return await self._over
        finally:
            await self._end_all()
            if self._forks is not None:
                await self._forks.disconnect()

    def stop(self, reason: str) -> None:
        """End the run, also while it starts."""
        self._finish(Outcome("", 0, reason))

    async def set_time(self, now: float) -> None:
        """Say what simulated time it is, so that late robots are started in time."""
        async with self._time:
            self._now = now
            self._time.notify_all()

    def send(self, line: str) -> None:
        """Send a line to the processes that report."""
        for child in self._children.values():
            stdin = child.process.stdin
            if child.running and stdin is not None and not stdin.is_closing():
                stdin.write(line.encode() + b"\n")

    async def _start_all(self) -> None:
        head_start = HEAD_START * min(self._speed, FASTEST)
        late: dict[str, list[ProcessSpec]] = {}
        # What reports hears of all others.
        for spec in sorted(self._specs, key=lambda spec: not spec.reports):
            if spec.starts_at > head_start:
                late.setdefault(spec.robot, []).append(spec)
                continue
            self._begin(self._keep(spec))
            await asyncio.sleep(START_SPACING)
        for specs in late.values():
            self._begin(self._start_late(specs, specs[0].starts_at - head_start))

    async def _start_late(self, specs: Sequence[ProcessSpec], when: float) -> None:
        async with self._time:
            await self._time.wait_for(lambda: self._now >= when)
        for spec in specs:
            self._begin(self._keep(spec))
            await asyncio.sleep(LATE_SPACING)

    async def _keep(self, spec: ProcessSpec) -> None:
        """Run one process, again and again within its bound."""
        failures = 0
        loop = asyncio.get_running_loop()
        while not self._ending:
            started = loop.time()
            child = await self._spawn(spec)
            if child is None:
                return
            await self._listen(child)
            code = await child.process.wait()
            if self._ending or self._is_end(spec, code, first=failures == 0):
                return
            failures = 1 if loop.time() - started > PROVEN else failures + 1
            if failures > spec.restarts:
                self._lose(spec, code)
                return
            delay = min(FIRST_DELAY * 2 ** min(failures - 1, 10), spec.back_within)
            why = f" ({self.last_words(spec.name)})" if code > 0 else ""
            self._tell("restart", spec.name, f"{_died(code)}{why}; starting it again")
            await asyncio.sleep(delay)

    async def _spawn(self, spec: ProcessSpec) -> Child | None:
        async with self._spawning:
            if self._ending:
                return None
            try:
                log = self.log_of(spec.name)
                child = await self._forks.fork(spec, self._own, log) if self._forks else None
                child = child or await start_child(spec, self._environment, log)
            except OSError as error:
                self._finish(Outcome(spec.name, BAD_INPUT, f"{spec.command[0]}: {error.strerror}"))
                return None
            self._children[spec.name] = child
            return child

    async def _listen(self, child: Child) -> None:
        """Pass on what a process that reports prints, until it ends."""
        output = child.process.stdout
        while output is not None:
            try:
                line = await output.readline()
            except ValueError:
                continue
            if not line:
                return
            self._hear(line.decode("utf-8", "replace").rstrip("\n"))

    def _is_end(self, spec: ProcessSpec, code: int, first: bool) -> bool:
        """Tell whether the run is over because a process, in its first life or later, ended so."""
        if spec.reports and code in (0, 1):
            self._finish(Outcome(spec.name, code))
            return True
        if code == BAD_INPUT and first:
            self._finish(Outcome(spec.name, code, f"{spec.name}: {self.last_words(spec.name)}"))
            return True
        return False

    def _lose(self, spec: ProcessSpec, code: int) -> None:
        """Give a process up; the run goes on without it unless nothing works without it."""
        reason = f"{spec.name} {_died(code)}: {self.last_words(spec.name)}"
        if spec.restarts == 0 or spec.reports:
            self._finish(Outcome(spec.name, 1, reason))
        else:
            self._tell("lost", spec.name, f"{_died(code)} too often; it stays away")

    def log_of(self, name: str) -> Path:
        """Return the file with a process's output."""
        return self._log_dir / f"{name}.log"

    def last_words(self, name: str) -> str:
        """Return the last line of a process's log."""
        with contextlib.suppress(OSError):
            lines = self.log_of(name).read_text(encoding="utf-8", errors="replace").split("\n")
            written = [line.strip() for line in lines if line.strip()]
            if written:
                return written[-1][:300]
        return f"see {self.log_of(name)}"

    def _finish(self, outcome: Outcome) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_result(outcome)
            if outcome.reason:
                self._tell("end", outcome.process, outcome.reason)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._note_end)

    def _note_end(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._finish(Outcome("", 1, f"the supervisor failed: {error!r}"))

    async def _end_all(self) -> None:
        self._ending = True
        async with self._spawning:
            children = list(self._children.values())
        self.killed = await end_children(children)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _died(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
