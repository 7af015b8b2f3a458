# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line: make recorded decisions once more and say which are the same."""

import argparse
import math
import sys
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.replay.output import HOSTED, OFFLINE, RECORDED
from adhoc_teamwork.teamwork.settings.command_line import INTERRUPTED, Parser, ended
from adhoc_teamwork.teamwork.settings.input_words import folder_to_read
from adhoc_teamwork.teamwork.settings.number_words import number
from adhoc_teamwork.teamwork.settings.runs import recorded_run

PROGRAM = "adhoc replay"
_EPILOG = """
Each decision is made once more from what the planner had taken in, with the recorded answers of its
model: 'same', or 'diverged' with what differs. With --llm another model is asked the same questions
beside that, and its choices are compared; the world goes on as it did.

Exit code: 0 all decisions are the same, 1 some diverged, 2 wrong input, 130 interrupted.
"""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = Parser(
        prog=PROGRAM,
        description="Make the decisions of a recorded run once more, and compare.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("run", type=recorded_run, metavar="RUN", help="run folder or bag; 'latest' for runs/latest")
    add("--robot", metavar="NAME", help="only this robot's decisions")
    add("--until", type=number(), default=math.inf, metavar="S",
        help="only what was taken in until S seconds of the run's clock")  # fmt: skip
    add("--step", action="store_true",
        help="show each decision whole, prompts included, and wait for Enter")  # fmt: skip
    add("--config", type=folder_to_read, metavar="DIR", help="prompts and tasks (default: config)")
    add("--llm", choices=(RECORDED, OFFLINE, HOSTED), default=RECORDED,
        help="whom to ask the same questions: nobody (default), the offline model, or an "
        "OpenAI-compatible endpoint with the key in OPENAI_API_KEY")  # fmt: skip
    add("--model", metavar="M", help="model to ask of the endpoint (default OPENAI_MODEL)")
    add("--base-url", metavar="U", help="endpoint (default OPENAI_BASE_URL, else OpenAI's)")
    add("--json", action="store_true", help="one line of JSON for each decision, in full")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options = build_parser().parse_args(arguments)
    return ended(PROGRAM, lambda: _replay(options))


def _replay(options: argparse.Namespace) -> int:
    # Imported here because --help works on a machine where nothing is set up yet.
    from adhoc_teamwork.adhoc_planner.replay.run import replay_run

    try:
        return replay_run(options)
    except BrokenPipeError:
        # Whoever read the report has seen enough.
        sys.stderr.close()
        return INTERRUPTED
