# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a check finds, and what it looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.plan import SetUp

OK = "ok"
WARN = "warn"
FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    """Say how one thing is.

    Attributes:
        status: OK, WARN (works, but look at it) or FAIL.
        what: The thing.
        detail: What was found.
        advice: What to do about it; empty where nothing has to be done.
    """

    status: str
    what: str
    detail: str
    advice: str = ""


@dataclass(frozen=True)
class Subject:
    """Name the installation that is looked at.

    Attributes:
        python: The Python with which nodes run, or None where there is none yet.
        env: The environment with which nodes run.
        set_up: The set-up of this checkout, or None in an installed ROS workspace.
        folder: Where runs are written.
    """

    python: Path | None
    env: Mapping[str, str] = field(repr=False)
    set_up: SetUp | None
    folder: Path


def repair(subject: Subject) -> str:
    """Return what to do where something of the installation does not work."""
    if subject.set_up is None:
        return f"install what this Python lacks: {subject.python}"
    return "type: ./adhoc setup" + (" --again" if subject.set_up.is_done(dev=False) else "")
