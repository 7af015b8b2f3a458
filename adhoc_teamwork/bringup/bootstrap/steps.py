# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run one step of the set-up: a command whose output goes to a log, with progress meanwhile."""

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.progress import Progress


class SetUpError(Exception):
    """Report in one message what stopped the set-up and what to do about it.

    Attributes:
        exit_code: What the program ends with; 2 where the person has to change something first.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


TAIL_LINES = 15
POLL = 0.05
GRACE = 5.0
"""Seconds that an interrupted command has to end by itself."""

_NO_NETWORK = (
    "Temporary failure in name resolution",
    "Temporary failure resolving",
    "Name or service not known",
    "Network is unreachable",
    "Failed to establish a new connection",
    "Could not resolve",
    "Could not connect to",
    "ConnectTimeoutError",
    "Connection refused",
    "ProxyError",
)


@dataclass(frozen=True)
class StepRunner:
    """Run commands for the set-up.

    Attributes:
        logs: Folder of the logs.
        lock: File descriptor that children inherit (see `set_up_lock`), or None.
    """

    logs: Path
    lock: int | None = None

    def run(
        self, name: str, what: str, command: Sequence[str | Path], env: Mapping[str, str]
    ) -> None:
        """Run a command to its end.

        Args:
            name: Of the log file.
            what: What it does, for the progress line.
            command: Program and arguments.
            env: The whole environment.

        Raises:
            SetUpError: The command failed; the end of its output has been shown.
        """
        self.run_beside({name: command}, what, env)

    def run_beside(
        self, commands: Mapping[str, Sequence[str | Path]], what: str, env: Mapping[str, str]
    ) -> None:
        """Run commands beside each other to their ends; once one fails, the others are ended.

        Args:
            commands: Program and arguments of each, by the name of its log file.
            what: What they do together, for the progress line.
            env: The whole environment.

        Raises:
            SetUpError: A command failed; the end of its output has been shown.
        """
        self.logs.mkdir(parents=True, exist_ok=True)
        running: dict[Path, subprocess.Popen[bytes]] = {}
        try:
            with Progress(what) as progress:
                for name, command in commands.items():
                    log = self.logs / f"{name}.log"
                    running[log] = self._start(what, command, env, log)
                failed = self._wait(running, progress)
                progress.failed = failed is not None
        finally:
            for process in running.values():
                _end(process)
        if failed is not None:
            self._fail(what, failed, running[failed].returncode)

    def _start(
        self, what: str, command: Sequence[str | Path], env: Mapping[str, str], log: Path
    ) -> "subprocess.Popen[bytes]":
        try:
            with log.open("wb") as output:
                return subprocess.Popen(
                    [str(part) for part in command],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=dict(env),
                    pass_fds=() if self.lock is None else (self.lock,),
                )
        except OSError as error:
            raise SetUpError(f"{what}: cannot start {command[0]}: {error.strerror}") from None

    @staticmethod
    def _wait(running: Mapping[Path, "subprocess.Popen[bytes]"], progress: Progress) -> Path | None:
        """Wait until all have ended; return the log of one that failed as soon as it did."""
        while True:
            codes = {log: process.poll() for log, process in running.items()}
            for log, code in codes.items():
                if code:
                    return log
            going_on = [log for log, code in codes.items() if code is None]
            if not going_on:
                return None
            progress.show(last_lines(going_on[0], 1) if sys.stderr.isatty() else "")
            time.sleep(POLL)

    def _fail(self, what: str, log: Path, code: int) -> None:
        text = log.read_text(encoding="utf-8", errors="replace")
        if any(sign in text for sign in _NO_NETWORK):
            raise SetUpError(
                f"{what}: the network or the package index cannot be reached; "
                f"connect and run this again (details: {log})"
            )
        print(last_lines(log, TAIL_LINES), file=sys.stderr)
        raise SetUpError(f"{what} failed with exit code {code}; all of its output: {log}")


def last_lines(path: Path, count: int) -> str:
    """Return the last non-empty lines of a text file that may still be growing."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 8192))
        lines = file.read().decode(errors="replace").replace("\r", "\n").splitlines()
    return "\n".join([line for line in lines if line.strip()][-count:])


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a child that is still running, because this process was told to end."""
    if process.poll() is not None:
        return
    process.terminate()
    deadline = time.monotonic() + GRACE
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    if process.poll() is None:
        process.kill()
        process.wait()
