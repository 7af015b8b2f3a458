# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start the processes of a measurement, talk with them in lines of JSON, and end them for good."""

import contextlib
import ctypes
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from adhoc_teamwork.benchmark.speed.resident import resident_bytes

PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True)
_GRACE = 3.0
"""Seconds that processes get to end by themselves."""
_TICKS = os.sysconf("SC_CLK_TCK")


class ChildError(RuntimeError):
    """A process of the measurement ended or did not answer; the text says what it last said."""


class Child:
    """Hold one process; what it writes to its standard error goes into a log."""

    def __init__(self, name: str, process: "subprocess.Popen[str]", log: Path) -> None:
        self.name = name
        self.process = process
        self._log = log
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name=f"{name} reader", daemon=True).start()

    def ask(self, request: Mapping[str, Any], within: float) -> dict[str, Any]:
        """Send a request and return the answer.

        Raises:
            ChildError: There is none within so many seconds.
        """
        self.tell(request)
        return self.answer(within)

    def tell(self, request: Mapping[str, Any]) -> None:
        """Send a request whose answer is taken later.

        Raises:
            ChildError: The process has ended.
        """
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(dict(request)) + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise ChildError(f"{self.name} has ended: {self.last_words()}") from error

    def answer(self, within: float) -> dict[str, Any]:
        """Return the next answer.

        Raises:
            ChildError: There is none within so many seconds.
        """
        try:
            line = self._lines.get(timeout=within)
        except queue.Empty:
            raise ChildError(
                f"{self.name} did not answer within {within:.0f} s: {self.last_words()}"
            ) from None
        if line is None:
            raise ChildError(f"{self.name} has ended: {self.last_words()}")
        answer = json.loads(line)
        if "error" in answer:
            raise ChildError(f"{self.name}: {answer['error']}")
        return dict(answer)

    @property
    def running(self) -> bool:
        """Tell whether the process has not ended."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=_GRACE)

    def cpu(self) -> float:
        """Return the seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> float:
        """Return the resident memory in MiB."""
        return resident_bytes(self.process.pid) / 2**20

    def last_words(self) -> str:
        """Return the last line that the process wrote to its standard error."""
        with contextlib.suppress(OSError):
            lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            if lines:
                return lines[-1][:300]
        return "it said nothing"

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                self._lines.put(line)
        self._lines.put(None)


class Children:
    """Start processes that cannot outlive this one; leaving the context ends them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = {**os.environ, **environment}
        self._children: list[Child] = []
        self._folder = tempfile.TemporaryDirectory(prefix="adhoc_comm_bench_")

    @property
    def folder(self) -> Path:
        """Return a folder that goes when the context is left; logs lie in it."""
        return Path(self._folder.name)

    def __enter__(self) -> "Children":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def start(
        self,
        name: str,
        module: str,
        words: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> Child:
        """Start `python -m MODULE WORDS`, behind the words of another command where given."""
        log = self.folder / f"{name}.log"
        with log.open("ab") as output:
            process = subprocess.Popen(
                [*prefix, sys.executable, "-m", module, *words],
                cwd=self.folder,
                env={**self._environment, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                text=True,
                start_new_session=True,
                preexec_fn=tie_to_parent(),
            )
        child = Child(name, process, log)
        self._children.append(child)
        return child

    def end(self) -> None:
        """End every process, by force where it does not end by itself."""
        for child in self._children:
            if child.running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.process.pid, signal.SIGINT)
        until = time.monotonic() + _GRACE
        for child in self._children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.process.wait(timeout=max(0.0, until - time.monotonic()))
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait(timeout=_GRACE)
        self._children.clear()
        self._folder.cleanup()


def tie_to_parent() -> Callable[[], None]:
    """Return what a child does before its program starts: die with this process."""
    parent = os.getpid()

    def tie() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return tie
