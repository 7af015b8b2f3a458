# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw a cell without a window: by OpenGL where EGL or OSMesa is there, else by casting rays.

Robots have a colour each, and places that actions can name are marked on what they are on; all
else looks as the cell's file says.
"""

import atexit
import importlib
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
from scipy.spatial import ConvexHull

from adhoc_teamwork.cells.cell_file import Place
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.robot_model.arrays import Floats

WIDTH, HEIGHT = 640, 480
COLOURS = ((0.85, 0.37, 0.2), (0.2, 0.45, 0.8), (0.3, 0.6, 0.3), (0.6, 0.4, 0.7))
"""Red, green and blue of robots, in the order of the cell's file; a fifth has the first's."""
_MARK, _MARK_COLOUR = (0.035, 0.035, 0.0005), (0.95, 0.9, 0.55)
_FLOOR = 3.0
"""Metres from the middle as far as which the floor is drawn."""
_MOST_SHAPES = 2000
_ROUND = 20
"""Corners of what is round."""
_AMBIENT, _DIFFUSE = 0.45, 0.5
_SKY = (0.93, 0.94, 0.96)


@dataclass(frozen=True)
class View:
    """Say from where a cell is looked at: towards a point, metres, from so far, radians.

    `around` is where the look goes to on the level, from x to y; `down` how far it is below.
    """

    at: tuple[float, float, float]
    away: float
    around: float = 1.2
    down: float = 0.75

    @property
    def ahead(self) -> Floats:
        """Return the direction of the look, (3,)."""
        level = math.cos(self.down)
        return np.array(
            [level * math.cos(self.around), level * math.sin(self.around), -math.sin(self.down)]
        )


def view_of(model: CellModel) -> View:
    """Return a view that shows all robots of a cell, and what is between them."""
    roots = np.array([standing.at for standing in model.cell.robots.values()])
    low, high = roots.min(axis=0), roots.max(axis=0)
    x, y, z = (low + high) / 2.0
    return View((float(x), float(y), float(z) + 0.15), 1.1 + 0.85 * float(np.ptp(roots, axis=0)[0]))


class Painter(Protocol):
    """Draw a cell as it is in a state of its joints."""

    def draw(self, positions: Floats) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return a picture, (height, width, 3), of a state of all joints of the physics, (nq,)."""


@contextmanager
def painter_of(model: CellModel, places: Iterable[str]) -> Iterator[Painter]:
    """Give what draws a cell, with marks at places."""
    marks = {name: model.cell.places[name] for name in places}
    if not _has_opengl():
        yield RayPainter(model, marks)
        return
    painter = GlPainter(model, marks)
    try:
        yield painter
    finally:
        painter.close()


@lru_cache(maxsize=1)
def _has_opengl() -> bool:
    """Tell whether this process can draw by OpenGL; from then on its context is there."""
    for library in ("egl", "osmesa"):
        with suppress(Exception):  # whatever a library that is not there, or not whole, raises
            context = importlib.import_module(f"mujoco.{library}").GLContext(WIDTH, HEIGHT)
            # Before the library's own end, after which it could not be freed any more.
            atexit.register(context.free)
            context.make_current()
            return True
    return False


