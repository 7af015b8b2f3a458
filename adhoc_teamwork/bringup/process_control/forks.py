# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start Python modules by a fork server: their imports are done before they are asked for."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from adhoc_teamwork.bringup.process_control.child import Child, tie_to
from adhoc_teamwork.bringup.process_control.fork_server import LONGEST_COMMAND, Order
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec

_MODULE = "adhoc_teamwork.bringup.process_control.fork_server"
_END = 1.0
"""Seconds that the server gets to end by itself."""


class ForkedProcess:
    """Follow a process that the server forked, as one of asyncio's is followed."""

    stdin = None
    stdout = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = asyncio.Event()

    async def wait(self) -> int:
        """Return its exit code once it has ended."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def end(self, code: int) -> None:
        """Take in that it has ended."""
        self.returncode = code
        self._ended.set()


class ForkServer:
    """Have processes forked, one at a time; the server runs while this is entered.

    Should the server die, its processes die with it, and no other is forked any more.

    Args:
        modules: What several processes will run, in the order in which they are expected.
        environment: Variables of the server, which its processes inherit.
    """

    def __init__(self, modules: Iterable[str], environment: Mapping[str, str]) -> None:
        self._modules = tuple(modules)
        self._environment = {**os.environ, **environment}
        self._socket, self._theirs = socket.socketpair()
        self._server: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listening: asyncio.Task[None] | None = None
        self._processes: dict[int, ForkedProcess] = {}
        self._began: asyncio.Future[ForkedProcess] | None = None

    def __enter__(self) -> "ForkServer":
        """Start the server, which begins to import at once.

        Raises:
            OSError: It cannot be started.
        """
        number = self._theirs.fileno()
        command = [sys.executable, "-m", _MODULE, str(number), "." * LONGEST_COMMAND]
        self._server = subprocess.Popen(
            [*command, *self._modules],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=tie_to(os.getpid()),
            pass_fds=[number],
        )
        self._theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        """End the server, and with it what it forked and what still runs."""
        self._socket.close()
        if self._server is None:
            return
        try:
            self._server.wait(_END)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    async def connect(self) -> None:
        """Begin to hear from the server."""
        reader, self._writer = await asyncio.open_connection(sock=self._socket)
        self._listening = asyncio.get_running_loop().create_task(self._listen(reader))

    async def disconnect(self) -> None:
        """Hear no more from the server, which ends."""
        if self._writer is not None:
            self._writer.close()
        if self._listening is not None:
            await self._listening

    async def fork(
        self, spec: ProcessSpec, environment: Mapping[str, str], log: Path
    ) -> Child | None:
        """Return a new process, or None where the server has ended or `spec` is not for it.

        Args:
            spec: What to run. What is no Python module is not forked, nor what reports: that is
                connected by pipes.
            environment: Variables in which it differs from the server.
            log: Where its output goes.
        """
        runs_module = spec.command[:2] == (sys.executable, "-m") and not spec.reports
        if not runs_module or self._writer is None or self._writer.is_closing():
            return None
        order = Order(spec.command[2], spec.command[3:], environment, str(log))
        self._began = asyncio.get_running_loop().create_future()
        self._writer.write(order.to_json().encode() + b"\n")
        try:
            return Child(spec, await self._began)
        except ConnectionError:
            return None

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Take in what the server tells until it ends."""
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                self._take(json.loads(line))
        if self._writer is not None:
            self._writer.close()
        for process in self._processes.values():
            process.end(-signal.SIGKILL)
        if self._began is not None and not self._began.done():
            self._began.set_exception(ConnectionError("the fork server has ended"))

    def _take(self, told: Mapping[str, int]) -> None:
        if "began" in told:
            process = self._processes[told["began"]] = ForkedProcess(told["began"])
            if self._began is not None and not self._began.done():
                self._began.set_result(process)
        elif told["ended"] in self._processes:
            self._processes.pop(told["ended"]).end(told["code"])
