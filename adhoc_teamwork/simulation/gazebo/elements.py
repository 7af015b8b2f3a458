# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write XML elements of URDF and SDF."""

from xml.etree.ElementTree import Element, SubElement


def add(parent: Element, tag: str, value: object = None, **attributes: str) -> Element:
    """Return a new element below `parent`, with a value as its text where one is given."""
    element = SubElement(parent, tag, attributes)
    if value is not None:
        element.text = written(value)
    return element


def written(value: object) -> str:
    """Return a value as SDF spells it: truth in lower case, numbers short, rows by spaces."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (tuple, list)):
        return " ".join(written(one) for one in value)
    return str(value)


def extension(robot: Element, link: str = "") -> Element:
    """Return a new <gazebo> element of an URDF, for a link or for the whole robot."""
    return add(robot, "gazebo", **({"reference": link} if link else {}))


def plugin(robot: Element, filename: str, name: str, settings: dict[str, object]) -> Element:
    """Return the element of a system plugin of the whole robot, with its settings."""
    element = add(extension(robot), "plugin", filename=filename, name=name)
    for tag, value in settings.items():
        add(element, tag, value)
    return element
