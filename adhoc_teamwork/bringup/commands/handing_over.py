# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The commands that are other rooms' command lines: they take this process's place."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, WORDS_ONLY
from adhoc_teamwork.teamwork.text.console import write

DOMAINS = 4
"""The most ROS domains that one measurement of the broker uses."""
_MODULES = {
    "attack": "adhoc_teamwork.attack",
    "bench": "adhoc_teamwork.benchmark",
    "comm-bench": "adhoc_teamwork.measuring.broker",
    "perceive": "adhoc_teamwork.perception",
    "replay": "adhoc_teamwork.adhoc_planner.replay",
    "resume": "adhoc_teamwork.skills.resume",
    "skills": "adhoc_teamwork.measuring.skills",
    "world": "adhoc_teamwork.simulation.world_command",
}
_PERCEPTION_MEASURED = "adhoc_teamwork.measuring.perception"
_MEASURES = ("--evaluate", "--speed")
"""These words of `perceive` stand in place of a recording."""
_ASKS_MODEL = "--llm-base-url"
_NO_PREFIX = "\0"


def add_parser(subparsers: Any, command: Command) -> None:
    """Add a command that becomes another command line."""
    # None of its words must be taken for an option of this parser.
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        prefix_chars=_NO_PREFIX,
        add_help=False,
        usage=f"adhoc {command.name} ...",
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    parser.set_defaults(run=run, check=_check)


def run(options: argparse.Namespace) -> int:
    """Become the chosen command line; return only where that is impossible.

    Raises:
        ConfigError: It needs a ROS domain and none is free, or there is no configuration.
        OSError: This Python cannot be started once more.
    """
    name, words = options.command, options.words
    return become(_module(name, words), [*_added(name, words), *words])


def become(module: str, words: list[str]) -> int:
    """Become `python -m MODULE WORDS`; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", module, *words])


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


def _check(options: argparse.Namespace) -> int:
    return refused(_module(options.command, options.words), options.words)


def _module(name: str, words: Sequence[str]) -> str:
    if name == "perceive" and any(word in _MEASURES for word in words):
        return _PERCEPTION_MEASURED
    return _MODULES[name]


def _added(name: str, words: Sequence[str]) -> list[str]:
    """Return the words that this machine adds to a user's: its configuration, free ROS domains."""
    measures = name == "comm-bench" and not {"-h", "--help"} & set(words)
    asks = name == "resume" and any(word.split("=")[0] == _ASKS_MODEL for word in words)
    if not measures and not asks:
        return []
    # Imported here because help is answered where nothing is set up yet.
    from adhoc_teamwork.bringup.process_control.domains import hold_domain
    from adhoc_teamwork.teamwork.settings.places import config_dir

    config = ["--config", str(config_dir())]
    if asks:
        return config
    holds = [hold_domain({}) for _ in range(DOMAINS)]
    for hold in holds:
        hold.keep_beyond_this_program()
    return ["--domains", ",".join(str(hold.domain) for hold in holds), *config]
