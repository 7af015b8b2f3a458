# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find what the operating system lacks, by trying it, and install it where that is possible."""

import ctypes
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner

# What open3d's library is linked against and a bare system lacks.
_LIBRARIES = (
    ("libusb-1.0.so.0", "libusb-1.0-0"),
    ("libudev.so.1", "libudev1"),
    ("libidn2.so.0", "libidn2-0"),
    ("libX11.so.6", "libx11-6"),
    ("libGL.so.1", "libgl1"),
    ("libEGL.so.1", "libegl1"),
    ("libgomp.so.1", "libgomp1"),
)


_ASK_PYTHON = """
import importlib.util, json, os, sys, sysconfig
print(json.dumps({
    "prefix": sys.base_prefix,
    "version": f"python3.{sys.version_info.minor}",
    "venv": all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")),
    "headers": os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")),
}))
"""


@dataclass(frozen=True)
class SystemNeed:
    """Name one thing the system must have.

    Attributes:
        what: For people, such as ``g++`` or ``libGL.so.1``.
        package: The Debian and Ubuntu package that brings it; empty where none does.
        present: Tries it.
    """

    what: str
    package: str
    present: Callable[[], bool]


def system_needs(python: Path) -> tuple[SystemNeed, ...]:
    """Return everything that an environment on `python` needs from the operating system."""
    parts = _python_parts(python)
    # Debian splits Python into packages; other builds of Python are whole or have to be replaced.
    splits = parts["prefix"] == "/usr"
    needs = (
        SystemNeed(
            "Python's venv module",
            f"{parts['version']}-venv" if splits else "",
            lambda: bool(_python_parts(python)["venv"]),
        ),
        SystemNeed(
            "Python's headers",
            f"{parts['version']}-dev" if splits else "",
            lambda: bool(_python_parts(python)["headers"]),
        ),
        SystemNeed("gcc", "gcc", partial(_has_command, "gcc")),
        SystemNeed("g++", "g++", partial(_has_command, "g++")),
    )
    libraries = (SystemNeed(name, package, partial(_loads, name)) for name, package in _LIBRARIES)
    return (*needs, *libraries)


def missing_needs(needs: Sequence[SystemNeed]) -> tuple[SystemNeed, ...]:
    """Return the needs that are not met."""
    return tuple(need for need in needs if not need.present())


def install_line(missing: Sequence[SystemNeed]) -> str:
    """Return the line that a person types to install what is missing."""
    packages = " ".join(need.package for need in missing)
    return f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}"


def provide_system_packages(runner: StepRunner, needs: Sequence[SystemNeed]) -> None:
    """Install what is missing if this is root on Debian or Ubuntu.

    Raises:
        SetUpError: Something is missing and has to be installed by a person; the message holds
            the exact line to type.
    """
    missing = missing_needs(needs)
    if not missing:
        return
    _refuse_what_no_package_brings(missing)
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise SetUpError(_advice(missing), exit_code=2)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=120"]
    packages = [need.package for need in missing]
    runner.run("apt-update", "updating the list of system packages", [*apt, "update"], env)
    runner.run(
        "apt-install",
        f"installing {' '.join(packages)}",
        [*apt, "install", "-y", "--no-install-recommends", *packages],
        env,
    )
    still = missing_needs(needs)
    if still:
        raise SetUpError(
            f"{_names(still)} still missing after apt-get; see {runner.logs}/apt-install.log",
            exit_code=2,
        )


def _advice(missing: Sequence[SystemNeed]) -> str:
    if shutil.which("apt-get") is None:
        return f"missing on this system: {_names(missing)}; install them with its package manager"
    return f"missing on this system: {_names(missing)}; type:\n  {install_line(missing)}"


def _refuse_what_no_package_brings(missing: Sequence[SystemNeed]) -> None:
    broken = [need for need in missing if not need.package]
    if broken:
        raise SetUpError(
            f"this Python was built without {_names(broken)}; use the system's Python, or "
            "one that was built whole",
            exit_code=2,
        )


def _names(needs: Sequence[SystemNeed]) -> str:
    return ", ".join(need.what for need in needs)


def _python_parts(python: Path) -> dict[str, Any]:
    """Ask a Python which of its own parts it has."""
    try:
        answer = subprocess.run(
            [str(python), "-c", _ASK_PYTHON], capture_output=True, check=True, timeout=20.0
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SetUpError(f"cannot run {python}: {error}", exit_code=2) from None
    parts: dict[str, Any] = json.loads(answer.stdout)
    return parts


def _has_command(name: str) -> bool:
    return shutil.which(name) is not None


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
