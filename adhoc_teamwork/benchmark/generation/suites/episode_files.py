# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read where things lie in the suites' own episode files, as far as these say it.

TDW-MAT's files name each thing, its room and its height, but no walls and no furniture; a
VirtualHome scene graph has boxes of rooms and things, and what is on and in what, but neither walls
nor doors. Houses are drawn for both. The table that ships was worked out by

    python -m adhoc_teamwork.benchmark.generation.suites.episode_files --tdw-mat T --virtualhome V
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from adhoc_teamwork.benchmark.generation.suites.goods import (
    CONTAINER,
    PLACES_FILE,
    TARGET,
    Places,
    Spot,
)
from adhoc_teamwork.simulation.generation.rooms.room_programs import KITCHEN, LIVING, OFFICE
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_json

Read = TypeVar("Read")

_MODULE = "adhoc_teamwork.benchmark.generation.suites.episode_files"

_TDW_ROOMS = {"Kitchen": KITCHEN, "Livingroom": LIVING, "Office": OFFICE, "Bedroom": "Bedroom"}
_TDW_CONTAINERS = ("bowl", "plate", "teatray", "basket")
_ON_FLOOR = 0.15
"""Things whose middle is lower than this, metres, stand on the floor."""
_FURNITURE = {
    "kitchentable": "DiningTable", "coffeetable": "CoffeeTable", "kitchencounter": "CounterTop",
    "desk": "Desk", "bookshelf": "ShelvingUnit", "wallshelf": "ShelvingUnit",
    "tvstand": "TVStand", "bathroomcounter": "Sink", "bed": "Bed", "nightstand": "SideTable",
    "bench": "Ottoman", "sofa": "Sofa",
}  # fmt: skip
"""VirtualHome's furniture on which things lie, as houses of ours name it."""


@dataclass(frozen=True)
class _Position:
    y: float


@dataclass(frozen=True)
class _Command:
    """Hold what counts of a TDW command; only those of the type `add_object` place a thing."""

    type: str = Field(alias="$type")
    name: str = ""
    position: _Position | None = None


@dataclass(frozen=True)
class _Layout:
    """Hold what counts of a TDW-MAT file of metadata: the room of each thing, in order."""

    object_room_list: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Node:
    id: int
    class_name: str
    properties: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Edge:
    from_id: int
    to_id: int
    relation_type: str


@dataclass(frozen=True)
class _Graph:
    """Hold what counts of a VirtualHome scene graph."""

    nodes: tuple[_Node, ...]
    edges: tuple[_Edge, ...]


def read_tdw_mat(folder: Path) -> Places:
    """Return where the things of the TDW-MAT episodes in a folder are: in which room, how high.

    Raises:
        ConfigError: There are none, or one is broken.
    """
    counts: Counter[tuple[str, Spot]] = Counter()
    for path in _files(folder, "*_metadata.json"):
        commands = path.with_name(path.name.replace("_metadata", ""))
        placed = [c for c in _read(commands, tuple[_Command, ...]) if c.type == "add_object"]
        rooms = _read(path, _Layout).object_room_list
        if [command.name for command in placed] != [name for name, _ in rooms]:
            raise ConfigError(f"{path}: object_room_list: expected the things of {commands.name}")
        for command, (name, room) in zip(placed, rooms, strict=True):
            if room not in _TDW_ROOMS or command.position is None:
                continue
            role = CONTAINER if any(word in name for word in _TDW_CONTAINERS) else TARGET
            support = FLOOR if command.position.y < _ON_FLOOR else ""
            counts[role, Spot(_TDW_ROOMS[room], support)] += 1
    return Places(counts)


def read_virtualhome(folder: Path) -> Places:
    """Return on which furniture things that can be carried lie in the scene graphs of a folder.

    Raises:
        ConfigError: There are none, or one is broken.
    """
    counts: Counter[tuple[str, Spot]] = Counter()
    for path in _files(folder, "*_graph.json"):
        graph = _read(path, _Graph)
        nodes = {node.id: node for node in graph.nodes}
        for edge in graph.edges:
            thing, at = nodes.get(edge.from_id), nodes.get(edge.to_id)
            if thing is None or at is None or edge.relation_type != "ON":
                continue
            if "GRABBABLE" in thing.properties and at.class_name in _FURNITURE:
                counts[TARGET, Spot("", _FURNITURE[at.class_name])] += 1
    return Places(counts)


READERS: Mapping[str, Callable[[Path], Places]] = {
    "c-wah": read_virtualhome,
    "tdw-mat": read_tdw_mat,
}
"""How each suite's own files are read."""

LACKS: Mapping[str, str] = {
    "c-wah": "scene graphs say on what things lie; they have neither walls nor doors: houses are "
    "drawn",
    "tdw-mat": "episode files say in which room and how high things lie; they have neither walls, "
    "doors nor furniture: houses are drawn",
}
"""What these files say, and what they lack."""


def _files(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern))
    if not found:
        raise ConfigError(f"{folder}: no episode files; expected {pattern}")
    return found


def _read(path: Path, kind: type[Read]) -> Read:
    try:
        return TypeAdapter(kind).validate_python(read_json(path))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{path}: {where}: {first['msg']}; expected an episode file") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table of places from the suites' own files; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m adhoc_teamwork.benchmark.generation.suites.episode_files"
    )
    parser.add_argument("--tdw-mat", type=Path, required=True, help="folder of its episodes")
    parser.add_argument("--virtualhome", type=Path, required=True, help="folder of scene graphs")
    options = parser.parse_args(arguments)
    folders = {"c-wah": options.virtualhome, "tdw-mat": options.tdw_mat}
    lines = [
        "# Where things lie: how many of a role were found in a type of room, on what.",
        "# Worked out from TDW-MAT's training episodes and VirtualHome's scene graphs (MIT) by:",
        f"#   python -m {_MODULE} --tdw-mat T --virtualhome V",
        "suite,role,room,support,count",
    ]
    for suite, folder in folders.items():
        counts = READERS[suite](folder).counts
        for (role, spot), count in sorted(counts.items(), key=str):
            lines.append(f"{suite},{role},{spot.room},{spot.support},{count}")
    PLACES_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
