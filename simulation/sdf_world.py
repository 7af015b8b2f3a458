"""Write a house as a world of Gazebo (SDFormat 1.9, which Gazebo Harmonic reads).

The world's frame is `map`. Boxes stand for what the house file only names: the same ones that the
built-in simulator shows to cameras and lets robots run into.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from xml.etree import ElementTree

from simulation.boxes import carried_along
from simulation.house import Box, House, HouseObject, Wall

SDF_VERSION = "1.9"
WALL_THICKNESS = 0.08
"""Metres; walls of a house file have none."""
FLOOR_THICKNESS = 0.1
LABELS = 255
"""Gazebo's segmentation camera tells so many labels apart, 0 left for the background."""

_SYSTEMS = (
    ("gz-sim-physics-system", "gz::sim::systems::Physics"),
    ("gz-sim-user-commands-system", "gz::sim::systems::UserCommands"),
    ("gz-sim-scene-broadcaster-system", "gz::sim::systems::SceneBroadcaster"),
    ("gz-sim-sensors-system", "gz::sim::systems::Sensors"),
    ("gz-sim-imu-system", "gz::sim::systems::Imu"),
)
_GREY, _FLOOR_COLOR = (0.85, 0.84, 0.82), (0.62, 0.55, 0.46)
_Color = tuple[float, float, float]


def sdf_world(house: House, name: str) -> str:
    """Return the text of an SDF file: floor, walls, furniture, and objects that can be carried.

    Furniture is static. What a hand can carry has its mass, and each model its category as the
    label that a segmentation camera shows (`labels`).
    """
    root = ElementTree.Element("sdf", version=SDF_VERSION)
    world = ElementTree.SubElement(root, "world", name=_plain(name))
    _physics(world)
    _sun(world)
    _static(world, "floor", [_floor(house)], _FLOOR_COLOR)
    _static(world, "walls", [_wall(wall) for wall in house.walls], _GREY)
    numbers = labels(house)
    names: set[str] = set()
    for thing in house.objects:
        _thing(world, thing, _unused(_plain(thing.name), names), numbers[thing.category])
    ElementTree.indent(root)
    return f'<?xml version="1.0"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def labels(house: House) -> dict[str, int]:
    """Return the label of each category of a house, from 1; beyond `LABELS` they begin anew."""
    names = sorted({thing.category for thing in house.objects})
    return {name: number % LABELS + 1 for number, name in enumerate(names)}


def _physics(world: ElementTree.Element) -> None:
    physics = ElementTree.SubElement(world, "physics", name="default", type="ode")
    _text(physics, "max_step_size", "0.004")
    _text(physics, "real_time_factor", "1.0")
    for filename, system in _SYSTEMS:
        plugin = ElementTree.SubElement(world, "plugin", filename=filename, name=system)
        if "sensors" in filename:
            _text(plugin, "render_engine", "ogre2")


def _sun(world: ElementTree.Element) -> None:
    sun = ElementTree.SubElement(world, "light", type="directional", name="sun")
    _text(sun, "pose", "0 0 10 0 0 0")
    _text(sun, "diffuse", "0.9 0.9 0.9 1")
    _text(sun, "direction", "-0.3 0.2 -0.9")
    _text(sun, "cast_shadows", "false")


def _floor(house: House) -> Box:
    x0, y0, x1, y1 = house.bounds
    centre = (x0 + x1) / 2.0, (y0 + y1) / 2.0, -FLOOR_THICKNESS / 2.0
    return Box(*centre, x1 - x0, y1 - y0, FLOOR_THICKNESS)


def _wall(wall: Wall) -> Box:
    along, across = wall.x1 - wall.x0, wall.y1 - wall.y0
    middle = (wall.x0 + wall.x1) / 2.0, (wall.y0 + wall.y1) / 2.0, (wall.bottom + wall.top) / 2.0
    size = math.hypot(along, across) + WALL_THICKNESS, WALL_THICKNESS, wall.top - wall.bottom
    return Box(*middle, *size, math.atan2(across, along))


def _static(
    world: ElementTree.Element, name: str, boxes: Sequence[Box], color: _Color
) -> ElementTree.Element:
    model = ElementTree.SubElement(world, "model", name=name)
    _text(model, "static", "true")
    _shapes(ElementTree.SubElement(model, "link", name="link"), boxes, color)
    return model


def _thing(world: ElementTree.Element, thing: HouseObject, name: str, label: int) -> None:
    boxes = [box for box in thing.solids or (thing.box,) if _is_solid(box)]
    if not boxes:
        return
    color = _color(label)
    if not thing.pickupable:
        model = _static(world, name, boxes, color)
    else:
        model = ElementTree.SubElement(world, "model", name=name)
        _text(model, "pose", _pose(thing.box))
        link = ElementTree.SubElement(model, "link", name="link")
        _inertial(link, thing)
        own = replace(thing.box, x=0.0, y=0.0, z=0.0, yaw=0.0)
        _shapes(link, [carried_along(box, thing.box, own) for box in boxes], color)
    plugin = ElementTree.SubElement(
        model, "plugin", filename="gz-sim-label-system", name="gz::sim::systems::Label"
    )
    _text(plugin, "label", str(label))


def _shapes(link: ElementTree.Element, boxes: Iterable[Box], color: _Color) -> None:
    for number, box in enumerate(boxes):
        for kind in ("collision", "visual"):
            part = ElementTree.SubElement(link, kind, name=f"{kind}_{number}")
            _text(part, "pose", _pose(box))
            shape = ElementTree.SubElement(ElementTree.SubElement(part, "geometry"), "box")
            _text(shape, "size", _numbers(box.size_x, box.size_y, box.size_z))
            if kind == "visual":
                material = ElementTree.SubElement(part, "material")
                for light in ("ambient", "diffuse"):
                    _text(material, light, _numbers(*color, 1.0))


def _inertial(link: ElementTree.Element, thing: HouseObject) -> None:
    """Add the mass of an object and the inertia of a full box of that mass, kg m²."""
    mass, box = max(thing.mass, 0.01), thing.box
    inertial = ElementTree.SubElement(link, "inertial")
    _text(inertial, "mass", f"{mass:.4g}")
    inertia = ElementTree.SubElement(inertial, "inertia")
    x, y, z = (max(side, 0.01) ** 2 for side in (box.size_x, box.size_y, box.size_z))
    for axis, squares in (("ixx", y + z), ("iyy", x + z), ("izz", x + y)):
        _text(inertia, axis, f"{mass * squares / 12.0:.6g}")


def _is_solid(box: Box) -> bool:
    return min(box.size_x, box.size_y, box.size_z) > 0.0


def _color(label: int) -> _Color:
    """Return a muted colour of its own for a label."""
    turn = label * 2.399963
    red, green, blue = (0.55 + 0.25 * math.cos(turn + shift) for shift in (0.0, 2.094, 4.189))
    return red, green, blue


def _pose(box: Box) -> str:
    return _numbers(box.x, box.y, box.z, 0.0, 0.0, box.yaw)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.6g}" for value in values)


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text


def _plain(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_") or "thing"


def _unused(name: str, names: set[str]) -> str:
    """Return a name that no model has yet, and take it."""
    taken, number = name, 2
    while taken in names or taken in ("floor", "walls", "sun"):
        taken, number = f"{name}_{number}", number + 1
    names.add(taken)
    return taken
