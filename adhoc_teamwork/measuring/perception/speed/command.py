# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`python -m adhoc_teamwork.measuring.perception --speed`: how fast perception is, on one core."""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from adhoc_teamwork.measuring.perception.arguments import PROGRAM, picture_size
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser
from adhoc_teamwork.teamwork.settings.input_words import folder_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

if TYPE_CHECKING:
    from adhoc_teamwork.teamwork.text.progress import Progress

_FRAMES = 1500
_SEED = 3
"""The house drawn with it has 177 things, of which the tour shows about 165."""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Let perception take in the frames of a tour through a drawn house of ten rooms, round "
            "and round, on one core, and measure time and memory."
        ),
    )
    parser.add_argument("--speed", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--frames", type=whole_number(1), default=_FRAMES, metavar="N",
        help=f"taken in altogether (default {_FRAMES})",
    )  # fmt: skip
    parser.add_argument(
        "--folder", type=folder_to_read, metavar="DIR",
        help="play this folder of frames, as --evaluate --record writes them, and draw no house",
    )  # fmt: skip
    parser.add_argument("--noise", choices=("none", "default"), default="default",
                        help="of the sensors in the drawn house")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=_SEED, metavar="N",
                        help="of house and noise")  # fmt: skip
    parser.add_argument("--rooms", type=int, choices=range(1, 11), default=10, metavar="N",
                        help="of the drawn house, 1 to 10")  # fmt: skip
    parser.add_argument("--frames-size", type=picture_size, default=(640, 480), metavar="WxH",
                        help="pictures in the drawn house, pixels")  # fmt: skip
    parser.add_argument("--robot", default="quadruped", metavar="CARD",
                        help="whose camera: a robot's card")  # fmt: skip
    parser.add_argument("--floor-plan", choices=("given", "none"), default="given",
                        help="none: perception finds the rooms on its own map")  # fmt: skip
    return parser


def run(arguments: Sequence[str]) -> int:
    """Measure and print; return the exit code.

    Raises:
        ConfigError: Bad input.
        BenchError: A process died.
    """
    from adhoc_teamwork.measuring.perception.speed.child import in_child
    from adhoc_teamwork.measuring.perception.speed.playing import PlayRequest, play
    from adhoc_teamwork.measuring.perception.speed.report import print_report
    from adhoc_teamwork.perception.recordings.frames_folder import read_folder
    from adhoc_teamwork.teamwork.text.progress import Progress

    options = build_parser().parse_args(arguments)
    with ExitStack() as stack:
        if options.folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="adhoc-speed-")))
            source = _record(options, folder)
        else:
            folder, source = options.folder, f"Frames in {options.folder}."
            read_folder(folder)
        with Progress(f"{PROGRAM}: taking in", options.frames, "frames") as progress:
            request = PlayRequest(folder, options.frames, options.floor_plan == "given")
            played = in_child(play, request, _told(progress, options.frames))
    print_report(played, source)
    return DONE


def _record(options: argparse.Namespace, folder: Path) -> str:
    """Record the tour of a drawn house; return a line on what it is."""
    from adhoc_teamwork.measuring.perception.house_run import CLEAN, NOISY
    from adhoc_teamwork.measuring.perception.speed.child import in_child
    from adhoc_teamwork.measuring.perception.speed.tour_frames import TourRequest, record_tour
    from adhoc_teamwork.simulation.tasks.scenario import load_card
    from adhoc_teamwork.teamwork.settings.places import config_dir
    from adhoc_teamwork.teamwork.text.progress import Progress

    config = config_dir()
    load_card(options.robot, config)
    request = TourRequest(
        folder,
        config,
        options.robot,
        options.frames_size,
        CLEAN if options.noise == "none" else NOISY,
        options.rooms,
        options.seed,
    )
    with Progress(f"{PROGRAM}: rendering a tour", 100, "parts") as progress:
        in_child(record_tour, request, _told(progress, 100))
    width, height = options.frames_size
    return (
        f"House of {options.rooms} rooms, seed {options.seed}, sensors: noise {options.noise}; "
        f"{width} x {height}, depth in millimetres."
    )


def _told(progress: "Progress", parts: int) -> Callable[[int, int], None]:
    """Return what moves a progress of so many parts on, told how much is done and of how much."""
    reached = 0

    def told(done: int, total: int) -> None:
        nonlocal reached
        now = parts * done // total
        progress.advance(now - reached)
        reached = now

    return told
