# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write what a house's things are to perception, for segmentations of other simulators.

The table has the form of those in config/segmenter. A class is the name of a body in the exported
world, or a category, which stands for the first thing of it.
"""

import re

import yaml

from adhoc_teamwork.simulation.exports.exported_bodies import bodies
from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.sensors.sensors import ROBOT_CATEGORY

_HEADER = """\
# What a segmentation of the exported world shows, by the names of its bodies and by categories.
"""


def class_table(house: House) -> str:
    """Return the table of a house as YAML."""
    things = [(body.name, body.thing) for body in bodies(house) if body.thing is not None]
    entries: dict[str, dict[str, object]] = {}
    for name, thing in things:
        entries.setdefault(_key(name), _entry(name, thing))
    for _, thing in sorted(things, key=lambda pair: pair[1].category):
        entries.setdefault(_key(thing.category), _entry(thing.category, thing))
    robot: dict[str, object] = {"name": ROBOT_CATEGORY, "category": ROBOT_CATEGORY}
    entries.setdefault(_key(ROBOT_CATEGORY), robot)
    table = {"unknown": "drop", "classes": list(entries.values())}
    return _HEADER + yaml.safe_dump(table, sort_keys=False)


def _entry(name: str, thing: HouseObject) -> dict[str, object]:
    receptacle = bool(thing.surfaces) and not thing.pickupable
    return {
        "name": name,
        "category": thing.category,
        "pickupable": thing.pickupable,
        "is_receptacle": receptacle,
    }


def _key(name: str) -> str:
    """Return a name as tables compare it: without case, with spaces for underscores and dashes."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))
