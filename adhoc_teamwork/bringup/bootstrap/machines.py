# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which machines and Pythons the pinned packages serve; the others are refused in one line.

pip skips pins of another machine without a word, so this is asked before it runs.
"""

import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.steps import SetUpError

ARCHITECTURES = ("x86_64", "aarch64")
OLDEST, NEWEST = (3, 10), (3, 14)
"""Pythons with wheels of every pin beside a sourced ROS 2; see requirements/wheels.txt."""
NEWEST_WITH_ROS_WHEELS = (3, 13)
GLIBC = (2, 35)
"""Open3D's wheels want it, as Ubuntu 22.04 has it."""
_PROGRAM = "import sys; print(*sys.version_info[:2])"
_PROBE_TIME = 20.0


@dataclass(frozen=True)
class Machine:
    """Describe a machine and a Python on it; `glibc` is (0, 0) with another C library."""

    system: str
    architecture: str
    glibc: tuple[int, int]
    python: tuple[int, int]

    def __str__(self) -> str:
        """Return it in words."""
        library = f"glibc {_dotted(self.glibc)}" if any(self.glibc) else "no glibc"
        words = (self.system, "on", self.architecture, "with", library)
        return f"{' '.join(words)}, Python {_dotted(self.python)}"


def this_machine(python: Path) -> Machine:
    """Return this machine with one of its Pythons.

    Raises:
        SetUpError: That Python does not run.
    """
    try:
        answer = subprocess.run(
            [str(python), "-S", "-c", _PROGRAM],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PROBE_TIME,
            check=True,
        ).stdout.split()
    except (OSError, subprocess.SubprocessError) as error:
        raise SetUpError(f"{python} does not run: {error}") from None
    library, version = platform.libc_ver()
    glibc = version.split(".") if library == "glibc" else ("0", "0")
    return Machine(
        platform.system(),
        platform.machine(),
        (int(glibc[0]), int(glibc[1])),
        (int(answer[0]), int(answer[1])),
    )


def refuse_for_wheels(machine: Machine) -> None:
    """Refuse a machine for which there are no wheels of ROS 2.

    Raises:
        SetUpError: There are none.
    """
    fits = (machine.system, machine.architecture) == ("Linux", "x86_64")
    if not fits or not OLDEST <= machine.python <= NEWEST_WITH_ROS_WHEELS:
        raise SetUpError(
            f"the ROS 2 wheels are for Linux on x86-64 and Python {_dotted(OLDEST)} to "
            f"{_dotted(NEWEST_WITH_ROS_WHEELS)}; this is {machine}: source a ROS 2 instead",
            exit_code=2,
        )
    _refuse_old_library(machine)


def refuse_beside_ros(machine: Machine) -> None:
    """Refuse a machine for which the packages beside a sourced ROS 2 are not pinned.

    Raises:
        SetUpError: They are not.
    """
    fits = machine.system == "Linux" and machine.architecture in ARCHITECTURES
    if not fits or not OLDEST <= machine.python <= NEWEST:
        raise SetUpError(
            "the packages that are needed beside ROS 2 have wheels for Linux on x86-64 and arm64 "
            f"and Python {_dotted(OLDEST)} to {_dotted(NEWEST)}; this is {machine}",
            exit_code=2,
        )
    _refuse_old_library(machine)


def _refuse_old_library(machine: Machine) -> None:
    if machine.glibc < GLIBC:
        raise SetUpError(
            f"Open3D's wheel wants glibc {_dotted(GLIBC)} or later, as of Ubuntu 22.04; this is "
            f"{machine}",
            exit_code=2,
        )


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
