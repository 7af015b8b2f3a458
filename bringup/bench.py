"""The ``bench`` command: hand over to the benchmark's own command line."""

import argparse
import os
import sys
from typing import Any

SUMMARY = "the tidying-up benchmark: generate, run, table, plot, speed"
MODULE = "benchmark"
_NO_PREFIX = "\0"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    # All that follows is the benchmark's: none of it must be taken for an option of this parser.
    parser = subparsers.add_parser(
        "bench", help=SUMMARY, prefix_chars=_NO_PREFIX, add_help=False, usage="adhoc bench ..."
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the benchmark's command; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", MODULE, *options.words])
