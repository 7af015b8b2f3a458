"""The map as files: the picture and YAML that nav2's map_server reads, and layers for NumPy."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from teamwork.object_room_map import FREE, OCCUPIED, ObjectRoomMap

_GREY = {FREE: 254, OCCUPIED: 0}
_GREY_UNKNOWN = 205
_YAML = """\
image: {image}
mode: trinary
resolution: {cell:.6g}
origin: [{x:.6g}, {y:.6g}, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
"""
"""With a larger free_thresh, map_server would take the grey of what is unknown for free."""


def write_map(found: ObjectRoomMap, yaml_path: Path) -> None:
    """Write the YAML file of map_server, and beside it the PGM picture of the same name.

    The picture's first row is the one farthest up, along y.
    """
    grey = np.full(found.occupancy.shape, _GREY_UNKNOWN, np.uint8)
    for value, shade in _GREY.items():
        grey[found.occupancy == value] = shade
    picture = yaml_path.with_suffix(".pgm")
    _write_pgm(grey[::-1], picture)
    x, y = found.origin
    text = _YAML.format(image=picture.name, cell=found.cell, x=x, y=y)
    yaml_path.write_text(text, encoding="utf-8")


def write_layers(found: ObjectRoomMap, path: Path) -> None:
    """Write every layer under its name in `ObjectRoomMap` into a compressed .npz file."""
    np.savez_compressed(
        path,
        stamp=found.stamp,
        cell=found.cell,
        origin=np.array(found.origin),
        occupancy=found.occupancy,
        rooms=found.rooms,
        room_ids=np.array(found.room_ids, np.str_),
        layers=found.layers,
        classes=np.array(found.classes, np.str_),
    )


def _write_pgm(grey: NDArray[np.uint8], path: Path) -> None:
    height, width = grey.shape
    path.write_bytes(f"P5\n{width} {height}\n255\n".encode() + np.ascontiguousarray(grey).tobytes())
