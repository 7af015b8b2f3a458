# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line: perceive a recording without ROS, and write what was understood of it."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.teamwork.settings.command_line import Parser, ended
from adhoc_teamwork.teamwork.settings.input_words import file_to_read, path_to_read
from adhoc_teamwork.teamwork.settings.number_words import positive_number

PROGRAM = "adhoc perceive"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = Parser(
        prog=PROGRAM,
        description="Run a robot's perception over a recording, without ROS, and write map, scene "
        "graph, point cloud and picture.",
        epilog="--evaluate or --speed, in place of a recording, measure perception in the "
        "simulator: adhoc perceive --evaluate --help says more.",
    )
    add = parser.add_argument
    add(
        "recording",
        type=path_to_read,
        metavar="BAG|FOLDER",
        help="a rosbag2 (SQLite or MCAP) or a folder of frames",
    )
    add("--out", type=Path, required=True, metavar="DIR", help="folder for what is found")
    add("--robot", default="", metavar="NAME", help="robot whose topics of a bag are read")
    add("--card", type=file_to_read, metavar="FILE", help="robot's card, as in config/robots")
    add(
        "--range",
        type=positive_number,
        metavar="M",
        dest="camera_range",
        help="range of the camera, metres; default: the folder's or the card's",
    )
    add(
        "--config",
        type=file_to_read,
        metavar="FILE",
        help="YAML with fields of PerceptionConfig (docs/perception.md)",
    )
    add(
        "--rate",
        type=positive_number,
        metavar="HZ",
        help="frames a second to take in; default: all",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 wrong input, 130 interrupted."""
    options = build_parser().parse_args(arguments)
    return ended(PROGRAM, lambda: _run(options), "interrupted; nothing was written")


def _run(options: argparse.Namespace) -> int:
    from adhoc_teamwork.perception.artifacts import WRITTEN, write_artifacts
    from adhoc_teamwork.perception.recordings.offline import open_recording, perceive
    from adhoc_teamwork.teamwork.text.console import say

    if options.out.exists() and not options.out.is_dir():
        from adhoc_teamwork.teamwork.settings.config import ConfigError

        raise ConfigError(f"--out {options.out}: is a file; expected a folder")
    recording, belief = open_recording(
        options.recording, options.robot, options.card, options.camera_range, options.config
    )
    start = time.monotonic()
    result = perceive(recording, belief, 1.0 / options.rate if options.rate else 0.0)
    spent = time.monotonic() - start
    seconds = result.last - result.first
    title = f"{options.recording.resolve().name}: {result.frames} frames in {seconds:.0f} s"
    write_artifacts(belief, result.last, title, options.out)
    say(f"{result.frames} frames taken in, {1000.0 * spent / max(1, result.frames):.0f} ms each")
    for kind, text in result.refused.items():
        say(f"{result.counts[kind]} refused ({kind}), such as: {text}")
    say(f"{options.out}: {', '.join(WRITTEN)}")
    return 0
