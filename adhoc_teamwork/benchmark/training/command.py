# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc bench train`: train the learned policies from demonstrations."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.teamwork.settings.number_words import whole_number

if TYPE_CHECKING:
    from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Weights

HOUSES = 24
LEAST = 5
OUT = "runs/weights"
LEARNING, PLASTIC, ALL = "learning", "plastic", "all"
DETAILS = """
An expert that knows each task's truth tidies houses drawn for training alone; networks learn to do
what it does (docs/benchmark.md). Needs scikit-learn. Policies take their weights from the folder
that the environment variable ADHOC_WEIGHTS names, else those that ship.
"""


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser(
        "train",
        help="train the learned policies from demonstrations",
        description="Train the learned policies. The same seed and houses give the same weights.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=Path(OUT), metavar="DIR",
        help=f"folder for the weights (default {OUT})")  # fmt: skip
    parser.add_argument("--houses", type=whole_number(LEAST), default=HOUSES, metavar="N",
        help=f"houses to draw; each fifth is only measured by (default {HOUSES})")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="N",
        help="for all that is drawn (default 0)")  # fmt: skip
    parser.add_argument("--part", choices=(ALL, LEARNING, PLASTIC), default=ALL,
        help="what to train; plastic alone builds on the learning team's weights in --out, else on "
        "those in use (default all)")  # fmt: skip
    parser.add_argument("--jobs", type=whole_number(1), default=0, metavar="N",
        help="processes (default: as many as there are processors)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train, write the weights and say how good they are; return the exit code.

    Raises:
        ConfigError: scikit-learn is not installed, or weights to build on are broken.
        BenchError: The weights cannot be written, or a process was killed.
    """
    import os

    from adhoc_teamwork.benchmark.training.fitting import library
    from adhoc_teamwork.benchmark.training.material import draw_houses, show_beside, show_houses
    from adhoc_teamwork.benchmark.training.training import train_learning, train_plastic
    from adhoc_teamwork.teamwork.text.console import say

    library()
    jobs = options.jobs or len(os.sched_getaffinity(0))
    part, seed, count = options.part, options.seed, options.houses
    command = f"adhoc bench train --houses {count} --seed {seed} --part {part}"
    learning = None
    if part == PLASTIC:
        learning = _to_build_on(options.out)
        houses = draw_houses(seed, count, jobs)
    else:
        shown = show_houses(seed, count, jobs)
        houses = [house.house for house in shown]
        learning = train_learning(shown, seed, command, say)
        write_weights(options.out, LEARNING, learning)
    if part != LEARNING:
        plastic = train_plastic(show_beside(houses, learning, jobs), seed, command, say)
        write_weights(options.out, PLASTIC, plastic)
    say(f"weights are in {options.out}; use them with: ADHOC_WEIGHTS={options.out}")
    return 0


def _to_build_on(out: Path) -> "Weights":
    from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import (
        read_weights,
        weights_folder,
    )

    return read_weights(out if (out / f"{LEARNING}.npz").is_file() else weights_folder(), LEARNING)


def write_weights(folder: Path, name: str, weights: "Weights") -> None:
    """Write both files, each whole or not at all; see `files.write_whole` for errors."""
    from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import packed
    from adhoc_teamwork.benchmark.errors import BenchError
    from adhoc_teamwork.benchmark.store.files import write_whole

    arrays, contents = packed(weights)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BenchError(f"--out {folder}: {error.strerror}; expected a writable folder") from None
    write_whole(folder / f"{name}.json", [contents])
    write_whole(folder / f"{name}.npz", [arrays])
