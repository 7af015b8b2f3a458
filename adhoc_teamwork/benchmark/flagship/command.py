# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``flagship`` command: all methods on all suites, as teams and beside each other's teams."""

import argparse
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.commands.run import add_playing_options, chosen_channel
from adhoc_teamwork.teamwork.channel_names import OPEN
from adhoc_teamwork.teamwork.settings.input_words import file_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

SUMMARY = "play all methods on all suites, and print the table of them"
DETAILS = """
The sample is fixed: DIR/sets has its task sets, drawn by one seed, DIR/SUITE the results of each
suite as `run` keeps them. What is there is not played again; the same command goes on where it was
interrupted. DIR/flagship.json has all rows, for others to add to theirs (--with), and
DIR/flagship.png the cross-play matrices. docs/benchmark.md says how to read it.

Exit code: 0 all played, 1 not, 2 wrong input, 130 interrupted.
"""
DEFAULT_OUT = "runs/flagship"
PAGE_MARK = "Flagship"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "flagship",
        help=SUMMARY,
        description=f"{SUMMARY.capitalize()}.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=Path(DEFAULT_OUT), metavar="DIR",
        help=f"folder of sets and results (default {DEFAULT_OUT})")  # fmt: skip
    parser.add_argument("--most", type=whole_number(1), metavar="N",
        help="at most N tasks of each suite, an even choice (default: all)")  # fmt: skip
    parser.add_argument("--methods", metavar="A,B",
        help="policies to play beside the rules, those of other packages among them (default: the "
        "published ones)")  # fmt: skip
    parser.add_argument("--with", dest="others", nargs="+", type=file_to_read, default=[],
        metavar="FILE", help="flagship.json of others, to show their rows too")  # fmt: skip
    parser.add_argument("--by", default="", metavar="NAME",
        help="whose rows these are, for flagship.json")  # fmt: skip
    parser.add_argument("--dry-run", action="store_true",
        help="play nothing; say how many episodes, calls, tokens and dollars it would take, by "
        "what the stand-in asked where it has played")  # fmt: skip
    parser.add_argument("--into", type=Path, metavar="PAGE",
        help=f"put the table into PAGE too, between '<!-- {PAGE_MARK} -->' and its "
        "end")  # fmt: skip
    add_playing_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play what is missing and print the table; return 1 if an episode failed, else 0.

    Raises:
        ConfigError: Wrong input.
        BenchError: The disk is full, or nothing works.
    """
    from adhoc_teamwork.benchmark.figures.page import Page
    from adhoc_teamwork.benchmark.flagship.arms import arms_cells, play_sample
    from adhoc_teamwork.benchmark.flagship.cost import cost_text
    from adhoc_teamwork.benchmark.flagship.part import parts_of
    from adhoc_teamwork.benchmark.flagship.picture import draw_plays
    from adhoc_teamwork.benchmark.flagship.rows import (
        check_author,
        check_samples,
        read_rows,
        write_rows,
    )
    from adhoc_teamwork.benchmark.flagship.sample import METHODS, chosen_methods
    from adhoc_teamwork.benchmark.flagship.tables import flagship_text
    from adhoc_teamwork.benchmark.models.choice import model_name
    from adhoc_teamwork.benchmark.runs.spending import run_budget
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.text.console import say, say_lines

    if options.seeds != 1:
        raise ConfigError("--seeds: not for flagship, whose sample is the same for everyone")
    methods = chosen_methods(options.methods) if options.methods else METHODS
    llm, channel = model_name(options), chosen_channel(options, OPEN)
    # Before task sets are made, which takes minutes, and episodes played, which takes hours.
    check_author(options.by)
    page = Page(options.into, PAGE_MARK)
    budget = run_budget(options.budget, [llm])
    others = {Path(path): read_rows(Path(path)) for path in options.others}
    parts = parts_of(options, methods, llm, channel)
    samples = {part.section.name: part.sample for part in parts}
    for path, file in others.items():
        check_samples(path, file, samples)
    if options.dry_run:
        say_lines(cost_text(parts, llm))
        return 0
    code = max(part.play(budget) for part in parts)
    play_sample(options, llm)
    own = [row for part in parts for row in part.rows()]
    written = write_rows(options.out, options.by, samples, own)
    known = {(row.suite, row.setting) for row in own}
    rows = [*own]
    rows += [r for file in others.values() for r in file.rows if (r.suite, r.setting) not in known]
    text = "\n\n".join(flagship_text(rows, channel, arms_cells(options.out, llm)))
    say_lines(text)
    picture = draw_plays(rows, llm, channel, options.out)
    page.put(text.partition("\n\n")[2].replace("\n## ", "\n### "))
    say(f"\nAll rows: {written}; the matrices: {picture}")
    return code
