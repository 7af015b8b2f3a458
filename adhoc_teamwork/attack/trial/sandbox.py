# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run a row in worker processes; notice which input brings one down, and go on behind it."""

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.attack.trial.outcome import Harm, Outcome, Tally
from adhoc_teamwork.attack.trial.rows import Row
from adhoc_teamwork.attack.trial.worker import PROGRESS
from adhoc_teamwork.measuring.broker.children import tie_to_parent

CPU_EACH = 5.0
"""Seconds of processor time that one input may take."""
WALL_EACH = 60.0
"""Seconds that one input may take, also where it only waits."""
START = 120.0
"""Seconds that a worker may take until it begins."""
MOST_FALLS = 25
"""How often a share's worker is begun anew; then the rest of the share is given up."""
_LOOK = 0.2
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class _Share:
    """Hold the worker of a share of the inputs, and where it is."""

    folder: Path
    first: int
    step: int
    end: int
    process: "subprocess.Popen[str] | None" = None
    lines: "queue.SimpleQueue[str]" = field(default_factory=queue.SimpleQueue)
    number: int = 0
    since: float = 0.0
    cpu: float = 0.0
    falls: int = 0
    done_before: int = 0
    done: int = 0
    finished: bool = False
    targets: list[str] = field(default_factory=list)
    reader: threading.Thread | None = None


class Sandbox:
    """Strike with a row's inputs, within bounds.

    Args:
        seed: What the inputs are drawn with.
        jobs: How many processes strike at once.
        shown: Told how many inputs are done, now and then.
    """

    def __init__(self, seed: int, jobs: int, shown: Callable[[int], None]) -> None:
        self._seed, self._jobs, self._shown = seed, max(1, jobs), shown

    def run(self, row: Row, count: int) -> Tally:
        """Strike so many times; what was done when Ctrl-C came is in the tally of `interrupted`.

        Raises:
            SandboxInterrupt: Ctrl-C; it holds the tally so far.
        """
        tally = Tally(row.name)
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="adhoc_attack_") as folder:
            jobs = min(self._jobs, count)
            shares = [_Share(Path(folder) / str(n), n, jobs, count) for n in range(jobs)]
            try:
                self._run(row, shares, tally)
            except KeyboardInterrupt:
                raise SandboxInterrupt(self._closed(tally, shares, begun)) from None
            finally:
                for share in shares:
                    _end(share)
            return self._closed(tally, shares, begun)

    def _run(self, row: Row, shares: list[_Share], tally: Tally) -> None:
        for share in shares:
            self._start(row, share)
        while not all(share.finished for share in shares):
            time.sleep(_LOOK)
            for share in shares:
                if not share.finished:
                    self._look(row, share, tally)
            self._shown(sum(share.done_before + share.done for share in shares))

    def _closed(self, tally: Tally, shares: list[_Share], begun: float) -> Tally:
        for share in shares:
            _end(share)
            _take_lines(share, tally)
        tally.tried = sum(share.done_before + share.done for share in shares)
        tally.seconds = time.monotonic() - begun
        return tally

    def _start(self, row: Row, share: _Share) -> None:
        share.folder.mkdir(parents=True, exist_ok=True)
        (share.folder / "progress").write_bytes(bytes(PROGRESS.size))
        words = [row.name, row.module, ",".join(sorted(row.allowed)), self._seed]
        words += [share.first, share.step, share.end, share.folder]
        variables = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
        share.process = subprocess.Popen(
            [sys.executable, "-m", "adhoc_teamwork.attack.trial.worker", *map(str, words)],
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=(share.folder / "stderr").open("wb"),
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=tie_to_parent(),
        )
        share.reader = threading.Thread(target=_read, args=(share,), daemon=True)
        share.reader.start()
        share.number, share.done, share.since = 0, 0, time.monotonic()

    def _look(self, row: Row, share: _Share, tally: Tally) -> None:
        """Take in how far a worker is; attribute its end, or its silence, to its input."""
        assert share.process is not None
        _take_lines(share, tally)
        ended = share.process.poll()
        number, share.done = PROGRESS.unpack((share.folder / "progress").read_bytes())
        now = time.monotonic()
        if ended == 0:
            share.finished = True
            return
        if ended is not None:
            if not number:
                raise SandboxError(f"the worker does not start: {_said(share)}")
            reason = f"ended by {_name_of(-ended)}" if ended < 0 else f"ended with {ended}"
            self._fall(row, share, tally, number, Outcome.CRASHED, f"{reason}: {_said(share)}")
            return
        if number != share.number:
            share.number, share.since, share.cpu = number, now, _cpu(share.process.pid)
            return
        waited = now - share.since
        if not number:
            if waited > START:
                raise SandboxError(f"the worker does not start within {START:.0f} s")
            return
        used = _cpu(share.process.pid) - share.cpu
        if used > CPU_EACH or waited > WALL_EACH:
            what = f"{used:.0f} s of processor time" if used > CPU_EACH else f"{waited:.0f} s"
            self._fall(row, share, tally, number, Outcome.HUNG, f"took more than {what}")

    def _fall(
        self, row: Row, share: _Share, tally: Tally, number: int, outcome: Outcome, why: str
    ) -> None:
        """Note the input that a worker did not survive, and begin behind it."""
        _end(share)
        _take_lines(share, tally)
        target = share.targets[(number - 1) % len(share.targets)] if share.targets else ""
        tally.harms.append(Harm(row.name, number - 1, target, outcome, why))
        share.done_before += share.done + 1
        share.done = 0
        share.first = number - 1 + share.step
        share.falls += 1
        if share.first >= share.end or share.falls >= MOST_FALLS:
            share.finished = True
            if share.falls >= MOST_FALLS:
                tally.skipped = f"given up after {MOST_FALLS} workers were lost"
            return
        self._start(row, share)


class SandboxError(RuntimeError):
    """A row cannot be tried at all."""


class SandboxInterrupt(Exception):  # noqa: N818 - it is no error
    """Ctrl-C ended a row; what was done so far is in `tally`."""

    def __init__(self, tally: Tally) -> None:
        super().__init__("interrupted")
        self.tally = tally


def _read(share: _Share) -> None:
    process = share.process
    assert process is not None
    assert process.stdout is not None
    for line in process.stdout:
        share.lines.put(line)


def _take_lines(share: _Share, tally: Tally) -> None:
    while not share.lines.empty():
        line = share.lines.get()
        try:
            found = json.loads(line)
            if isinstance(found, list):
                share.targets = found
                continue
            harm = Harm(
                tally.row, found["number"], found["target"], Outcome(found["outcome"]),
                found["detail"],
            )  # fmt: skip
        except (ValueError, KeyError, TypeError):
            continue
        tally.harms.append(harm)


def _end(share: _Share) -> None:
    process = share.process
    if process is None:
        return
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if share.reader is not None:
        share.reader.join()


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _said(share: _Share) -> str:
    lines = (share.folder / "stderr").read_text(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else "it said nothing"


def _name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
