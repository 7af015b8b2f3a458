# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``text`` command: ask a model questions about episodes of arms."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.benchmark.models.options import add_model_options
from adhoc_teamwork.teamwork.settings.input_words import file_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

if TYPE_CHECKING:
    from adhoc_teamwork.benchmark.questions.question import Question

SUMMARY = "ask a model questions about what arms did, saw and can do"
DETAILS = """
269 questions in the five categories of RoCoBench-Text, made of a log of episodes: their keys are
worked out from what was so in physics, names are changed and options shuffled. The folder of --out
holds text.jsonl, one answer a line; an interrupted run goes on. Printed is the share of right
answers in each category, beside constant answers, chance and the paper's models.

Exit code: 0 done, 1 a model does not answer, 2 wrong input, 130 interrupted.
"""
DEFAULT_OUT = "runs/text"
AT_ONCE = 4


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "text",
        help=SUMMARY,
        description=f"{SUMMARY.capitalize()}.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", "--results", dest="out", default=DEFAULT_OUT, metavar="DIR",
        help=f"results folder (default {DEFAULT_OUT})")  # fmt: skip
    parser.add_argument("--blind", action="store_true",
        help="leave out of prompts all but the question: what it gives away by itself")  # fmt: skip
    parser.add_argument("--question-seed", type=whole_number(), default=0, metavar="N",
        help="which questions are drawn (default 0)")  # fmt: skip
    parser.add_argument("--log", type=file_to_read, metavar="FILE",
        help="episodes to ask about (default: those that ship)")  # fmt: skip
    parser.add_argument("--at-once", type=whole_number(1), default=AT_ONCE, metavar="N",
        help=f"questions that are asked at a time (default {AT_ONCE})")  # fmt: skip
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--show", metavar="all|CATEGORY|ID",
        help="print questions with their keys, and ask nobody")  # fmt: skip
    which.add_argument("--play", metavar="FILE",
        help="play the episodes anew into FILE, and ask nobody; needs MuJoCo")  # fmt: skip
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask what is missing and print the table; return 0.

    Raises:
        ConfigError: Wrong input.
        BenchError: A model does not answer, or something cannot be written.
    """
    from adhoc_teamwork.benchmark.questions.episode_log import SHIPPED
    from adhoc_teamwork.benchmark.questions.making import make_questions

    if options.play:
        return _play(Path(options.play))
    questions = make_questions(Path(options.log or SHIPPED), options.question_seed)
    if options.show:
        return _show(questions, options.show)
    return _ask(questions, options)


def _ask(questions: "list[Question]", options: argparse.Namespace) -> int:
    from adhoc_teamwork.benchmark.models.answer_cache import use_cache
    from adhoc_teamwork.benchmark.models.choice import model_names
    from adhoc_teamwork.benchmark.questions.answers import AnswerKey, answers_file
    from adhoc_teamwork.benchmark.questions.asking import ask_all
    from adhoc_teamwork.benchmark.questions.making import digest_of, question_templates
    from adhoc_teamwork.benchmark.questions.tables import text_table
    from adhoc_teamwork.teamwork.text.console import say, say_lines

    names, templates = model_names(options), question_templates()
    use_cache(options, names)
    digest = digest_of(questions, templates)
    with answers_file(Path(options.out)) as file:
        missing = {
            key: question
            for name in names
            for question in questions
            if (key := AnswerKey(digest, name, options.blind, question.id)) not in file.results
        }
        there = len(names) * len(questions) - len(missing)
        ask_all(missing, templates, options.at_once, file.add)
        file.finish()
    rows: dict[str, dict[str, int | None]] = {}
    for key, answered in sorted(file.results.items()):
        if key.questions == digest:
            row = f"{key.llm}, blind" if key.is_blind else key.llm
            rows.setdefault(row, {})[key.question] = answered.chosen
    say_lines(text_table(questions, rows))
    say(f"{len(missing)} questions asked, {there} were answered already; questions {digest}")
    return 0


def _show(questions: "list[Question]", which: str) -> int:
    from adhoc_teamwork.benchmark.questions.making import question_templates
    from adhoc_teamwork.benchmark.questions.question import Category
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.text.console import say_lines

    shown = [one for one in questions if which in ("all", one.category, one.id)]
    if not shown:
        expected = f"all, {', '.join(Category)}, or an id such as {questions[0].id}"
        raise ConfigError(f"--show {which:.40}: expected {expected}")
    templates = question_templates()
    for one in shown:
        texts = [f"{part.role}: {part.content}" for part in one.prompt(templates)]
        key = f"key: {one.labels[one.right]}"
        say_lines("\n\n".join([f"==== {one.id}, {one.kind}", *texts, key, ""]))
    return 0


def _play(path: Path) -> int:
    from adhoc_teamwork.benchmark.questions.episode_log import write_log
    from adhoc_teamwork.benchmark.questions.playing import PLAYED, play_log
    from adhoc_teamwork.teamwork.text.console import say

    made = []
    for task, seeds in PLAYED.items():
        for seed in range(1, seeds + 1):
            made.append(play_log((task, seed)))
            end = "done" if made[-1].success else "not done"
            say(f"{task} {seed}: {end} after {len(made[-1].rounds)} rounds")
    write_log(path, made)
    say(f"{len(made)} episodes in {path}")
    return 0
