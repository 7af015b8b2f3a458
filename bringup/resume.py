"""The ``resume`` command: hand over to the robot resume's command line."""

import argparse
from typing import Any

from bringup.handing_over import add_words, become
from bringup.paths import config_dir

SUMMARY = "say what a robot's body can do, from its URDF"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "resume", SUMMARY).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the resume's command; return only where that is impossible.

    Raises:
        ConfigError: There is no folder with configuration.
        OSError: This Python cannot be started once more.
    """
    return become("skills.resume", ["--config", str(config_dir()), *options.words])
