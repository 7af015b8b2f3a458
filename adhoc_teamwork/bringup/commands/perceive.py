# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``perceive`` command: hand over to perception's command line, or to its measurement."""

import argparse
from collections.abc import Sequence
from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import add_words, become

SUMMARY = "run perception over a recorded bag or a folder of frames; measure it"
MODULE = "adhoc_teamwork.perception"
MEASURING = "adhoc_teamwork.measuring.perception"
_MEASURES = ("--evaluate", "--speed")
"""These words stand in place of a recording."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "perceive", SUMMARY, _module).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become perception's command; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    return become(_module(options.words), options.words)


def _module(words: Sequence[str]) -> str:
    return MEASURING if any(word in _MEASURES for word in words) else MODULE
