# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Hand a command over to another command line, in place of this process."""

import argparse
import os
import sys
from typing import Any

_NO_PREFIX = "\0"


def add_words(subparsers: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """Add and return the parser of a command whose words are all another command line's."""
    # None of them must be taken for an option of this parser.
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name, help=summary, prefix_chars=_NO_PREFIX, add_help=False, usage=f"adhoc {name} ..."
    )
    parser.add_argument("words", nargs="*", metavar="ARGUMENT")
    return parser


def become(module: str, words: list[str]) -> int:
    """Become `python -m MODULE WORDS`; return only where that is impossible.

    Raises:
        OSError: This Python cannot be started once more.
    """
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", module, *words])


def hand_over(subparsers: Any, name: str, summary: str, module: str) -> None:
    """Add a command that becomes another command line, words and all."""

    def run(options: argparse.Namespace) -> int:
        return become(module, options.words)

    add_words(subparsers, name, summary).set_defaults(run=run)
