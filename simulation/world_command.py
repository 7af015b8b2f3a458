"""`adhoc world`: write a house as a world of another simulator."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from teamwork.command_line import DONE, Parser, ended
from teamwork.console import complain, say

PROGRAM = "adhoc world"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = Parser(prog=PROGRAM, description="Write a house as a world of another simulator.")
    parser.add_argument("house", metavar="HOUSE",
        help="a house in ProcTHOR's format, or the name of one in config/houses")  # fmt: skip
    parser.add_argument("--sdf", type=Path, metavar="FILE",
        help="the world to write for Gazebo (SDFormat 1.9)")  # fmt: skip
    parser.add_argument("--usd", type=Path, metavar="FILE",
        help="the world to write for Isaac Sim (OpenUSD: .usda is text, .usd and .usdc binary); "
        "needs the extra usd")  # fmt: skip
    parser.add_argument("--classes", type=Path, metavar="FILE",
        help="the table to write of what a segmentation shows (docs/isaac.md)")  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 wrong input."""
    options = build_parser().parse_args(arguments)
    return ended(PROGRAM, lambda: _write(options))


def _write(options: argparse.Namespace) -> int:
    # Imported here because --help works on a machine where nothing is set up yet.
    from simulation.class_table import class_table
    from simulation.procthor import load_house
    from simulation.scenario import find_file
    from simulation.sdf_world import sdf_world
    from simulation.usd_world import usd_world
    from teamwork.config import ConfigError
    from teamwork.files import write_whole
    from teamwork.places import config_dir

    source = find_file(options.house, config_dir() / "houses", (".json",), "house")
    house = load_house(source)
    files: dict[Path, bytes] = {}
    if options.sdf:
        files[options.sdf] = sdf_world(house, source.stem).encode()
    if options.usd:
        files[options.usd] = usd_world(house, options.usd.suffix)
    if options.classes:
        files[options.classes] = class_table(house).encode()
    if not files:
        raise ConfigError("nothing to write; expected --sdf, --usd or --classes with a file")
    for path, content in files.items():
        try:
            write_whole(path, [content])
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror}; expected a place to write to") from None
    for warning in house.warnings:
        complain(warning)
    carried = sum(thing.pickupable for thing in house.objects)
    rooms, things = len(house.rooms), len(house.objects) - carried
    for path in files:
        say(f"{path}: {rooms} rooms, {things} pieces of furniture, {carried} objects")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
