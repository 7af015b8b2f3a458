# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start one child process that cannot outlive this one, and end it for good."""

import asyncio
import contextlib
import ctypes
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from adhoc_teamwork.bringup.process_control.processes import ProcessSpec

PR_SET_PDEATHSIG = 1
LONGEST_LINE = 1 << 20
"""Bytes of a line that a process that reports may print."""
_LIBC = ctypes.CDLL(None, use_errno=True)


class Process(Protocol):
    """Follow a process, as one of asyncio's is followed."""

    @property
    def pid(self) -> int:
        """Return its number."""

    @property
    def returncode(self) -> int | None:
        """Return its exit code, None while it runs."""

    @property
    def stdin(self) -> asyncio.StreamWriter | None:
        """Return its input, where that is a pipe."""

    @property
    def stdout(self) -> asyncio.StreamReader | None:
        """Return its output, where that is a pipe."""

    async def wait(self) -> int:
        """Return its exit code once it has ended."""


class Child:
    """Hold a running process, which leads a process group of its own."""

    def __init__(self, spec: ProcessSpec, process: Process) -> None:
        self.spec = spec
        self.process = process

    @property
    def running(self) -> bool:
        """Tell whether it has not ended yet."""
        return self.process.returncode is None

    def signal_group(self, number: int) -> None:
        """Send a signal to the process and whatever it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)


async def start_child(spec: ProcessSpec, environment: Mapping[str, str], log: Path) -> Child:
    """Start a process; its output goes into `log`, or to pipes where it `reports`.

    Raises:
        OSError: The program cannot be started.
    """
    with log.open("ab") as output:
        process = await asyncio.create_subprocess_exec(
            *spec.command,
            env=dict(environment),
            stdin=asyncio.subprocess.PIPE if spec.reports else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE if spec.reports else output,
            stderr=output,
            start_new_session=True,
            preexec_fn=tie_to(os.getpid()),
            limit=LONGEST_LINE,
        )
    return Child(spec, process)


def tie_to(parent: int) -> Callable[[], None]:
    """Return what a child does before its program starts: die with its parent, heed Ctrl-C."""

    def tie() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
        # A shell that started this in the background may have had it ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return tie


async def end_children(children: list[Child], grace: float = 3.0, rest: float = 1.0) -> list[str]:
    """End processes: SIGINT to every group, after `grace` seconds SIGKILL to what is left.

    Returns:
        The names of those that had to be killed.
    """
    for child in children:
        if child.running:
            child.signal_group(signal.SIGINT)
    await _wait(children, grace)
    late = [child.spec.name for child in children if child.running]
    for child in children:
        # Also where the leader has ended: whatever it started goes with it.
        child.signal_group(signal.SIGKILL)
    await _wait(children, rest)
    return late


async def _wait(children: list[Child], seconds: float) -> None:
    waits = [asyncio.ensure_future(child.process.wait()) for child in children if child.running]
    if waits:
        _done, late = await asyncio.wait(waits, timeout=seconds)
        for wait in late:
            wait.cancel()
