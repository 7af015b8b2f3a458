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
        log = self.logs / f"{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            code = self._wait(what, command, env, output.fileno(), log)
        if code != 0:
            self._fail(what, log, code)

    def _wait(
        self,
        what: str,
        command: Sequence[str | Path],
        env: Mapping[str, str],
        output: int,
        log: Path,
    ) -> int:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(env),
                pass_fds=() if self.lock is None else (self.lock,),
            )
        except OSError as error:
            raise SetUpError(f"{what}: cannot start {command[0]}: {error.strerror}") from None
        try:
            with Progress(what) as progress:
                while process.poll() is None:
                    progress.show(last_lines(log, 1) if sys.stderr.isatty() else "")
                    time.sleep(POLL)
                progress.failed = process.returncode != 0
                return process.returncode
        finally:
            _end(process)

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
