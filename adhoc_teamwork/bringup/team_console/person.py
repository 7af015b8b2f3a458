# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speak to the team as a person: through the chat, which runs as a process of its own."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping

from adhoc_teamwork.bringup.process_control.child import tie_to

CHAT = "adhoc_teamwork.comm_bridge.ros.chat"
GOODBYE = 3.0
"""Seconds that the chat has to say goodbye."""


class Person:
    """Pass lines to a chat, which is started with the first of them.

    Args:
        name: The person's in the team.
        use_sim_time: Whether the team goes by /clock.
        show: Called with each line that the chat answers.
    """

    def __init__(self, name: str, use_sim_time: bool, show: Callable[[str], None]) -> None:
        self._show = show
        parameters: Mapping[str, object] = {
            "use_sim_time": use_sim_time,
            "quiet": True,
            "linger": 0.0,
        }
        words = [
            w for key, value in parameters.items() for w in ("-p", f"{key}:={json.dumps(value)}")
        ]
        self._command = [sys.executable, "-m", CHAT, "--ros-args", "-r", f"__ns:=/{name}", *words]
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def say(self, line: str) -> str:
        """Say a line; return why that was impossible, or an empty text."""
        try:
            process = await self._running()
            if process.stdin is None:
                return "the chat takes no lines"
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()
        except OSError as error:
            return f"the chat cannot be reached: {error.strerror or error}"
        return ""

    async def close(self) -> None:
        """Say goodbye, and end the chat."""
        process = self._process
        if process is None or self._reading is None:
            return
        if process.returncode is None and process.stdin is not None:
            process.stdin.close()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), GOODBYE)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        await self._reading

    async def _running(self) -> asyncio.subprocess.Process:
        """Return the chat's process; start one where none runs."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=tie_to(os.getpid()),
                limit=1 << 20,
            )
            self._reading = asyncio.create_task(self._read(self._process))
        return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Show what the chat says until it ends."""
        if process.stdout is None:
            return
        async for line in process.stdout:
            text = line.decode("utf-8", "replace").strip()
            if text:
                self._show(text.removeprefix("adhoc: "))
        await process.wait()
