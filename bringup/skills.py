"""The ``skills`` command: hand over to the measurements of the skills."""

import argparse
from typing import Any

from bringup.handing_over import add_words, become

SUMMARY = "measure the sub-skills in houses (--evaluate), arm planning (--speed)"
MODULE = "benchmark.skill_trials"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "skills", SUMMARY).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the measurements' command; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    return become(MODULE, options.words)
