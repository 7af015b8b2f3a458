# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``table`` command: print the figures of a results folder, a paper's table, or a sweep."""

import argparse
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.commands.run import DEFAULT_OUT, add_run_options

SUMMARY = "print the figures of a run, a paper's table beside ours, or a sweep of errors"
DETAILS = """
With --results alone: means with the change on the same team alone in brackets, 95 % intervals,
p-values, shares of the bound's gain, waste, policies beside one another, %Suc by kind of task; all
of it also in DIR/table.csv. With --paper: what is missing of the table's rows and of the bound is
played first (--taskset, --tasks, --jobs, --llm as in `run`), then the paper's figures and ours are
printed row under row; coela and capo are for sets of their suites, and play the rows of rules,
emos for a set of habitat-mas, and plays emos and its ablations.
With --sweep: --adhoc's policies beside --team are played with a stand-in for
each line of the sweep, and printed line under line; --seeds as in `run`.
"""
PAPER_TABLES = ("I", "II", "III", "IV", "coela", "capo", "emos")
ARMS = "roco"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "table",
        help=SUMMARY,
        description=f"{SUMMARY.capitalize()}.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--paper", choices=(*PAPER_TABLES, ARMS),
        help="which of the paper's tables; roco: that of arms in cells, of --results")  # fmt: skip
    which.add_argument("--sweep", metavar="errors|FILE",
        help="how policies fare as the stand-in errs: the shipped table of error rates, or a CSV "
        "with columns misjudge,overlook,confuse,stages,robots")  # fmt: skip
    parser.add_argument("--team", default="llm", metavar="T",
        help="with --sweep: policy of the team (default llm)")  # fmt: skip
    parser.add_argument("--adhoc", default="naive,irot", metavar="A,B",
        help="with --sweep: policies of the ad hoc robot (default naive,irot)")  # fmt: skip
    parser.add_argument("--t0", type=int, default=0, metavar="STEP",
        help="with --sweep: step at which the ad hoc robot joins (default 0)")  # fmt: skip
    parser.add_argument("--into", metavar="PAGE",
        help="put the table into PAGE too, between its marks '<!-- Table I -->' and '<!-- end of "
        "Table I -->', with --sweep 'Sweep errors', of a suite 'Suite c-wah', of --paper roco "
        "'Table of arms', else 'Results' and the name of the results folder")  # fmt: skip
    parser.add_argument("--common", action="store_true",
        help="only tasks that all rows have played")  # fmt: skip
    parser.add_argument("--against", default="irot", metavar="A",
        help="policy that others are compared with, task by task (default irot)")  # fmt: skip
    add_run_options(parser, DEFAULT_OUT)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the tables; return 1 if an episode failed on the way, else 0.

    Raises:
        ConfigError: No such results, or wrong input.
        BenchError: Something could not be written.
    """
    if options.paper == ARMS:
        from adhoc_teamwork.benchmark.arms.command import print_arms

        return print_arms(options)
    if options.paper == "emos":
        from adhoc_teamwork.benchmark.commands.body_paper import run_body_paper

        return run_body_paper(options)
    if options.paper in ("coela", "capo"):
        from adhoc_teamwork.benchmark.commands.suite_paper import run_suite_paper

        return run_suite_paper(options)
    if options.paper:
        from adhoc_teamwork.benchmark.commands.paper import run_paper

        return run_paper(options)
    if options.sweep:
        from adhoc_teamwork.benchmark.commands.sweep import run_sweep

        return run_sweep(options)
    from adhoc_teamwork.benchmark.figures.summary import common_tasks
    from adhoc_teamwork.benchmark.figures.table_file import write_table_file
    from adhoc_teamwork.benchmark.figures.tables import all_tables, page_tables, split_rows
    from adhoc_teamwork.benchmark.store.facts import read_facts
    from adhoc_teamwork.benchmark.store.results import read_results
    from adhoc_teamwork.teamwork.text.console import say, say_lines

    folder = Path(options.out)
    facts, found = read_facts(folder), read_results(folder)
    results = common_tasks(found) if options.common else found
    if not results:
        say(f"{folder}: no episodes yet")
        return 0
    if facts.suite:
        from adhoc_teamwork.benchmark.figures.suite_tables import suite_text, write_suite_file

        text = "\n\n".join(suite_text(results, facts))
        say_lines(text)
        if options.into:
            from adhoc_teamwork.benchmark.figures.page import put_into

            body = text.partition("\n\n")[2].replace("\n## ", "\n### ")
            put_into(Path(options.into), f"Suite {facts.suite}", body)
        say_lines(f"\nAll figures: {write_suite_file(folder, results, facts)}")
        return 0
    say_lines("\n\n".join(all_tables(results, facts, options.against)))
    if options.into:
        from adhoc_teamwork.benchmark.figures.page import put_into

        text = "\n\n".join(page_tables(results, facts, options.against))
        put_into(Path(options.into), f"Results {folder.name}", text)
    path = write_table_file(folder, split_rows(results, facts.by_id()))
    say_lines(f"\nAll figures: {path}")
    return 0
