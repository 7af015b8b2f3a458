# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find and read the mesh files that an URDF names."""

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np

from adhoc_teamwork.robot_model.surface import Surface
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import check_regular, is_file

LARGEST_FILE = 100_000_000
"""Bytes; a mesh file above this is refused."""
FORMATS = (".stl", ".dae", ".obj", ".ply", ".glb", ".off")


def find_mesh(name: str, urdf: Path, packages: Mapping[str, Path]) -> Path | None:
    """Return the file that an URDF's `filename` means, None where there is none.

    `package://` is looked up among `packages`, the URDF's own parent folders, and then where ROS
    has packages (`AMENT_PREFIX_PATH`, `ROS_PACKAGE_PATH`); other names go from the URDF's folder.
    """
    try:
        parts = urlsplit(name)
    except ValueError:
        return None
    if parts.scheme == "package":
        inside = unquote(parts.path).lstrip("/")
        folders = _package_folders(unquote(parts.netloc), urdf, packages)
        return next((f / inside for f in folders if is_file(f / inside)), None)
    path = Path(unquote(parts.path)) if parts.scheme == "file" else urdf.parent / name
    return path if is_file(path) else None


def read_mesh(file: Path) -> Surface:
    """Return the triangles of a mesh file; Collada's are in metres, whatever its unit.

    Raises:
        ConfigError: The file is unreadable, too large, or holds no triangles.
    """
    if file.suffix.lower() not in FORMATS:
        # Archives and scenes unpack to anything, and name further files.
        raise ConfigError(f"{file}: not a mesh; expected one of {', '.join(FORMATS)}")
    try:
        check_regular(file, LARGEST_FILE)
        # Imported here because most robots of primitives never need it, and it takes a while.
        import trimesh

        logging.getLogger("trimesh").setLevel(logging.ERROR)
        mesh = trimesh.load(file, force="mesh", process=False, skip_materials=True)
        vertices = np.asarray(mesh.vertices, dtype=np.float64) * _metres(mesh.units)
        faces = np.asarray(mesh.faces, dtype=np.int64)
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror or error}; expected a mesh") from None
    except Exception as error:  # noqa: BLE001 - every format has a reader with errors of its own
        reason = str(error).replace("\n", " ") or type(error).__name__
        raise ConfigError(f"{file}: not a mesh that can be read: {reason:.120}") from None
    shaped = vertices.shape[1:] == (3,) and faces.shape[1:] == (3,) and len(faces) > 0
    if not shaped or not np.isfinite(vertices).all():
        raise ConfigError(f"{file}: expected a mesh with triangles of finite numbers")
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise ConfigError(f"{file}: a triangle has a corner that is not there")
    return Surface(vertices, faces)


def _metres(units: str | None) -> float:
    """Return how many metres a mesh file's unit is: Collada alone tells, as `0.001 * meters`."""
    factor, times, _ = (units or "").partition("*")
    return float(factor) if times else 1.0


def _package_folders(package: str, urdf: Path, packages: Mapping[str, Path]) -> Iterator[Path]:
    if package in packages:
        yield packages[package]
    for folder in urdf.resolve().parents:
        if folder.name == package:
            yield folder
        yield folder / package
    for prefix in filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)):
        yield Path(prefix) / "share" / package
    for root in filter(None, os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)):
        yield Path(root) / package
