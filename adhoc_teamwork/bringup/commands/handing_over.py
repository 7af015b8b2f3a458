# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hand a command over to another command line, in place of this process."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, WORDS_ONLY
from adhoc_teamwork.teamwork.text.console import write

_NO_PREFIX = "\0"


def add_words(
    subparsers: Any, name: str, summary: str, module_of: Callable[[Sequence[str]], str]
) -> argparse.ArgumentParser:
    """Add and return the parser of a command whose words are all another command line's.

    Args:
        subparsers: Where it goes.
        name: Of the command.
        summary: One line of help.
        module_of: Returns the module of that command line, from the words.
    """
    # None of them must be taken for an option of this parser.
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name, help=summary, prefix_chars=_NO_PREFIX, add_help=False, usage=f"adhoc {name} ..."
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    parser.set_defaults(check=lambda options: refused(module_of(options.words), options.words))
    return parser


def refused(module: str, words: Sequence[str]) -> int:
    """Say what is wrong with the words of another command line; return 2, or 0 if nothing is.

    It needs no set-up: whatever stops that command line but its words is left for later.
    """
    bare = ["-S"] if sys.flags.no_site else []
    answer = subprocess.run(
        [sys.executable, *bare, "-m", module, *words],
        env={**os.environ, WORDS_ONLY: "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if answer.returncode != BAD_INPUT:
        return DONE
    write(sys.stderr, answer.stderr)
    return BAD_INPUT


def become(module: str, words: list[str]) -> int:
    """Become `python -m MODULE WORDS`; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", module, *words])


def hand_over(subparsers: Any, name: str, summary: str, module: str) -> None:
    """Add a command that becomes another command line, words and all."""

    def run(options: argparse.Namespace) -> int:
        return become(module, options.words)

    add_words(subparsers, name, summary, lambda _words: module).set_defaults(run=run)
