"""`adhoc world`: write a house as a world of another simulator."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

PROGRAM = "adhoc world"
BAD_INPUT = 2


class _Parser(argparse.ArgumentParser):
    """Refuse wrong input in one line and with exit code 2."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)  # noqa: T201
        raise SystemExit(BAD_INPUT)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = _Parser(prog=PROGRAM, description="Write a house as a world of another simulator.")
    parser.add_argument("house", metavar="HOUSE",
        help="a house in ProcTHOR's format, or the name of one in config/houses")  # fmt: skip
    parser.add_argument("--sdf", type=Path, required=True, metavar="FILE",
        help="the world to write for Gazebo (SDFormat 1.9)")  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 wrong input."""
    options = build_parser().parse_args(arguments)
    # Imported here because --help works on a machine where nothing is set up yet.
    from teamwork.config import ConfigError

    try:
        _write(options.house, options.sdf)
    except ConfigError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)  # noqa: T201
        return BAD_INPUT
    return 0


def _write(name: str, path: Path) -> None:
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
        print(warning, file=sys.stderr)  # noqa: T201
    carried = sum(thing.pickupable for thing in house.objects)
    rooms, things = len(house.rooms), len(house.objects) - carried
    print(f"{path}: {rooms} rooms, {things} pieces of furniture, {carried} objects")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
