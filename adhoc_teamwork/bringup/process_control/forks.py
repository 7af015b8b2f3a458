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

from adhoc_teamwork.bringup.process_control.child import LONGEST_LINE, Child, tie_to
from adhoc_teamwork.bringup.process_control.fork_server import LONGEST_COMMAND, Order
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec

_MODULE = "adhoc_teamwork.bringup.process_control.fork_server"
_END = 1.0
"""Seconds that the server gets to end by itself."""


class ForkedProcess:
    """Follow a process that the server forked, as one of asyncio's is followed."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.stdin: asyncio.StreamWriter | None = None
        self.stdout: asyncio.StreamReader | None = None
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


class _Pipes:
    """Connect a process of the server by pipes, which it opens by their names."""

    def __init__(self) -> None:
        self._their_input, self._input = os.pipe()
        self._output, self._their_output = os.pipe()

    @property
    def names(self) -> tuple[str, str]:
        """Return the files that are the process's input and output."""
        here = f"/proc/{os.getpid()}/fd"
        return f"{here}/{self._their_input}", f"{here}/{self._their_output}"

    def close_theirs(self) -> None:
        """Leave to the process what is its own: with that its output ends."""
        os.close(self._their_input)
        os.close(self._their_output)

    def close_ours(self) -> None:
        """Give up what no process is at the other end of."""
        os.close(self._input)
        os.close(self._output)

    async def streams(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Return what writes to the process, and what reads from it."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=LONGEST_LINE)
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(self._output, "rb", 0)
        )
        transport, protocol = await loop.connect_write_pipe(
            asyncio.streams.FlowControlMixin, os.fdopen(self._input, "wb", 0)
        )
        return asyncio.StreamWriter(transport, protocol, None, loop), reader


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
            spec: What to run. What is no Python module is not forked.
            environment: Variables in which it differs from the server.
            log: Where its output goes; of what reports, which is connected by pipes, its errors.
        """
        runs_module = spec.command[:2] == (sys.executable, "-m")
        if not runs_module or self._writer is None or self._writer.is_closing():
            return None
        pipes = _Pipes() if spec.reports else None
        names = pipes.names if pipes is not None else ()
        order = Order(spec.command[2], spec.command[3:], environment, str(log), names)
        self._began = asyncio.get_running_loop().create_future()
        self._writer.write(order.to_json().encode() + b"\n")
        try:
            process = await self._began
        except ConnectionError:
            if pipes is not None:
                pipes.close_ours()
            return None
        finally:
            if pipes is not None:
                pipes.close_theirs()
        if pipes is not None:
            process.stdin, process.stdout = await pipes.streams()
        return Child(spec, process)

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
