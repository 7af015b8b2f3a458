"""The ``perceive`` command: hand over to perception's command line, or to its measurement."""

import argparse
import os
import sys
from typing import Any

SUMMARY = "run perception over a recorded bag or a folder of frames; measure it"
MODULE = "perception"
MEASURING = "benchmark.perceiving"
_MEASURES = ("--evaluate", "--speed")
"""These words stand in place of a recording."""
_NO_PREFIX = "\0"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    # All that follows is the other command line's: none of it is an option of this parser.
    parser = subparsers.add_parser(
        "perceive",
        help=SUMMARY,
        prefix_chars=_NO_PREFIX,
        add_help=False,
        usage="adhoc perceive ...",
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become perception's command; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    sys.stdout.flush()
    module = MEASURING if any(word in _MEASURES for word in options.words) else MODULE
    os.execv(sys.executable, [sys.executable, "-m", module, *options.words])
