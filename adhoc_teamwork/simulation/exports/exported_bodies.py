# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a house is to another simulator: bodies of boxes with names, labels, masses and colours.

The frame is `map`; metres, radians, kilograms. Boxes stand for what the house file only names: the
same ones that the built-in simulator shows to cameras and lets robots run into.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.simulation.exports.ground_boxes import ground_boxes
from adhoc_teamwork.simulation.houses.boxes import carried_along
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Wall

WALL_THICKNESS = 0.08
"""Metres; walls of a house file have none."""
FLOOR_THICKNESS = 0.1
LABELS = 255
"""Numbers of categories begin anew beyond this."""
FLOOR, WALLS, GROUND, SUN = "floor", "walls", "ground", "sun"
"""Names that no thing of the house gets."""
LEAST_MASS = 0.01
"""A body that moves has a mass, kg; physics knows none without."""

Color = tuple[float, float, float]
_GREY: Color = (0.85, 0.84, 0.82)
_FLOOR_COLOR: Color = (0.62, 0.55, 0.46)


@dataclass(frozen=True)
class ExportedBody:
    """Hold one body: its boxes are in `map`, or in the frame of `place` for one that moves.

    `label` is 0 and `thing` is None for floor, walls and ground. `mass` is 0 for what stands still;
    `place` is then None. Colours are shares of red, green and blue.
    """

    name: str
    boxes: tuple[Box, ...]
    color: Color
    thing: HouseObject | None = None
    label: int = 0
    mass: float = 0.0
    place: Box | None = None

    @property
    def category(self) -> str:
        """Return the thing's category, or nothing for floor and walls."""
        return self.thing.category if self.thing is not None else ""

    def inertia(self) -> tuple[float, float, float]:
        """Return the moments of inertia of a full box of its mass and extents, kg m²."""
        if self.place is None:
            return (0.0, 0.0, 0.0)
        sides = (self.place.size_x, self.place.size_y, self.place.size_z)
        x, y, z = (max(side, 0.01) ** 2 for side in sides)
        return self.mass * (y + z) / 12.0, self.mass * (x + z) / 12.0, self.mass * (x + y) / 12.0


def bodies(house: House) -> tuple[ExportedBody, ...]:
    """Return floor, walls, raised ground, furniture, and objects that can be carried.

    What has no solid box is left out.
    """
    found = [
        ExportedBody(FLOOR, (_floor(house),), _FLOOR_COLOR),
        ExportedBody(WALLS, tuple(_wall(wall) for wall in house.walls), _GREY),
    ]
    raised = ground_boxes(house.ground)
    if raised:
        found.append(ExportedBody(GROUND, raised, _FLOOR_COLOR))
    numbers = labels(house)
    names = {FLOOR, WALLS, GROUND, SUN}
    for thing in house.objects:
        name = _unused(plain_name(thing.name), names)
        boxes = [box for box in thing.solids or (thing.box,) if _is_solid(box)]
        if boxes:
            found.append(_body(thing, name, boxes, numbers[thing.category]))
    return tuple(found)


def labels(house: House) -> dict[str, int]:
    """Return the label of each category of a house, from 1; beyond `LABELS` they begin anew."""
    names = sorted({thing.category for thing in house.objects})
    return {name: number % LABELS + 1 for number, name in enumerate(names)}


def plain_name(name: str) -> str:
    """Return a name of letters, digits and underscores alone."""
    return re.sub(r"\W+", "_", name).strip("_") or "thing"


def _body(thing: HouseObject, name: str, boxes: Sequence[Box], label: int) -> ExportedBody:
    color = _color(label)
    if not thing.pickupable:
        return ExportedBody(name, tuple(boxes), color, thing, label)
    own = replace(thing.box, x=0.0, y=0.0, z=0.0, yaw=0.0)
    parts = tuple(carried_along(box, thing.box, own) for box in boxes)
    mass = max(thing.mass, LEAST_MASS)
    return ExportedBody(name, parts, color, thing, label, mass, thing.box)


def _floor(house: House) -> Box:
    x0, y0, x1, y1 = house.bounds
    centre = (x0 + x1) / 2.0, (y0 + y1) / 2.0, -FLOOR_THICKNESS / 2.0
    return Box(*centre, x1 - x0, y1 - y0, FLOOR_THICKNESS)


def _wall(wall: Wall) -> Box:
    along, across = wall.x1 - wall.x0, wall.y1 - wall.y0
    middle = (wall.x0 + wall.x1) / 2.0, (wall.y0 + wall.y1) / 2.0, (wall.bottom + wall.top) / 2.0
    size = math.hypot(along, across) + WALL_THICKNESS, WALL_THICKNESS, wall.top - wall.bottom
    return Box(*middle, *size, math.atan2(across, along))


def _is_solid(box: Box) -> bool:
    return min(box.size_x, box.size_y, box.size_z) > 0.0


def _color(label: int) -> Color:
    """Return a muted colour of its own for a label."""
    turn = label * 2.399963
    red, green, blue = (0.55 + 0.25 * math.cos(turn + shift) for shift in (0.0, 2.094, 4.189))
    return red, green, blue


def _unused(name: str, names: set[str]) -> str:
    """Return a name that no body has yet, and take it."""
    taken, number = name, 2
    while taken in names:
        taken, number = f"{name}_{number}", number + 1
    names.add(taken)
    return taken
