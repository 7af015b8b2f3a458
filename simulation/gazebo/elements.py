# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

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
