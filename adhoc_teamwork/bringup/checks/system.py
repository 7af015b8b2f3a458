# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check the machine: Python, compiler, system libraries, disk, shared memory."""

import os
import platform
import shutil
import sys
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.machines import NEWEST, OLDEST
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError
from adhoc_teamwork.bringup.bootstrap.system_packages import (
    install_line,
    missing_needs,
    system_needs,
)
from adhoc_teamwork.bringup.bootstrap.virtualenv import base_python
from adhoc_teamwork.bringup.checks.finding import FAIL, OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.probe import ask
from adhoc_teamwork.bringup.process_control import shared_memory

GB = 1e9
SET_UP_SIZE = 4.0 * GB
RUN_SIZE = 0.5 * GB
MANY_LEFTOVERS = 200
SMALL_SHARED_MEMORY = 32e6


def check_python(subject: Subject) -> Finding:
    """Check the version of the Python with which nodes run."""
    answer = ask(subject, ["-c", "import platform; print(platform.python_version())"], 10.0)
    if not answer.succeeded:
        return Finding(FAIL, "Python", answer.text, "type: ./adhoc setup --again")
    major, minor = (int(part) for part in answer.text.split(".")[:2])
    if not OLDEST <= (major, minor) <= NEWEST:
        return Finding(FAIL, "Python", answer.text, "install Python 3.10 to 3.14")
    return Finding(OK, "Python", f"{answer.text} at {subject.python or sys.executable}")


def check_system_packages(_subject: Subject) -> Finding:
    """Check the compiler and the libraries that come from the operating system."""
    what = "system packages"
    try:
        missing = missing_needs(system_needs(base_python()))
    except SetUpError as error:
        return Finding(FAIL, what, str(error), "repair this Python or install another")
    if not missing:
        return Finding(OK, what, f"compiler and libraries are there ({platform.platform()})")
    names = ", ".join(need.what for need in missing)
    return Finding(FAIL, what, f"missing: {names}", f"type: {install_line(missing)}")


def check_disk(subject: Subject) -> Finding:
    """Check that a set-up, or else some runs, fit on the disk."""
    free = shutil.disk_usage(subject.folder).free
    ready = subject.set_up is None or subject.set_up.is_done(dev=False)
    needed = RUN_SIZE if ready else SET_UP_SIZE
    detail = f"{free / GB:.1f} GB free in {subject.folder}"
    if free < needed:
        return Finding(FAIL, "disk", detail, f"make room: {needed / GB:.1f} GB are needed")
    if free < 4 * RUN_SIZE:
        return Finding(WARN, "disk", detail, "make room before long runs")
    return Finding(OK, "disk", detail)


def check_shared_memory(_subject: Subject, folder: Path = shared_memory.FOLDER) -> Finding:
    """Check room and leftovers where Fast DDS keeps its shared memory."""
    what = "shared memory"
    if not folder.is_dir():
        return Finding(WARN, what, f"no {folder}", "DDS uses UDP instead: nothing to do")
    left = len(shared_memory.leftovers(folder))
    usage = os.statvfs(folder)
    free = usage.f_bavail * usage.f_frsize
    detail = f"{free / 1e6:.0f} MB free, {left} segments and ports of processes that ended"
    if free < SMALL_SHARED_MEMORY:
        advice = f"enlarge {folder}, or set FASTDDS_BUILTIN_TRANSPORTS=UDPv4"
        return Finding(WARN, what, detail, advice)
    if left > MANY_LEFTOVERS:
        return Finding(WARN, what, detail, "the next ./adhoc demo removes them")
    return Finding(OK, what, detail)
