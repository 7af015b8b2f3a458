# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc attack`: strike with a hostile corpus, print what held, keep what did not."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, INTERRUPTED, Parser, ended
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import complain

if TYPE_CHECKING:
    from collections.abc import Callable

    from adhoc_teamwork.attack.trial.outcome import Tally
    from adhoc_teamwork.attack.trial.rows import Row
    from adhoc_teamwork.bringup.bootstrap.progress import Progress

PROGRAM = "adhoc attack"
TOTAL = 200_000
SHORT = 4_000
SEED = 1
LIVE_MESSAGES = 12_000
"""How many of so many are messages to a live team."""
_HARM_FILES = 20
"""How many inputs of a row that did harm are kept."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    from adhoc_teamwork.attack.trial.rows import LIVE_ROWS, ROWS

    summaries = {row.name: row.summary for row in ROWS} | LIVE_ROWS
    names = list(summaries)
    width = max(len(name) for name in names)
    lines = [f"  {name:<{width}}  {summary}" for name, summary in summaries.items()]
    parser = Parser(
        prog=PROGRAM,
        description="Try a hostile corpus against parsers and a live team: files, messages, model "
        "answers, requests, names, stops. Exit code 0: all held; 1: something did not.",
        epilog="rows:\n" + "\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", action="extend", choices=names, metavar="ROW",
        help="try these rows alone")  # fmt: skip
    parser.add_argument("--count", type=whole_number(1), default=TOTAL, metavar="N",
        help=f"how many inputs all rows try together (default {TOTAL})")  # fmt: skip
    parser.add_argument("--short", action="store_true",
        help=f"try {SHORT} inputs, and nothing that needs a live team")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(), default=SEED, metavar="N",
        help=f"what inputs are drawn with (default {SEED})")  # fmt: skip
    parser.add_argument("--jobs", type=whole_number(1), default=os.cpu_count() or 1, metavar="N",
        help="how many processes strike at once (default: one a core)")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="DIR",
        help="folder for attack.json and the inputs that did harm")  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: 0 all held, 1 something did not, 2 bad input, 130 interrupted."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = build_parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    return ended(PROGRAM, lambda: _attack(options))


def _attack(options: argparse.Namespace) -> int:
    from rich.console import Console

    from adhoc_teamwork.attack.trial.outcome import all_held
    from adhoc_teamwork.attack.trial.table import print_table, write_report
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    if options.out is not None:
        try:
            options.out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"--out {options.out}: {error.strerror}; expected a folder") from None
    tallies: list[Tally] = []
    interrupted = False
    try:
        _strike_all(options, tallies)
    except KeyboardInterrupt:
        interrupted = True
    print_table(tallies, Console(width=None if sys.stdout.isatty() else 200))
    if options.out is not None:
        write_report(options.out, options.seed, tallies)
    if interrupted:
        complain(f"{PROGRAM}: interrupted; the table is of what was done until then")
        return INTERRUPTED
    return DONE if all_held(tallies) else FAILED


def _strike_all(options: argparse.Namespace, tallies: "list[Tally]") -> None:
    """Try every row asked for; each one's tally is added as soon as it is there.

    Raises:
        KeyboardInterrupt: Ctrl-C; the row that was under way is among the tallies.
    """
    from adhoc_teamwork.attack.trial.outcome import Harm, Outcome, Tally
    from adhoc_teamwork.attack.trial.rows import ROWS, counts
    from adhoc_teamwork.attack.trial.sandbox import Sandbox, SandboxError, SandboxInterrupt
    from adhoc_teamwork.bringup.bootstrap.progress import Progress

    total = min(options.count, SHORT) if options.short else options.count
    rows = [row for row in ROWS if not options.only or row.name in options.only]
    share = counts(total)
    for row in rows:
        count = share[row.name]
        with Progress(f"attacking {row.name}: {row.summary}") as progress:
            show = _showing(progress, count)
            try:
                tally = Sandbox(options.seed, options.jobs, show).run(row, count)
            except SandboxError as error:
                harm = Harm(row.name, 0, "", Outcome.CRASHED, str(error))
                tally = Tally(row.name, harms=[harm])
            except SandboxInterrupt as interrupt:
                tallies.append(interrupt.tally)
                raise KeyboardInterrupt from None
        tallies.append(tally)
        if options.out is not None:
            keep_inputs(options.out, options.seed, row, tally)

    if not options.short:
        _strike_team(options, tallies)


def _strike_team(options: argparse.Namespace, tallies: "list[Tally]") -> None:
    from adhoc_teamwork.attack.live import strike_team
    from adhoc_teamwork.attack.trial.rows import LIVE_ROWS

    wanted = [row for row in LIVE_ROWS if not options.only or row in options.only]
    if wanted:
        messages = max(1, options.count * LIVE_MESSAGES // TOTAL)
        strike_team(wanted, messages, options.seed, _tell, tallies, options.out)


def _tell(text: str) -> None:
    complain(f"adhoc: {text}")


def _showing(progress: "Progress", count: int) -> "Callable[[int], None]":
    return lambda done: progress.show(f"{done:,} of {count:,}")


def keep_inputs(folder: Path, seed: int, row: "Row", tally: "Tally") -> None:
    """Write the inputs that did harm into a folder, the first few of a row."""
    from adhoc_teamwork.attack.trial.rows import targets_of
    from adhoc_teamwork.attack.trial.target import Inputs

    numbers = sorted({harm.number for harm in tally.harms})[:_HARM_FILES]
    if not numbers:
        return
    inputs = Inputs(row.name, targets_of(row.module), seed, Path("canary"))
    for number in numbers:
        target, data = inputs.draw(number)
        name = f"{tally.row}-{number}-{target.name}".replace(" ", "_").replace("/", "_")
        (folder / name).write_bytes(data)
