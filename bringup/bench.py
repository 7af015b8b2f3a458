"""The ``bench`` command: hand over to the benchmark's own command line."""

import argparse
from typing import Any

from bringup.handing_over import add_words, become

SUMMARY = "the tidying-up benchmark: generate, run, table, plot, speed"
MODULE = "benchmark"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "bench", SUMMARY).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the benchmark's command; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    return become(MODULE, options.words)
