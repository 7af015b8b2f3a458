# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the benchmark's command lines have in common: how they end."""

from collections.abc import Callable

from adhoc_teamwork.benchmark.terminal.signals import answer_signals
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, FAILED, INTERRUPTED
from adhoc_teamwork.teamwork.text.console import complain


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
    from adhoc_teamwork.benchmark.errors import BenchError
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    try:
        return work()
    except ConfigError as error:
        complain(f"{program}: {error}")
        return BAD_INPUT
    except BenchError as error:
        complain(f"{program}: {error}")
        return FAILED
