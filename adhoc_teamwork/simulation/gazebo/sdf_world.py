# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a house as a world of Gazebo (SDFormat 1.9, which Gazebo Harmonic reads).

The world's frame is `map`; what stands in it is in `exported_bodies`.
"""

from xml.etree import ElementTree

from adhoc_teamwork.simulation.exports.exported_bodies import (
    SUN,
    Color,
    ExportedBody,
    bodies,
    plain_name,
)
from adhoc_teamwork.simulation.gazebo.labels import thing_labels
from adhoc_teamwork.simulation.houses.house import Box, House

SDF_VERSION = "1.9"

_SYSTEMS = (
    ("gz-sim-physics-system", "gz::sim::systems::Physics"),
    ("gz-sim-user-commands-system", "gz::sim::systems::UserCommands"),
    ("gz-sim-scene-broadcaster-system", "gz::sim::systems::SceneBroadcaster"),
    ("gz-sim-sensors-system", "gz::sim::systems::Sensors"),
    ("gz-sim-imu-system", "gz::sim::systems::Imu"),
)


def sdf_world(house: House, name: str) -> str:
    """Return the text of an SDF file: floor, walls, furniture, and objects that can be carried.

    Furniture is static. What a hand can carry has its mass, and each thing the label that a
    segmentation camera shows (`adhoc_teamwork.simulation.gazebo.labels`).
    """
    root = ElementTree.Element("sdf", version=SDF_VERSION)
    world = ElementTree.SubElement(root, "world", name=plain_name(name))
    _physics(world)
    _sun(world)
    numbers = thing_labels(house)
    for body in bodies(house):
        _model(world, body, numbers.get(body.name, 0))
    ElementTree.indent(root)
    return f'<?xml version="1.0"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _physics(world: ElementTree.Element) -> None:
    physics = ElementTree.SubElement(world, "physics", name="default", type="ode")
    _text(physics, "max_step_size", "0.004")
    _text(physics, "real_time_factor", "1.0")
    for filename, system in _SYSTEMS:
        plugin = ElementTree.SubElement(world, "plugin", filename=filename, name=system)
        if "sensors" in filename:
            _text(plugin, "render_engine", "ogre2")


def _sun(world: ElementTree.Element) -> None:
    sun = ElementTree.SubElement(world, "light", type="directional", name=SUN)
    _text(sun, "pose", "0 0 10 0 0 0")
    _text(sun, "diffuse", "0.9 0.9 0.9 1")
    _text(sun, "direction", "-0.3 0.2 -0.9")
    _text(sun, "cast_shadows", "false")


def _model(world: ElementTree.Element, body: ExportedBody, label: int) -> None:
    model = ElementTree.SubElement(world, "model", name=body.name)
    if body.place is None:
        _text(model, "static", "true")
    else:
        _text(model, "pose", _pose(body.place))
    link = ElementTree.SubElement(model, "link", name="link")
    if body.place is not None:
        _inertial(link, body)
    _shapes(link, body.boxes, body.color)
    if label:
        plugin = ElementTree.SubElement(
            model, "plugin", filename="gz-sim-label-system", name="gz::sim::systems::Label"
        )
        _text(plugin, "label", str(label))


def _shapes(link: ElementTree.Element, boxes: tuple[Box, ...], color: Color) -> None:
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


def _inertial(link: ElementTree.Element, body: ExportedBody) -> None:
    inertial = ElementTree.SubElement(link, "inertial")
    _text(inertial, "mass", f"{body.mass:.4g}")
    inertia = ElementTree.SubElement(inertial, "inertia")
    for axis, moment in zip(("ixx", "iyy", "izz"), body.inertia(), strict=True):
        _text(inertia, axis, f"{moment:.6g}")


def _pose(box: Box) -> str:
    return _numbers(box.x, box.y, box.z, 0.0, 0.0, box.yaw)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.6g}" for value in values)


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text
