# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read an URDF's <link> elements: mass and collision shapes."""

from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.mesh_files import find_mesh
from adhoc_teamwork.robot_model.model import Collision, Inertia, Link
from adhoc_teamwork.robot_model.shapes import Box, Cylinder, Mesh, Shape, Sphere
from adhoc_teamwork.robot_model.urdf.values import FARTHEST, Place


class LinkReader:
    """Read links; with `substitute`, a mesh that is missing becomes a box about what is known.

    `missing` are the names of those meshes; `empty` are links with shapes without any extent in
    some direction, which nothing can touch: they are left out.
    """

    def __init__(self, urdf: Path, packages: Mapping[str, Path], substitute: bool) -> None:
        """Store where meshes are looked for."""
        self._urdf = urdf
        self._packages = packages
        self._substitute = substitute
        self.missing: list[str] = []
        self.empty: list[str] = []

    def read(self, element: Element, place: Place, ends: list[tuple[float, float, float]]) -> Link:
        """Return one link; `ends` are the origins of the joints below it, metres.

        Raises:
            ConfigError: A number is wrong, a shape unknown, or a mesh missing.
        """
        inertia = _inertia(element, place)
        collisions = []
        for collision in element.findall("collision"):
            geometry = place.child(collision, "geometry")
            shape = self._shape(geometry, place)
            origin = place.origin(collision)
            is_guessed = shape is None
            if shape is None:
                shape, origin = _stand_in(inertia, ends)
            if 0.0 in _lengths(shape):
                self.empty.append(element.get("name", ""))
                continue
            collisions.append(Collision(origin, shape, is_guessed))
        return Link(element.get("name", ""), inertia, tuple(collisions))

    def _shape(self, geometry: Element, place: Place) -> Shape | None:
        """Return the shape in a <geometry>, None for a missing mesh that is to be substituted."""
        shape = next(iter(geometry), None)
        tag = "" if shape is None else shape.tag
        if shape is None or tag not in ("box", "cylinder", "sphere", "capsule", "mesh"):
            raise place.wrong(f"geometry: expected box, cylinder, sphere or mesh, got '{tag}'")
        if tag == "mesh":
            return self._mesh(shape, place)
        if tag == "box":
            x, y, z = place.triple(shape.get("size", ""), "box size", (0.0, 0.0, 0.0))
            _check_lengths(place, tag, x, y, z)
            return Box((x, y, z))
        radius = place.number(shape, "radius")
        _check_lengths(place, tag, radius)
        if tag == "sphere":
            return Sphere(radius)
        length = place.number(shape, "length")
        _check_lengths(place, tag, length)
        # A capsule's caps are added to its length: the cylinder about it.
        return Cylinder(radius, length + (2.0 * radius if tag == "capsule" else 0.0))

    def _mesh(self, element: Element, place: Place) -> Mesh | None:
        name = place.text(element, "filename")
        file = find_mesh(name, self._urdf, self._packages)
        if file is not None:
            return Mesh(file, place.triple(element.get("scale"), "mesh scale", (1.0, 1.0, 1.0)))
        if self._substitute:
            self.missing.append(name)
            return None
        raise place.wrong(
            f"no mesh '{name}'; expected a file, or its package among the URDF's parent folders, "
            "in AMENT_PREFIX_PATH or given (./adhoc resume: --package NAME=FOLDER, or "
            "--substitute-meshes for boxes)"
        )


def _lengths(shape: Shape) -> tuple[float, ...]:
    """Return the lengths that give a shape, or scale it."""
    if isinstance(shape, Box):
        return shape.size
    if isinstance(shape, Cylinder):
        return shape.radius, shape.length
    return (shape.radius,) if isinstance(shape, Sphere) else shape.scale


def _check_lengths(place: Place, tag: str, *lengths: float) -> None:
    if min(lengths) < 0.0 or max(lengths) > FARTHEST:
        got = " ".join(f"{length:g}" for length in lengths)
        raise place.wrong(f"{tag}: expected lengths of 0 or more, up to {FARTHEST:g}, got {got}")


def _inertia(element: Element, place: Place) -> Inertia | None:
    inertial = element.find("inertial")
    if inertial is None:
        return None
    mass = place.number(place.child(inertial, "mass"), "value")
    if mass < 0.0:
        raise place.wrong(f"mass: expected 0 or more kilograms, got {mass:g}")
    x, y, z = place.origin(inertial)[:3, 3]
    return Inertia(mass, (float(x), float(y), float(z)))


_DENSITY = 1000.0
_THICKNESS = (0.03, 0.15)
"""Kilograms per cubic metre, and metres: what is assumed of a body whose mesh is missing."""


def _stand_in(
    inertia: Inertia | None, ends: list[tuple[float, float, float]]
) -> tuple[Shape, Floats]:
    """Return a box from the link's origin to where it goes on, as thick as its mass suggests."""
    points = np.array([(0.0, 0.0, 0.0), *ends, *([inertia.centre] if inertia else [])])
    mass = inertia.mass if inertia else 0.0
    half = float(np.clip((mass / _DENSITY) ** (1.0 / 3.0) / 2.0, *_THICKNESS))
    low, high = points.min(axis=0) - half, points.max(axis=0) + half
    x, y, z = (float(v) for v in high - low)
    return Box((x, y, z)), pose((low + high) / 2.0)
