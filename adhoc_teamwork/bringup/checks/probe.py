# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Try something in a process of its own, so that a crash or a hang is only a finding."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.bringup.checks.finding import Subject


@dataclass(frozen=True)
class Answer:
    """Hold what a process printed last, and whether it succeeded."""

    succeeded: bool
    text: str


def ask(subject: Subject, arguments: Sequence[str], seconds: float) -> Answer:
    """Run the nodes' Python with these arguments and return the last line it printed.

    Args:
        subject: Gives Python and environment.
        arguments: Of Python, such as ``["-c", "import rclpy"]``.
        seconds: After which it is killed and counts as failed.
    """
    command = [str(subject.python or sys.executable), *arguments]
    return answer_of(command, subject.env, seconds)


def answer_of(command: Sequence[str], env: Mapping[str, str], seconds: float) -> Answer:
    """Run any command, as `ask` runs Python."""
    try:
        done = subprocess.run(
            command,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(
            False, f"no answer within {seconds:.0f} s; is this machine busy? then try again"
        )
    except OSError as error:
        return Answer(False, f"{command[0]}: {error.strerror}")
    lines = (done.stdout if done.returncode == 0 else done.stderr or done.stdout).split("\n")
    spoken = [line.strip() for line in lines if line.strip()]
    if done.returncode < 0:
        spoken.append(f"ended by signal {-done.returncode}")
    return Answer(done.returncode == 0, spoken[-1][:160] if spoken else "")
