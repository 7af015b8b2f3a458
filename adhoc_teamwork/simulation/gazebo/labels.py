# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What Gazebo's segmentation camera shows of a house and a team: labels, and what they stand for.

Each thing has a label of its own, which is its instance id. A label has eight bits.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.exports.exported_bodies import bodies
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.sensors.sensors import ROBOT_CATEGORY, InstanceLabel

THINGS = 230
"""So many things of a house have a label; to the camera all others are background."""
ROBOTS = 255 - THINGS


def thing_labels(house: House) -> Mapping[str, int]:
    """Return the label of each body of a house by its name, from 1, in the house's order."""
    names = [body.name for body in bodies(house) if body.thing is not None]
    return {name: number for number, name in enumerate(names[:THINGS], 1)}


def robot_label(number: int) -> int:
    """Return the label of a team's robot, counted from 0."""
    return THINGS + 1 + number % ROBOTS


def instance_labels(house: House, robots: int) -> tuple[InstanceLabel, ...]:
    """Return what the labels of a house and of so many robots stand for."""
    numbers = thing_labels(house)
    found = []
    for body in bodies(house):
        if body.thing is not None and body.name in numbers:
            carries = bool(body.thing.surfaces) and not body.thing.pickupable
            number, thing = numbers[body.name], body.thing
            found.append(InstanceLabel(number, thing.category, thing.pickupable, carries))
    ids = sorted({robot_label(number) for number in range(robots)})
    return (*found, *(InstanceLabel(number, ROBOT_CATEGORY, False, False) for number in ids))


def instances(labels_map: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the ids (h, w) of a labels map (h, w, 3), whose three channels are all the label."""
    return labels_map[..., 0].astype(np.uint16)
