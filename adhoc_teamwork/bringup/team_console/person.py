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
from adhoc_teamwork.teamwork.team.chat_words import REFUSED, TAKEN

CHAT = "adhoc_teamwork.comm_bridge.ros.chat"
TAKING = 20.0
"""Seconds that the chat may take for a line, its start and its looking for a broker included."""
NOT_YET = f"the chat has not said it within {TAKING:.0f} s, and may say it yet"
"""Why nobody knows whether a line was said."""
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
            "acknowledge": True,
            "linger": 0.0,
        }
        words = [
            w for key, value in parameters.items() for w in ("-p", f"{key}:={json.dumps(value)}")
        ]
        self._command = [sys.executable, "-m", CHAT, "--ros-args", "-r", f"__ns:=/{name}", *words]
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._words: asyncio.Queue[str] = asyncio.Queue()
        self._owed = 0

    async def say(self, line: str) -> str:
        """Say a line; return why it was not said, or an empty text once it was."""
        async with self._turn:
            try:
                process = await self._running()
                if process.stdin is None:
                    return "the chat takes no lines"
                process.stdin.write(line.encode() + b"\n")
                await process.stdin.drain()
            except OSError as error:
                return f"the chat cannot be reached: {error.strerror or error}"
            self._owed += 1
            try:
                word = await asyncio.wait_for(self._last_word(), TAKING)
            except asyncio.TimeoutError:
                return NOT_YET
        if word == TAKEN:
            return ""
        return "the chat does not take it" if word == REFUSED else "the chat has ended"

    async def _last_word(self) -> str:
        """Return what became of the last line, after all that earlier lines still owe."""
        word = TAKEN
        while self._owed and word:
            word = await self._words.get()
            self._owed -= 1
        return word

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
            self._words, self._owed = asyncio.Queue(), 0
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=tie_to(os.getpid()),
                limit=1 << 20,
            )
            self._reading = asyncio.create_task(self._read(self._process, self._words))
        return self._process

    async def _read(self, process: asyncio.subprocess.Process, words: "asyncio.Queue[str]") -> None:
        """Show what the chat says until it ends, and hand on what it says of its lines."""
        if process.stdout is None:
            return
        async for line in process.stdout:
            text = line.decode("utf-8", "replace").strip()
            if text in (TAKEN, REFUSED):
                words.put_nowait(text)
            elif text:
                self._show(text.removeprefix("adhoc: "))
        await process.wait()
        words.put_nowait("")
