"""What the benchmark's command lines have in common: how they refuse input, and how they end."""

import argparse
from collections.abc import Callable
from typing import NoReturn

from benchmark.console import complain
from benchmark.signals import answer_signals

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """Refuse wrong input in one line and with exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def ended(program: str, begin: Callable[[], Callable[[], int]]) -> int:
    """Return the exit code of what `begin` returns, or of how it ended; tell errors in one line.

    `begin` reads the command line, which needs nothing of a set-up.
    """
    try:
        answer_signals()
        return _told(program, begin())
    except KeyboardInterrupt:
        complain(f"{program}: interrupted")
        return INTERRUPTED


def _told(program: str, work: Callable[[], int]) -> int:
    # Imported here because the command line is read where nothing may be set up yet.
    from benchmark.errors import BenchError
    from teamwork.config import ConfigError

    try:
        return work()
    except ConfigError as error:
        complain(f"{program}: {error}")
        return BAD_INPUT
    except BenchError as error:
        complain(f"{program}: {error}")
        return FAILED
