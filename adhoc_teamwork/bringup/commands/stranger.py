# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``stranger`` command: make a teammate of a robot that speaks another language."""

import argparse
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining
from adhoc_teamwork.teamwork.settings.input_words import name_or_file

MODULE = "adhoc_teamwork.comm_bridge.ros.stranger"
FOLDER = "strangers"


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Stand for a robot or person that speaks in another format: hear it on its own "
        "topics, speak for it to the team, and tell it what the team says. docs/communication.md "
        "says how its file is written.",
    )
    parser.add_argument("file", type=name_or_file("strangers", ".yaml"), metavar="FILE|NAME",
        help="the stranger's file, or the name of one in config/strangers")  # fmt: skip
    add_joining(parser)
    parser.add_argument("--base-url", default="", metavar="U",
        help="OpenAI-compatible endpoint that reads free words")  # fmt: skip
    parser.add_argument("--model", default="offline", metavar="M",
        help="model to ask there (default offline)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the stranger's proxy.

    Raises:
        ConfigError: There is no such file, or nothing says which team is meant.
        OSError: This Python cannot be started once more.
    """
    from adhoc_teamwork.bringup.commands.joining import become_member

    parameters = {
        "config": str(_file(options.file)),
        "llm_base_url": options.base_url,
        "llm_model": options.model,
    }
    return become_member(MODULE, options, parameters)


def _file(name: str) -> Path:
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.settings.places import config_dir, is_plain

    path = Path(name)
    if path.is_file():
        return path.absolute()
    shipped = config_dir() / FOLDER
    if is_plain(name) and (shipped / f"{name}.yaml").is_file():
        return shipped / f"{name}.yaml"
    known = ", ".join(sorted(p.stem for p in shipped.glob("*.yaml")))
    raise ConfigError(f"{name}: no such file; expected one, or one of {known}")
