# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An occupancy map as the two files that nav2's map_server reads: a YAML file and a picture."""

import numpy as np
from numpy.typing import NDArray

FREE_GREY, OCCUPIED_GREY, UNKNOWN_GREY = 254, 0, 205
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


def map_yaml(picture: str, cell: float, origin: tuple[float, float]) -> str:
    """Return the YAML file.

    Args:
        picture: Name of the picture's file, in the same folder.
        cell: Edge of a cell, metres.
        origin: The lower left corner of the map, x and y in metres.
    """
    return _YAML.format(image=picture, cell=cell, x=origin[0], y=origin[1])


def map_picture(grey: NDArray[np.uint8]) -> bytes:
    """Return the PGM file of a map whose first row is the lowest along y."""
    height, width = grey.shape
    return f"P5\n{width} {height}\n255\n".encode() + np.ascontiguousarray(grey[::-1]).tobytes()
