# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What all command lines have in common: how they end, and how they refuse words.

It needs the standard library alone: words are read where nothing may be set up yet.
"""

import argparse
import os
from collections.abc import Callable
from typing import Any, NoReturn

from adhoc_teamwork.teamwork.text.console import complain

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""


WORDS_ONLY = "ADHOC_WORDS_ONLY"
"""Variable of the environment with which a program ends once its words are read: they are right."""


class Parser(argparse.ArgumentParser):
    """Refuse wrong input in one line and with exit code 2."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return what the words say, unless that is all that was asked for."""
        options = super().parse_args(args, namespace)
        if os.environ.get(WORDS_ONLY):
            raise SystemExit(DONE)
        return options

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end."""
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def ended(program: str, work: Callable[[], int], interrupted: str = "interrupted") -> int:
    """Return the exit code of some work, or of how it ended; tell errors in one line.

    Args:
        program: What the line begins with.
        work: May raise ConfigError for wrong input.
        interrupted: What is said after Ctrl-C.
    """
    # Imported here because wrong words are refused where nothing is set up yet.
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    try:
        return work()
    except ConfigError as error:
        complain(f"{program}: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        complain(f"{program}: {interrupted}")
        return INTERRUPTED