class GlPainter:
    """Draw by MuJoCo's own renderer, in the current context of OpenGL."""

    def __init__(self, model: CellModel, marks: Mapping[str, Place]) -> None:
        self._mj, self._model, self._marks = mujoco(), model, marks
        self._data = self._mj.MjData(model.physics)
        self._scene = self._mj.MjvScene(model.physics, _MOST_SHAPES)
        self._scale = self._mj.mjtFontScale.mjFONTSCALE_100.value
        self._context = self._mj.MjrContext(model.physics, self._scale)
        offscreen = self._mj.mjtFramebuffer.mjFB_OFFSCREEN.value
        self._mj.mjr_setBuffer(offscreen, self._context)
        self._camera, view = self._mj.MjvCamera(), view_of(model)
        self._camera.lookat[:] = view.at
        self._camera.distance = view.away
        self._camera.azimuth = math.degrees(view.around)
        self._camera.elevation = -math.degrees(view.down)

    def close(self) -> None:
        """Give back what the graphics hold."""
        self._context.free()

    def draw(self, positions: Floats) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return a picture; see `Painter`."""
        mj, physics, scene = self._mj, self._model.physics, self._scene
        self._data.qpos[:] = positions
        mj.mj_forward(physics, self._data)
        everything = mj.mjtCatBit.mjCAT_ALL.value
        mj.mjv_updateScene(
            physics, self._data, mj.MjvOption(), None, self._camera, everything, scene
        )
        robots = _robot_colours(self._model)
        for shape in scene.geoms[: scene.ngeom]:
            if shape.objid in robots and shape.objtype == mj.mjtObj.mjOBJ_GEOM:
                shape.rgba[:3] = robots[shape.objid]
        for place in self._marks.values():
            shape, scene.ngeom = scene.geoms[scene.ngeom], scene.ngeom + 1
            colour = np.array([*_MARK_COLOUR, 1.0], dtype=np.float32)
            kind = mj.mjtGeom.mjGEOM_BOX
            mj.mjv_initGeom(shape, kind, _MARK, place.at, np.eye(3).ravel(), colour)
        for light in scene.lights[: scene.nlight]:
            light.ambient, light.diffuse = (_AMBIENT,) * 3, (_DIFFUSE,) * 3
        field = mj.MjrRect(0, 0, WIDTH, HEIGHT)
        mj.mjr_render(field, scene, self._context)
        picture = np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
        mj.mjr_readPixels(picture, None, field, self._context)
        return picture[::-1]


class RayPainter:
    """Draw by casting a ray for each pixel, which needs no graphics at all."""

    def __init__(self, model: CellModel, marks: Mapping[str, Place]) -> None:
        self._mj, self._model, self._marks = mujoco(), model, marks
        self._data = self._mj.MjData(model.physics)
        self._hulls = [
            _hull(self._mj, int(kind), size)
            for kind, size in zip(model.physics.geom_type, model.physics.geom_size, strict=True)
        ]

    def draw(self, positions: Floats) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return a picture; see `Painter`."""
        from adhoc_teamwork.teamwork.open3d_parts import RaycastingScene, Tensor

        self._data.qpos[:] = positions
        self._mj.mj_forward(self._model.physics, self._data)
        scene, colours = RaycastingScene(nthreads=1), [np.array(_SKY)]
        for corners, sides, colour in self._shapes():
            number = scene.add_triangles(
                Tensor(corners.astype(np.float32)), Tensor(sides.astype(np.uint32))
            )
            assert number == len(colours) - 1
            colours.append(colour)
        hit = scene.cast_rays(Tensor(self._rays))
        # Nothing is hit where the number is the greatest there is; the sky is the first colour.
        met = (hit["geometry_ids"].numpy().astype(np.int64) + 1) % 2**32
        facing = np.abs(hit["primitive_normals"].numpy() @ view_of(self._model).ahead)
        light = np.where(met > 0, _AMBIENT + _DIFFUSE * facing, 1.0)
        return np.asarray(255.0 * np.array(colours)[met] * light[..., None], dtype=np.uint8)

    def _shapes(self) -> Iterator[tuple[Floats, Floats, Floats]]:
        """Yield corners, (n, 3), sides, (m, 3), and colour, (3,), of each shape, where it is."""
        robots, physics = _robot_colours(self._model), self._model.physics
        for number, (corners, sides) in enumerate(self._hulls):
            turn, at = self._data.geom_xmat[number].reshape(3, 3), self._data.geom_xpos[number]
            colour = np.array(robots.get(number, physics.geom_rgba[number][:3]))
            yield corners @ turn.T + at, sides, colour
        corners, sides = _hull(self._mj, int(self._mj.mjtGeom.mjGEOM_BOX), np.array(_MARK))
        for place in self._marks.values():
            yield corners + place.at, sides, np.array(_MARK_COLOUR)

    @cached_property
    def _rays(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Return where the ray of each pixel begins and goes, (height, width, 6)."""
        view = view_of(self._model)
        ahead = view.ahead
        right = np.cross(ahead, (0.0, 0.0, 1.0))
        right /= np.linalg.norm(right)
        up = np.cross(right, ahead)
        half = math.tan(math.radians(self._model.physics.vis.global_.fovy) / 2.0)
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
        across = (2.0 * columns - WIDTH) / HEIGHT * half
        upward = (1.0 - 2.0 * rows / HEIGHT) * half
        goes = ahead + across[..., None] * right + upward[..., None] * up
        begins = np.broadcast_to(np.array(view.at) - view.away * ahead, goes.shape)
        return np.asarray(np.concatenate([begins, goes], axis=-1), dtype=np.float32)


def _robot_colours(model: CellModel) -> dict[int, tuple[float, float, float]]:
    """Return the colour of each shape of a robot, by the shape's number."""
    colours = {
        robot: COLOURS[number % len(COLOURS)] for number, robot in enumerate(model.cell.robots)
    }
    owners = [model.body_names[body] for body in model.geom_bodies]
    return {number: colours[one] for number, one in enumerate(owners) if one in colours}


def _hull(mj: Any, kind: int, size: Floats) -> tuple[Floats, Floats]:
    """Return the corners, (n, 3), and the sides, (m, 3), of a shape of MuJoCo's, in its frame."""
    shape = mj.mjtGeom
    if kind == shape.mjGEOM_PLANE:
        corners = np.array([(x, y, 0.0) for x in (-_FLOOR, _FLOOR) for y in (-_FLOOR, _FLOOR)])
        return corners, np.array([(0, 1, 2), (1, 2, 3)])
    if kind == shape.mjGEOM_BOX:
        corners = size * np.array(
            [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
        )
    else:
        turns = np.linspace(0.0, 2.0 * math.pi, _ROUND, endpoint=False)
        ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(_ROUND)], axis=1)
        half = 0.0 if kind == shape.mjGEOM_SPHERE else float(size[1])
        tilts = [0.0]
        if kind != shape.mjGEOM_CYLINDER:
            tilts = list(np.linspace(0.0, math.pi / 2.0, _ROUND // 4))
        corners = np.concatenate(
            [
                size[0] * (ring * [math.cos(tilt), math.cos(tilt), 0.0])
                + [0.0, 0.0, side * (half + size[0] * math.sin(tilt))]
                for tilt in tilts
                for side in (-1.0, 1.0)
            ]
        )
    # Joggled, since rings that meet in a point have all their corners there.
    return corners, ConvexHull(corners, qhull_options="QJ").simplices
