# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a robot from an URDF file, or from what xacro made."""

import logging
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.model import Joint, Link, RobotModel
from adhoc_teamwork.robot_model.urdf.cameras import read_cameras
from adhoc_teamwork.robot_model.urdf.joints import read_joint
from adhoc_teamwork.robot_model.urdf.links import LinkReader
from adhoc_teamwork.robot_model.urdf.values import Place
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import read_regular

LARGEST_FILE = 20_000_000
"""Bytes; an URDF above this is refused."""

MOST_DEEP, MOST_ELEMENTS = 50, 100_000
MOST_PARTS = 1000
"""Links, and joints."""

_LOG = logging.getLogger(__name__)
_XACRO = "xacro"
"""What the namespaces end in that files give xacro: there are several."""


def load_robot(
    path: Path, packages: Mapping[str, Path] | None = None, substitute_meshes: bool = False
) -> RobotModel:
    """Return the robot that an URDF file describes.

    Args:
        path: The file.
        packages: Folders of ROS packages by name, for `package://` names of meshes.
        substitute_meshes: Put a box in place of a mesh that is missing, from the link's origin to
            its next joints, rather than refusing the file.

    Raises:
        ConfigError: The file is unreadable, no URDF, has no links, is no tree, or something in it
            is wrong or missing: one line that names file, element and what was expected.
    """
    root = parse_urdf(path)
    source = str(path)
    link_elements = _named(root, "link", source)
    joint_elements = _named(root, "joint", source)
    if not link_elements:
        raise ConfigError(f"{source}: <robot> without links; expected at least one <link>")
    joints = {
        name: read_joint(element, Place(source, f"joint '{name}'"), link_elements)
        for name, element in joint_elements.items()
    }
    top = _root_of_tree(joints, link_elements, source)
    _check_mimics(joints, source)
    links = _read_links(link_elements, joints, path, packages or {}, substitute_meshes)
    cameras = read_cameras(root, source, links, joints)
    return RobotModel(root.get("name", "") or path.stem, source, top, links, joints, cameras)


class TooMuchError(Exception):
    """Say that an XML file holds more than a robot has."""


class _BoundedBuilder(ElementTree.TreeBuilder):
    """Build elements as long as they are not too many, nor too many within one another."""

    def __init__(self) -> None:
        super().__init__()
        self._depth, self._count = 0, 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """Open an element.

        Raises:
            TooMuchError: It is one too many.
        """
        self._depth, self._count = self._depth + 1, self._count + 1
        if self._depth > MOST_DEEP:
            raise TooMuchError(f"more than {MOST_DEEP} elements within one another")
        if self._count > MOST_ELEMENTS:
            raise TooMuchError(f"more than {MOST_ELEMENTS} elements")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        """Close an element."""
        self._depth -= 1
        return super().end(tag)


def parse_urdf(path: Path) -> Element:
    """Return the <robot> element of a file.

    Raises:
        ConfigError: It is unreadable, no URDF, or holds more than a robot has.
    """
    try:
        parser = ElementTree.XMLParser(target=_BoundedBuilder())
        root: Element = ElementTree.fromstring(read_regular(path, LARGEST_FILE), parser)
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"{path}: {reason}; expected a readable URDF file") from None
    except TooMuchError as error:
        raise ConfigError(f"{path}: {error}; expected an URDF") from None
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise ConfigError(f"{path}: not an URDF, for it is not XML: {error}") from None
    if root.tag != "robot":
        raise ConfigError(f"{path}: not an URDF: expected a <robot> element, got <{root.tag}>")
    if any(map(_is_macro, root.iter())):
        raise ConfigError(
            f"{path}: holds xacro macros; expected what `xacro {path.name}` makes of it"
        )
    return root


def _is_macro(element: Element) -> bool:
    """Tell whether xacro was to make something else of an element, or of one of its values."""
    namespace, *_ = str(element.tag).rpartition("}")
    is_call = namespace.endswith(_XACRO)
    return is_call or any("${" in value or "$(" in value for value in element.attrib.values())


def _named(root: Element, tag: str, source: str) -> dict[str, Element]:
    found: dict[str, Element] = {}
    elements = root.findall(tag)
    if len(elements) > MOST_PARTS:
        raise ConfigError(f"{source}: {len(elements)} {tag}s; expected at most {MOST_PARTS}")
    for element in elements:
        name = Place(source, f"<{tag}> number {len(found) + 1}").text(element, "name")
        if name in found:
            raise ConfigError(
                f"{source}: two {tag}s are named '{name}'; expected names of their own"
            )
        found[name] = element
    return found


def _read_links(
    elements: Mapping[str, Element],
    joints: Mapping[str, Joint],
    path: Path,
    packages: Mapping[str, Path],
    substitute: bool,
) -> dict[str, Link]:
    reader = LinkReader(path, packages, substitute)
    ends: dict[str, list[tuple[float, float, float]]] = {name: [] for name in elements}
    for joint in joints.values():
        x, y, z = (float(v) for v in joint.origin[:3, 3])
        ends[joint.parent].append((x, y, z))
    links = {
        name: reader.read(element, Place(str(path), f"link '{name}'"), ends[name])
        for name, element in elements.items()
    }
    for names, what in (
        (reader.empty, "shapes without any extent in some direction are left out of %d links, such "
         "as '%s'; expected lengths above 0"),
        (reader.missing, "boxes stand for meshes that were not found (%d, such as '%s'); expected "
         "their package among the file's parent folders or in AMENT_PREFIX_PATH"),
    ):  # fmt: skip
        if different := dict.fromkeys(names):
            _LOG.warning("%s: " + what, path, len(different), next(iter(different)))
    return links


def _root_of_tree(joints: Mapping[str, Joint], links: Mapping[str, Element], source: str) -> str:
    """Return the one link without a parent, having checked that the rest hangs on it."""
    above: dict[str, str] = {}
    for joint in joints.values():
        if joint.child in above:
            raise ConfigError(
                f"{source}: joint '{joint.name}': link '{joint.child}' has two parents; "
                "expected a tree"
            )
        above[joint.child] = joint.parent
    roots = [name for name in links if name not in above]
    if len(roots) != 1:
        names = ", ".join(f"'{name}'" for name in roots[:3]) or "none"
        raise ConfigError(f"{source}: expected one link without a parent, got {names}")
    reached, frontier = {roots[0]}, [roots[0]]
    below: dict[str, list[str]] = {}
    for child, parent in above.items():
        below.setdefault(parent, []).append(child)
    while frontier:
        found = below.get(frontier.pop(), [])
        reached.update(found)
        frontier.extend(found)
    if lost := next((name for name in links if name not in reached), ""):
        raise ConfigError(f"{source}: link '{lost}' is part of a loop; expected a tree")
    return roots[0]


def _check_mimics(joints: Mapping[str, Joint], source: str) -> None:
    """Refuse a mimic of nothing and one that follows itself."""
    for joint in joints.values():
        seen, leader = {joint.name}, joint.mimic
        while leader is not None:
            if leader.joint not in joints or leader.joint in seen:
                raise ConfigError(
                    f"{source}: joint '{joint.name}': mimics '{leader.joint}'; "
                    "expected another joint that moves by itself"
                )
            seen.add(leader.joint)
            leader = joints[leader.joint].mimic
        if not np.isfinite(joint.rest):
            raise ConfigError(f"{source}: joint '{joint.name}': expected limits that hold a number")
