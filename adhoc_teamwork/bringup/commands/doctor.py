# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``doctor`` command: say in one screen what is there and what is missing or wrong."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.bootstrap.environment import child_environment
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.bootstrap.plan import choose_set_up
from adhoc_teamwork.bringup.bootstrap.progress import Progress
from adhoc_teamwork.bringup.checks.extras import (
    check_agent_door,
    check_cluster,
    check_containers,
    check_detectors,
    check_nav2,
    check_traces,
)
from adhoc_teamwork.bringup.checks.finding import FAIL, OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.model import check_hosted_model, check_offline_model
from adhoc_teamwork.bringup.checks.ros import (
    check_discovery,
    check_interfaces,
    check_libraries,
    check_ros,
    check_set_up,
)
from adhoc_teamwork.bringup.checks.system import (
    check_disk,
    check_python,
    check_shared_memory,
    check_system_packages,
)
from adhoc_teamwork.teamwork.settings.command_line import Parser
from adhoc_teamwork.teamwork.text.console import make_plain, say

DESCRIPTION = "say what is there, and what is missing or wrong; exit code 1 if anything fails"
CHECKS: tuple[Callable[[Subject], Finding], ...] = (
    check_python,
    check_system_packages,
    check_set_up,
    check_ros,
    check_interfaces,
    check_libraries,
    check_discovery,
    check_offline_model,
    check_hosted_model,
    check_agent_door,
    check_traces,
    check_nav2,
    check_detectors,
    check_cluster,
    check_containers,
    check_disk,
    check_shared_memory,
)
_COLOURS = {OK: "32", WARN: "33", FAIL: "31"}


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(command.name, help=command.summary, description=DESCRIPTION)
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    """Examine this installation; return 1 if anything fails, else 0."""
    return examine(find_subject(REPOSITORY, os.environ, begun=True))


def main(arguments: Sequence[str]) -> int:
    """Run the command on a Python on which nothing may be installed."""
    make_plain()
    Parser(prog="adhoc doctor", description=DESCRIPTION).parse_args(arguments)
    return examine(find_subject(REPOSITORY, os.environ))


def find_subject(root: Path, present: Mapping[str, str], begun: bool = False) -> Subject:
    """Return what is to be examined: the checkout at `root`, or else this installed package.

    Args:
        root: The repository's root.
        present: This process's environment.
        begun: Whether other commands, called as this one was, run in `present` as it is, and not
            in what ``./adhoc`` makes of it. Where the set-up's interfaces are not in it they would
            not run, so that it counts for nothing there.
    """
    if not (root / "requirements").is_dir():
        return Subject(Path(sys.executable), dict(present), None, Path.cwd())
    set_up = choose_set_up(root, present)
    python = set_up.layout.python
    interfaces = str(set_up.layout.interfaces)
    if begun and interfaces in present.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        env = dict(present)
    else:
        env = child_environment(set_up.layout, present)
    # As ./adhoc demo starts its team.
    env.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    return Subject(python if python.exists() else None, env, set_up, root)


def examine(subject: Subject, checks: Sequence[Callable[[Subject], Finding]] = CHECKS) -> int:
    """Print a line for each check; return 1 if one fails, else 0."""
    with ThreadPoolExecutor(max_workers=3) as pool:
        waiting = [pool.submit(check, subject) for check in checks]
        with Progress("examining") as progress:
            while wait(waiting, timeout=0.2).not_done:
                progress.show()
        findings = [one.result() for one in waiting]
    for finding in findings:
        say(_line(finding))
    failed = sum(finding.status == FAIL for finding in findings)
    say(f"{failed} of {len(findings)} checks failed" if failed else "nothing is wrong")
    return 1 if failed else 0


def _line(finding: Finding) -> str:
    status = f"{finding.status:<4}"
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        status = f"\033[{_COLOURS[finding.status]}m{status}\033[0m"
    advice = f" -> {finding.advice}" if finding.advice else ""
    return f"{status} {finding.what:<15} {finding.detail}{advice}"
