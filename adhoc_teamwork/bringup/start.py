# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer ``./adhoc``: prepare what the command needs, then become that command."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS, usage
from adhoc_teamwork.bringup.bootstrap.environment import child_environment
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.bootstrap.plan import SetUp, choose_set_up
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError

_HELP = {"-h", "--help"}
INTERRUPTED = 130
ATTEMPTS = 5
"""How often a set-up is made for one command; another may change something right after each."""


def main(arguments: Sequence[str]) -> int:
    """Run one command line.

    Returns:
        The exit code; it returns only where the command is answered here or the set-up failed,
        otherwise this process becomes the command.
    """
    arguments = list(arguments)
    names = [command.name for command in COMMANDS]
    if not arguments or arguments[0] in (*_HELP, "help"):
        print(usage())
        return 0 if arguments else 2
    command = arguments[0]
    if command not in names:
        expected = f"expected one of {', '.join(names)}"
        print(f"adhoc: there is no command {command!r}; {expected}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return _prepare_and_run(command, arguments)
    except SetUpError as error:
        print(f"adhoc: {error}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"adhoc: {_said(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nadhoc: interrupted; the next run repairs what was left half done", file=sys.stderr)
        return INTERRUPTED


def _prepare_and_run(command: str, arguments: list[str]) -> int:
    set_up = choose_set_up(REPOSITORY, os.environ)
    if command == "doctor":
        # It looks at a set-up of any state, so it runs on this Python, without one.
        from adhoc_teamwork.bringup.commands.doctor import main as doctor

        return doctor(arguments[1:])
    dev = command == "test" or (command == "setup" and "--dev" in arguments)
    again = command == "setup" and "--again" in arguments
    ray = command == "setup" and "--ray" in arguments
    if again or not set_up.is_done(dev, ray):
        # Help, and the refusal of wrong options, need not wait for the set-up.
        from adhoc_teamwork.bringup.cli import build_parser

        options = build_parser(command).parse_args(arguments)
        if _HELP & set(arguments):
            return int(options.run(options))
        # Some commands have more to say about their words, also without a set-up.
        refused = int(options.check(options)) if hasattr(options, "check") else 0
        if refused:
            return refused
        set_up.complete(dev, again, ray)
    for _ in range(ATTEMPTS):
        if set_up.hold(dev, ray) is not None:
            _become(set_up, arguments)
        set_up.complete(dev, ray=ray)
    raise SetUpError("requirements or interfaces change while they are set up; run this again")


def _said(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    closed = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    advice = "; expected a clone of this user's own, on a disk to write" if closed else ""
    return f"{where}{error.strerror or error}{advice}"


def _become(set_up: SetUp, arguments: Sequence[str]) -> NoReturn:
    layout = set_up.layout
    env = child_environment(layout, os.environ)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.stdout.flush()
    os.execve(layout.python, [str(layout.python), "-m", "adhoc_teamwork.bringup", *arguments], env)


def _interrupt(_signum: int, _frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
