# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc perceive --evaluate`: explore houses and print perception's figures, or its speed."""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from adhoc_teamwork.benchmark.terminal.command_line import ended
from adhoc_teamwork.measuring.perception.arguments import PROGRAM, picture_size
from adhoc_teamwork.measuring.perception.speed import command as speed
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser
from adhoc_teamwork.teamwork.settings.input_words import path_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

_NOISE = {
    "none": ("clean",),
    "default": ("noise",),
    "odometry": ("odometry",),
    "both": ("clean", "noise"),
    "all": ("clean", "noise", "odometry"),
}
"""Kinds of sensors, see `house_run`, by what is asked for."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Explore houses with a simulated camera, three visits to each room, and measure what "
            "perception believes against what is true. Measure speed instead: --speed --help."
        ),
    )
    parser.add_argument("--evaluate", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--houses", type=path_to_read, action="extend", nargs="+", required=True,
        metavar="DIR|FILE", help="houses in ProcTHOR's format, or folders of them",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=whole_number(1), default=1, metavar="N", help="houses at the same time"
    )
    parser.add_argument(
        "--noise",
        choices=sorted(_NOISE),
        default="both",
        help="of the sensors; odometry: the default noise, and no localisation at all",
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="N", help="of the noise")
    parser.add_argument(
        "--frames-size",
        type=picture_size,
        default=(320, 240),
        metavar="WxH",
        help="pictures, pixels",
    )
    parser.add_argument(
        "--robot", default="quadruped", metavar="CARD", help="whose camera: a robot's card"
    )
    parser.add_argument(
        "--floor-plan", choices=("given", "none"), default="given",
        help="none: perception finds the rooms on its own map",
    )  # fmt: skip
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="write the frames, a folder for each house"
    )
    parser.add_argument(
        "--visits", type=whole_number(1), default=3, metavar="N", help="to each room"
    )
    parser.add_argument(
        "--misses", action="store_true", help="print each single mistake below the table"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 ran, 1 not, 2 bad input, 130 interrupted."""
    words = sys.argv[1:] if arguments is None else arguments

    def begin() -> Callable[[], int]:
        if "--speed" in words:
            return partial(speed.run, words)
        return partial(_evaluate, build_parser().parse_args(words))

    return ended(PROGRAM, begin)


def _evaluate(options: argparse.Namespace) -> int:
    from adhoc_teamwork.benchmark.tasks.house_files import find_houses
    from adhoc_teamwork.measuring.perception.children import explore_all
    from adhoc_teamwork.measuring.perception.house_run import HouseRequest, HouseResult
    from adhoc_teamwork.measuring.perception.report import print_report
    from adhoc_teamwork.simulation.tasks.scenario import load_card
    from adhoc_teamwork.teamwork.settings.places import config_dir
    from adhoc_teamwork.teamwork.text.progress import Progress

    config = config_dir()
    load_card(options.robot, config)
    requests = [
        HouseRequest(
            house,
            options.robot,
            config,
            options.frames_size,
            _NOISE[options.noise],
            options.seed,
            options.floor_plan == "given",
            options.record,
            options.visits,
        )
        for house in find_houses(options.houses)
    ]
    results: list[HouseResult | None] = [None] * len(requests)
    shares = [0.0] * len(requests)
    with Progress(f"{PROGRAM}: exploring", len(requests), "houses") as progress:
        for step in explore_all(requests, options.jobs):
            effort, shares[step.number] = step.share - shares[step.number], step.share
            results[step.number] = step.result
            name = requests[step.number].house.stem
            progress.advance(1 if step.result else 0, name, effort)
    print_report([r for r in results if r is not None], options.misses)
    return DONE


if __name__ == "__main__":
    sys.exit(main())
