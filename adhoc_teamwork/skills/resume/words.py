# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The words of the resume's command line; nothing but the standard library is needed for them."""

import argparse
from pathlib import Path

from adhoc_teamwork.teamwork.settings.command_line import Parser
from adhoc_teamwork.teamwork.settings.input_words import file_to_read
from adhoc_teamwork.teamwork.settings.number_words import number

_FARTHEST = 1000.0
"""No question is about a point farther away, metres."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = Parser(
        prog="adhoc resume",
        description="Read an URDF (or what xacro made) and say what the robot's body can do.",
    )
    parser.add_argument("urdf", type=file_to_read, metavar="URDF")
    parser.add_argument("--out", type=Path, metavar="FILE",
        help="write the JSON there and print the text (default: print the JSON)")  # fmt: skip
    parser.add_argument("--package", action="append", default=[], metavar="NAME=FOLDER",
        help="where a ROS package lies that meshes are named by; may be repeated")  # fmt: skip
    parser.add_argument("--substitute-meshes", action="store_true",
        help="put boxes in place of missing meshes, rather than refusing the URDF")  # fmt: skip
    ask = parser.add_argument_group("questions (answers with their numbers, in place of the JSON)")
    ask.add_argument("--see", type=number(most=_FARTHEST), nargs="+", metavar="M",
        help="a point's height and, if you like, its distance ahead")  # fmt: skip
    ask.add_argument(
        "--reach", type=number(most=_FARTHEST), nargs="+", metavar="M", help="likewise"
    )
    ask.add_argument("--lift", type=number(), metavar="KG")
    ask.add_argument("--stairs", action="store_true", help="can it go up stairs?")
    ask.add_argument("--step", type=number(), metavar="H", help="can it get up a step of H metres?")
    ask.add_argument("--gap", type=number(), metavar="M", help="can it go through so narrow a gap?")
    model = parser.add_argument_group("text by a language model (default: by rules)")
    model.add_argument("--llm-base-url", metavar="URL", help="an OpenAI-compatible endpoint")
    model.add_argument("--llm-model", metavar="NAME")
    parser.add_argument("--config", type=Path, default=Path("config"), help=argparse.SUPPRESS)
    return parser
