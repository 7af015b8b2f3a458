# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``resume`` command: hand over to the robot resume's command line."""

import argparse
from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import add_words, become

SUMMARY = "say what a robot's body can do, from its URDF"
MODULE = "adhoc_teamwork.skills.resume"
_ASKS_MODEL = "--llm-base-url"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "resume", SUMMARY, lambda _words: MODULE).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the resume's command; return only where that is impossible.

    Raises:
        ConfigError: There is no folder with the prompt for a language model.
        OSError: This Python cannot be started once more.
    """
    words = list(options.words)
    if any(word.split("=")[0] == _ASKS_MODEL for word in words):
        # Imported here because help is answered where nothing is set up yet.
        from adhoc_teamwork.teamwork.settings.places import config_dir

        words += ["--config", str(config_dir())]
    return become(MODULE, words)
