# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person at a terminal answers what agents ask for."""

import asyncio
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.agent_door.desk import Desk, Receipts
from adhoc_teamwork.bringup.agent_door.hatch import Hatch
from adhoc_teamwork.teamwork.settings.places import CHECKOUT

QUESTION = b"say it? yes/no: "
LOOKS = 600
"""Looks at the terminal, each after 0.05 s."""


class Voice:
    """Remember what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    async def say(self, text: str) -> str:
        self.said.append(text)
        return ""

    async def stop(self, whose: str, pressed: bool) -> str:
        return f"{whose}: {pressed}"


async def at_a_terminal(state: Path, typed: Sequence[bytes]) -> tuple[int, bytes]:
    """Type something at each question in turn; return the exit code and what was shown."""
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    command = [sys.executable, "-m", "adhoc_teamwork.bringup", "approve", "--once"]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, cwd=CHECKOUT, start_new_session=True,
        env={**os.environ, "XDG_STATE_HOME": str(state)},
    )  # fmt: skip
    os.close(slave)
    shown, answered = b"", 0
    try:
        for _ in range(LOOKS):
            await asyncio.sleep(0.05)
            try:
                shown += os.read(master, 4096)
            except BlockingIOError:
                continue
            except OSError:
                break
            if shown.count(QUESTION) > answered < len(typed):
                os.write(master, typed[answered])
                answered += 1
        return process.wait(10), shown
    finally:
        process.kill()
        os.close(master)


def played(folder: Path, lines: Sequence[str], typed: Sequence[bytes]) -> tuple[list[str], bytes]:
    """Ask for some lines and type something at each question; return what was said and shown."""
    voice = Voice()

    async def play() -> tuple[int, bytes]:
        desk = Desk(voice, Receipts(folder / "receipts.jsonl", "team"))
        hatch = Hatch(desk, "a team", folder / "adhoc_teamwork" / "doors")
        await hatch.open()
        for line in lines:
            desk.ask("words", line)
        try:
            return await at_a_terminal(folder, typed)
        finally:
            await hatch.close()

    code, shown = asyncio.run(play())
    assert code == 0
    assert b"Traceback" not in shown
    return voice.said, shown


def test_typed_ahead_is_no_yes(tmp_path: Path) -> None:
    """A yes that was typed before a request was shown is none to that request."""
    said, shown = played(tmp_path, ("good morning", "bring all knives"), (b"yes\nyes\n", b"no\n"))
    assert said == ["good morning"]
    assert b"refused by the operator" in shown


@pytest.mark.parametrize("typed", [b"\x04", b"\xff\n"])
def test_ctrl_d_is_no_yes(tmp_path: Path, typed: bytes) -> None:
    """Ctrl-D ends in good order, and bytes that are no text are no yes."""
    said, shown = played(tmp_path, ("good morning",), (typed,))
    assert said == []
    assert (b"neither yes nor no" in shown) is (typed != b"\x04")
