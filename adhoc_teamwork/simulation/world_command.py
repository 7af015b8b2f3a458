# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc world`: write a house as a world of another simulator."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser, ended
from adhoc_teamwork.teamwork.settings.input_words import name_or_file
from adhoc_teamwork.teamwork.text.console import complain, say

if TYPE_CHECKING:
    from adhoc_teamwork.simulation.houses.house import House

PROGRAM = "adhoc world"
ROBOTS = "quadruped=quadruped,tall=tall,small=small"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    parser = Parser(prog=PROGRAM, description="Write a house as a world of another simulator.")
    parser.add_argument("house", type=name_or_file("houses", ".json"), metavar="HOUSE",
        help="a house in ProcTHOR's format, or the name of one in config/houses")  # fmt: skip
    parser.add_argument("--sdf", type=Path, metavar="FILE",
        help="the world to write for Gazebo (SDFormat 1.9)")  # fmt: skip
    parser.add_argument("--map", type=Path, metavar="FILE.yaml",
        help="the map to write for Nav2's map_server, with a picture .pgm beside it")  # fmt: skip
    parser.add_argument("--usd", type=Path, metavar="FILE",
        help="the world to write for Isaac Sim (OpenUSD: .usda is text, .usd and .usdc binary); "
        "needs the extra usd")  # fmt: skip
    parser.add_argument("--classes", type=Path, metavar="FILE",
        help="the table to write of what a segmentation shows (docs/isaac.md)")  # fmt: skip
    parser.add_argument("--gazebo", type=Path, metavar="FOLDER",
        help="all that gazebo.launch.py starts from: world, map, robots, bridges")  # fmt: skip
    parser.add_argument("--robots", default=ROBOTS, metavar="NAME=CARD,...",
        help="the robots for --gazebo (%(default)s); with their starts, in metres and radians: "
        "'NAME=CARD@X,Y,YAW NAME=...'")  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 2 wrong input."""
    options = build_parser().parse_args(arguments)
    return ended(PROGRAM, lambda: _write(options))


def _write(options: argparse.Namespace) -> int:
    # Imported here because --help works on a machine where nothing is set up yet.
    from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
    from adhoc_teamwork.simulation.tasks.scenario import find_file
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.settings.files import write_whole
    from adhoc_teamwork.teamwork.settings.places import config_dir

    source = find_file(options.house, config_dir() / "houses", (".json",), "house")
    house = load_house(source)
    files = _files(options, house, source.stem)
    if not files and not options.gazebo:
        asked = "--sdf, --map, --usd or --classes with a file, or --gazebo with a folder"
        raise ConfigError(f"nothing to write; expected {asked}")
    for path in files:
        if not path.parent.is_dir():
            raise ConfigError(f"{path}: no such folder; expected a place to write to")
    for path, content in files.items():
        try:
            write_whole(path, [content])
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror}; expected a place to write to") from None
    written = [*files, *_gazebo(options, source)]
    for warning in house.warnings:
        complain(warning)
    carried = sum(thing.pickupable for thing in house.objects)
    rooms, things = len(house.rooms), len(house.objects) - carried
    for path in written:
        say(f"{path}: {rooms} rooms, {things} pieces of furniture, {carried} objects")
    return DONE


def _files(options: argparse.Namespace, house: "House", name: str) -> dict[Path, bytes]:
    """Return the content of each single file that is asked for.

    Raises:
        ConfigError: Two would have one name.
    """
    from adhoc_teamwork.simulation.exports.class_table import class_table
    from adhoc_teamwork.simulation.exports.house_map import house_map
    from adhoc_teamwork.simulation.gazebo.sdf_world import sdf_world
    from adhoc_teamwork.simulation.isaac.usd_world import usd_world
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    files: list[tuple[Path, bytes]] = []
    if options.sdf:
        files.append((options.sdf, sdf_world(house, name).encode()))
    if options.map:
        picture = options.map.with_suffix(".pgm")
        text, pixels = house_map(house, picture.name)
        files += [(options.map, text.encode()), (picture, pixels)]
    if options.usd:
        files.append((options.usd, usd_world(house, options.usd.suffix)))
    if options.classes:
        files.append((options.classes, class_table(house).encode()))
    names = [path for path, _ in files]
    for path in names:
        if names.count(path) > 1:
            raise ConfigError(f"{path}: two files would have this name; expected one each")
    return dict(files)


def _gazebo(options: argparse.Namespace, house: Path) -> list[Path]:
    """Write what a team in Gazebo starts from, where it is asked for; return the folder."""
    if not options.gazebo:
        return []
    from adhoc_teamwork.simulation.gazebo.files import write_team
    from adhoc_teamwork.teamwork.bodies.placed_robots import robots_and_starts
    from adhoc_teamwork.teamwork.settings.places import config_dir

    pairs, starts = robots_and_starts(options.robots, "--robots")
    write_team(options.gazebo, str(house), pairs, config_dir(), starts=starts)
    return [options.gazebo]


if __name__ == "__main__":
    sys.exit(main())
