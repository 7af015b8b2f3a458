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
    parser.add_argument("--sdf", type=Path, required=True, metavar="FILE",
        help="the world to write for Gazebo (SDFormat 1.9)")  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 wrong input."""
    options = build_parser().parse_args(arguments)
    return ended(PROGRAM, lambda: _write(options.house, options.sdf))


def _write(name: str, path: Path) -> int:
    # Imported here because --help works on a machine where nothing is set up yet.
    from simulation.procthor import load_house
    from simulation.scenario import find_file
    from simulation.sdf_world import sdf_world
    from teamwork.config import ConfigError
    from teamwork.files import write_whole
    from teamwork.places import config_dir

    source = find_file(name, config_dir() / "houses", (".json",), "house")
    house = load_house(source)
    try:
        write_whole(path, [sdf_world(house, source.stem).encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected a place to write to") from None
    for warning in house.warnings:
        complain(warning)
    carried = sum(thing.pickupable for thing in house.objects)
    rooms, things = len(house.rooms), len(house.objects) - carried
    say(f"{path}: {rooms} rooms, {things} pieces of furniture, {carried} objects")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
