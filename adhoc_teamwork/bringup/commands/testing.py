# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``test`` command: format, style, types, import rules, then the tests."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.test_report import CHECKS_VARIABLE
from adhoc_teamwork.teamwork.text.console import say, say_lines

CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("format", ("ruff", "format", "--check", "--quiet", ".")),
    ("style", ("ruff", "check", "--quiet", "--output-format", "concise", ".")),
    ("imports", ("lint-imports", "--no-cache", "--no-logo")),
    ("types", ("mypy", "--no-error-summary")),
)
"""Name and command of each check; all run, whatever the others say. The last takes longest."""
_GIVES_WAY = ("nice", "-n", "19")
_PYTEST = ("-m", "pytest", "-p", "adhoc_teamwork.bringup.test_report")
_WORKERS = str(len(os.sched_getaffinity(0)) + 1)
"""Tests of nodes wait for one another: with a worker for each core a third of it all stood idle."""
_IN_PARALLEL = ("-p", "xdist", "-n", _WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
"""Files go to workers as a whole, in the order that test/conftest.py gives them."""
_QUICK = "not slow and not nodes"
_NOTHING_COLLECTED = 5
_NO_PREFIX = "\0"
_DETAILS = """
--fast is for every edit: it leaves out whole teams and what else is marked slow because it takes
more than a few seconds, all tests with ROS nodes, and those that need the machine for themselves.
All other arguments go to pytest, such as `./adhoc test test/teamwork -k capability -x`. Without
such, the few tests that need the machine for themselves run one after another, while types are
checked with what they leave of it, then all others side by side, one more than there are cores.
"""


@dataclass(frozen=True)
class CheckResult:
    """Hold how one check ended, and after how many seconds."""

    name: str
    passed: bool
    seconds: float


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        usage="adhoc test [-h] [--fast] [PYTEST_ARGUMENT ...]",
        description=f"{command.summary.capitalize()}. {_DETAILS}",
        # Options are pytest's, except for our two: none must be taken for one of this parser.
        prefix_chars=_NO_PREFIX,
        add_help=False,
    )
    parser.add_argument("words", nargs="*", metavar="PYTEST_ARGUMENT")
    parser.set_defaults(run=run, print_help=parser.print_help)


def run(args: argparse.Namespace) -> int:
    """Run everything; return 1 if any part fails, else 0."""
    if {"-h", "--help"} & set(args.words):
        args.print_help()
        return 0
    words = [word for word in args.words if word != "--fast"]
    fast = "--fast" in args.words
    whole = not words and not fast
    first = CHECKS[:-1] if whole else CHECKS
    results = [run_check(name, command, REPOSITORY) for name, command in first]
    if words:
        marks = ["-m", _QUICK] if fast else []
        tests = run_tests([*marks, *words], results, REPOSITORY)
    else:
        if whole:
            results += _run_alone_beside(*CHECKS[-1])
        marks = ["-m", f"not alone and {_QUICK}" if fast else "not alone"]
        tests = run_tests([*marks, "--durations=15", *_IN_PARALLEL], results, REPOSITORY)
    return 0 if tests == 0 and all(result.passed for result in results) else 1


def _run_alone_beside(name: str, command: Sequence[str]) -> tuple[CheckResult, CheckResult]:
    """Run the tests that need the machine for themselves one after another, beside one check.

    The check has what they leave of the machine. What it says waits until they are done.
    """
    say(f"{name}: {' '.join(command)}, beside the tests that run alone")
    begin = time.monotonic()
    with TemporaryFile() as output, ThreadPoolExecutor(1) as pool:
        check = pool.submit(_run_program, command, REPOSITORY, output)
        code = run_tests(["-m", "alone"], [], REPOSITORY)
        passed = code in (0, _NOTHING_COLLECTED)
        alone = CheckResult("tests that run alone", passed, round(time.monotonic() - begin, 1))
        succeeded, seconds = check.result()
        output.seek(0)
        told = output.read().decode(errors="replace").rstrip()
    if told:
        say_lines(told)
    return _say_result(name, succeeded, seconds), alone


def run_check(name: str, command: Sequence[str], root: Path) -> CheckResult:
    """Run one check from the repository's root; its output goes to the terminal as it comes."""
    say(f"{name}: {' '.join(command)}")
    return _say_result(name, *_run_program(command, root))


def _run_program(
    command: Sequence[str], root: Path, output: IO[bytes] | None = None
) -> tuple[bool, float]:
    """Run a check, into `output` where it is to give way to others; return how it ended, and when.

    Returns:
        Whether it passed, and the seconds that it took.
    """
    program = [str(Path(sys.executable).with_name(command[0])), *command[1:]]
    if output is not None:
        program = [*_GIVES_WAY, *program]
    begin = time.monotonic()
    done = subprocess.run(
        program, cwd=root, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False
    )
    return done.returncode == 0, round(time.monotonic() - begin, 1)


def _say_result(name: str, passed: bool, seconds: float) -> CheckResult:
    say(f"{name}: {'passed' if passed else 'FAILED'} ({seconds} s)")
    return CheckResult(name, passed, seconds)


def run_tests(arguments: Sequence[str], checks: Sequence[CheckResult], root: Path) -> int:
    """Run pytest, which prints how the checks ended in its own summary; return its exit code."""
    env = {**os.environ, CHECKS_VARIABLE: json.dumps([asdict(check) for check in checks])}
    command = [sys.executable, *_PYTEST, *arguments]
    with subprocess.Popen(command, cwd=root, env=env, stdin=subprocess.DEVNULL) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # Ctrl-C reaches pytest as well; a SIGTERM to this process alone does not.
            process.terminate()
            raise
