# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The map as files: the picture and YAML that nav2's map_server reads, and layers for NumPy."""

from pathlib import Path

import numpy as np

from adhoc_teamwork.teamwork.maps.map_server import (
    FREE_GREY,
    OCCUPIED_GREY,
    UNKNOWN_GREY,
    map_picture,
    map_yaml,
)
from adhoc_teamwork.teamwork.maps.object_room_map import FREE, OCCUPIED, ObjectRoomMap

_GREY = {FREE: FREE_GREY, OCCUPIED: OCCUPIED_GREY}


def write_map(found: ObjectRoomMap, yaml_path: Path) -> None:
    """Write the YAML file of map_server, and beside it the PGM picture of the same name.

    The picture's first row is the one farthest up, along y.
    """
    grey = np.full(found.occupancy.shape, UNKNOWN_GREY, np.uint8)
    for value, shade in _GREY.items():
        grey[found.occupancy == value] = shade
    picture = yaml_path.with_suffix(".pgm")
    picture.write_bytes(map_picture(grey))
    text = map_yaml(picture.name, found.cell, found.origin)
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
