# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shapes that a link collides with, each about its own origin; metres."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.mesh_files import read_mesh
from adhoc_teamwork.robot_model.surface import Surface

_CORNERS = 16
"""Of the polygon that stands for a circle."""


@dataclass(frozen=True)
class Box:
    """A box by its whole extents along x, y and z."""

    size: tuple[float, float, float]

    @property
    def corners(self) -> Floats:
        """Return the points (8, 3) whose hull is the shape."""
        signs = np.array(list(product((-1.0, 1.0), repeat=3)))
        return np.asarray(0.5 * np.array(self.size) * signs)


@dataclass(frozen=True)
class Cylinder:
    """A cylinder along z."""

    radius: float
    length: float

    @property
    def corners(self) -> Floats:
        """Return points (n, 3) around both ends whose hull contains the shape."""
        around = _ring(self.radius)
        return np.concatenate(
            [np.c_[around, np.full(len(around), end * 0.5 * self.length)] for end in (-1.0, 1.0)]
        )


@dataclass(frozen=True)
class Sphere:
    """A sphere."""

    radius: float

    @property
    def corners(self) -> Floats:
        """Return the corners (8, 3) of the cube about the shape."""
        return Box((2.0 * self.radius,) * 3).corners


@dataclass(frozen=True)
class Mesh:
    """A mesh; the file is read when first asked for."""

    file: Path
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    @cached_property
    def surface(self) -> Surface:
        """Return the triangles, scaled.

        Raises:
            ConfigError: The file holds no mesh that can be read.
        """
        read = read_mesh(self.file)
        return Surface(np.asarray(read.vertices * np.array(self.scale)), read.faces)

    @property
    def corners(self) -> Floats:
        """Return the corners (n, 3) of the convex hull, scaled.

        Raises:
            ConfigError: The file holds no mesh that can be read.
        """
        return self.surface.hull_corners


Shape = Box | Cylinder | Sphere | Mesh


def _ring(radius: float) -> Floats:
    """Return the corners (`_CORNERS`, 2) of the regular polygon about a circle."""
    angles = np.linspace(0.0, 2.0 * np.pi, _CORNERS, endpoint=False)
    return np.asarray(radius / np.cos(np.pi / _CORNERS) * np.c_[np.cos(angles), np.sin(angles)])
