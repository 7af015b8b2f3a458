# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The map of a house as Nav2's map_server reads it: a YAML file and a picture."""

import numpy as np

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.motion.occupancy import occupancy_grid, occupied
from adhoc_teamwork.teamwork.maps.map_server import FREE_GREY, OCCUPIED_GREY, map_picture, map_yaml

TALLEST = 2.0
"""Metres: what hangs higher stands in no robot's way."""


def house_map(house: House, picture: str, height: float = TALLEST) -> tuple[str, bytes]:
    """Return the content of the YAML file and of the picture; the frame is `map`.

    Args:
        house: The house.
        picture: Name of the picture's file, beside the YAML file.
        height: Of the tallest robot, metres. What begins lower blocks, and so does what lies
            outside every room.
    """
    grid = occupancy_grid(house, height)
    grey = np.where(occupied(grid), OCCUPIED_GREY, FREE_GREY).astype(np.uint8)
    return map_yaml(picture, grid.frame.cell, grid.frame.origin), map_picture(grey)
