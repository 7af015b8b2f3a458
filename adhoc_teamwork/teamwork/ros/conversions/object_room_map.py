# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert the object-room map to and from adhoc_interfaces."""

from array import array
from itertools import pairwise
from typing import Any

import numpy as np
from adhoc_interfaces import msg as ros

from adhoc_teamwork.teamwork.maps.object_room_map import ObjectRoomMap
from adhoc_teamwork.teamwork.ros.conversions.fields import texts_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros


def object_room_map_to_ros(found: ObjectRoomMap, frame_id: str = "map") -> Any:
    """Return an adhoc_interfaces/ObjectRoomMap."""
    message = ros.ObjectRoomMap(
        resolution=float(found.cell),
        width=found.width,
        height=found.height,
        room_ids=texts_to_ros(found.room_ids),
        classes=texts_to_ros(found.classes),
    )
    cells = [np.flatnonzero(layer) for layer in found.layers]
    ends = np.cumsum([len(layer) for layer in cells], dtype=np.uint32)
    flat = np.concatenate([np.empty(0, np.intp), *cells]).astype(np.uint32)
    # Arrays are taken over whole; lists are checked number by number.
    message.occupancy = array("b", found.occupancy.astype(np.int8).tobytes())
    message.rooms = array("h", found.rooms.astype(np.int16).tobytes())
    message.class_ends = array("I", ends.tobytes())
    message.class_cells = array("I", flat.tobytes())
    message.origin.x, message.origin.y = map(float, found.origin)
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(found.stamp)
    return message


def object_room_map_from_ros(message: Any) -> ObjectRoomMap:
    """Return an ObjectRoomMap.

    Raises:
        ValueError: Lists that do not fit the size, or cells that are none.
    """
    height, width = int(message.height), int(message.width)
    size = height * width
    if len(message.occupancy) != size or len(message.rooms) != size:
        raise ValueError(
            f"{len(message.occupancy)} cells of occupancy and {len(message.rooms)} of rooms; "
            f"expected {width} x {height} of each"
        )
    bounds = [0, *message.class_ends]
    cells = np.array(message.class_cells, np.int64)
    fits = bounds == sorted(bounds) and bounds[-1] == len(cells)
    if len(bounds) != len(message.classes) + 1 or not fits:
        raise ValueError(
            f"ends {bounds[1:]} of {len(message.classes)} classes in {len(cells)} cells"
        )
    if len(cells) and cells.max() >= size:
        raise ValueError(f"cell {cells.max()} of a class; expected less than {size}")
    rooms = np.array(message.rooms, np.int16)
    if len(rooms) and not -1 <= rooms.min() <= rooms.max() < max(1, len(message.room_ids)):
        raise ValueError(f"room {rooms.max()}; expected less than {len(message.room_ids)}")
    layers = np.zeros((len(message.classes), size), np.bool_)
    for layer, (start, end) in zip(layers, pairwise(bounds), strict=True):
        layer[cells[start:end]] = True
    return ObjectRoomMap(
        stamp=time_from_ros(message.header.stamp),
        cell=float(message.resolution),
        origin=(float(message.origin.x), float(message.origin.y)),
        occupancy=np.array(message.occupancy, np.int8).reshape(height, width),
        rooms=rooms.reshape(height, width),
        room_ids=tuple(message.room_ids),
        layers=layers.reshape(len(layers), height, width),
        classes=tuple(message.classes),
    )
