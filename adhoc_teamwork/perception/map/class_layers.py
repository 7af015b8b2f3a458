# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Flatten what is known of objects onto the map: one layer a class (paper section IV-C)."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.object_room_map import ObjectRoomMap
from adhoc_teamwork.teamwork.scene import Presence


def object_room_map(
    grid: GridMap,
    objects: Iterable[KnownObject],
    classes: Sequence[str],
    room_ids: Sequence[str],
    stamp: float,
) -> ObjectRoomMap:
    """Return the map with a layer for each class.

    Args:
        grid: Occupancy and rooms.
        objects: What is known; only what is present is drawn.
        classes: Categories in the order of their layers; those of all objects are among them.
        room_ids: Ids by the grid's indices of rooms.
        stamp: Seconds of the ROS clock.
    """
    number = {category: index for index, category in enumerate(classes)}
    layers = np.zeros((len(classes), grid.height, grid.width), np.bool_)
    for known in objects:
        if known.status is Presence.PRESENT:
            _draw(layers[number[known.category]], known, grid.extent)
    return ObjectRoomMap(
        stamp=stamp,
        cell=grid.cell,
        origin=grid.origin,
        occupancy=grid.values(from_afar=True),
        rooms=grid.room_layer.copy(),
        room_ids=tuple(room_ids),
        layers=layers,
        classes=tuple(classes),
    )


def _draw(layer: NDArray[np.bool_], known: KnownObject, extent: GridFrame) -> None:
    """Mark the cells over which points of an object lie; its box where none was seen."""
    if len(known.cloud):
        rows, cols, inside = extent.cells(known.cloud.points[:, :2])
        layer[rows[inside], cols[inside]] = True
        return
    (x0, y0), (x1, y1) = known.lower[:2].tolist(), known.upper[:2].tolist()
    layer[extent.window((x0, y0, x1, y1))] = True
