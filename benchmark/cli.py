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

"""The command line of the benchmark: one module a command, imported only when it is chosen.

Those modules import nothing but the standard library at their top, so that help is answered on a
machine where nothing is set up yet.
"""

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence

from benchmark.command_line import ended
from teamwork.command_line import Parser

PROGRAM = "adhoc bench"
COMMANDS = {
    "generate": "benchmark.generation.command",
    "train": "benchmark.training.command",
    "run": "benchmark.run_command",
    "table": "benchmark.table_command",
    "plot": "benchmark.plot_command",
    "speed": "benchmark.speed.command",
}
"""Module of each command, with ``add_parser(subparsers)``, whose parser sets `run`."""


def build_parser(chosen: str = "") -> argparse.ArgumentParser:
    """Return the parser with the chosen command, or with all where that is none of them."""
    parser = Parser(
        prog=PROGRAM,
        description="The tidying-up benchmark: task sets, episodes, tables, plots.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        if name == chosen or chosen not in COMMANDS:
            importlib.import_module(module).add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 not, 2 wrong input, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)

    def begin() -> Callable[[], int]:
        options = build_parser(words[0] if words else "").parse_args(words)
        return lambda: int(options.run(options))

    return ended(PROGRAM, begin)
