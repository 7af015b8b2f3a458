"""Hand a command over to another command line, in place of this process."""

import argparse
import os
import sys
from typing import Any

_NO_PREFIX = "\0"


def add_words(subparsers: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """Add and return the parser of a command whose words are all another command line's."""
    # None of them must be taken for an option of this parser.
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name, help=summary, prefix_chars=_NO_PREFIX, add_help=False, usage=f"adhoc {name} ..."
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    return parser


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

    add_words(subparsers, name, summary).set_defaults(run=run)
