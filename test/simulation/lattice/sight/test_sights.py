# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots see, against all rays cast anew in a scene of everything that is there."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unseen_houses import DRAWN, OTHERS, draw, of_others

from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.lattice.sight.rays import NOBODY, Solids, crosses, structure
from adhoc_teamwork.simulation.lattice.sight.sightlines import Surveyor
from adhoc_teamwork.simulation.lattice.sight.targets import thing_points
from adhoc_teamwork.simulation.sensors.meshes import box_mesh, floor_mesh, wall_mesh
from adhoc_teamwork.teamwork.scene import FLOOR

PIXELS = 120
FEW = [
    *list(DRAWN)[:2],
    *of_others([path for path in OTHERS if path.stem.startswith("house_")][:3]),
]
"""Houses that nobody drew by hand; all would take long."""


def strange(house: str | Path, folder: Path) -> Scene:
    path = draw(house, folder) if isinstance(house, str) else house
    return Scene(StepHouse.of(load_house(path)))


def everything(scene: Scene) -> Solids:
    house = scene.step_house.house
    meshes = [(floor_mesh(house.bounds), NOBODY)]
    meshes += [(wall_mesh(wall), NOBODY) for wall in house.walls]
    for number in range(len(house.objects)):
        if scene.at_rest(number):
            meshes += [(box_mesh(solid), number) for solid in scene.solids(number)]
    return Solids.of(meshes)


def seen_anew(scene: Scene, height: float, cells: list[int]) -> np.ndarray:
    step_house, solids = scene.step_house, everything(scene)
    lattice, config = step_house.lattice, step_house.config
    surveyor = Surveyor(config, lattice.points, solids)
    origins = surveyor.origins(height)[cells]
    masks = np.zeros((len(cells), len(step_house.ids)), np.uint16)
    for number in filter(scene.at_rest, range(len(step_house.ids))):
        points = thing_points(scene.solids(number)).astype(np.float32)
        ways = (points[None] - origins[:, None]).reshape(-1, 3)
        rows = np.repeat(np.arange(len(cells)), len(points))
        near = np.linalg.norm(ways, axis=1) <= config.visibility_range
        rows, ways = rows[near], ways[near]
        distance, owner = solids.first(np.hstack([origins[rows], ways]))
        open_there = (owner == number) | (distance >= 1.0 - 1e-4)
        np.bitwise_or.at(masks[:, number], rows[open_there], surveyor.views_of(ways[open_there]))
    return masks


def compare(scene: Scene, cells: list[int], tolerated: float) -> None:
    for height in (1.6, 0.9):
        mine, anew = scene.masks(height)[cells], seen_anew(scene, height, cells)
        assert (mine != anew).sum() <= tolerated * max(1, np.count_nonzero(anew))


def test_only_what_changed_is_looked_at_again(small_house: House) -> None:
    scene = Scene(StepHouse.of(small_house), (1.6,))
    by_id, cells = scene.step_house.by_id, list(range(0, len(scene.step_house.lattice), 11))
    mug, pot, bottle = by_id["Mug_0"], by_id["Pot_0"], by_id["Bottle_0"]
    compare(scene, cells, 0.0)
    scene.take(mug)
    compare(scene, cells, 0.0)
    scene.put(mug, 2.4, 2.74, 0.7, "Table_0", False)  # in front of the pot
    compare(scene, cells, 0.0)
    scene.take(bottle)
    scene.put(bottle, 2.4, 2.67, 0.7, "Table_0", False)  # in front of the mug
    compare(scene, cells, 0.0)
    scene.take(pot)
    compare(scene, cells, 0.0)
    scene.take(mug)
    scene.put(pot, 6.0, 2.0, 0.0, FLOOR, False)
    compare(scene, cells, 0.0)


def test_a_height_asked_for_late_sees_the_same(small_house: House) -> None:
    step_house = StepHouse.of(small_house)
    early, late = Scene(step_house, (0.9,)), Scene(step_house)
    for scene in (early, late):
        for number, x in ((step_house.by_id["Mug_0"], 6.0), (step_house.by_id["Pot_0"], 6.1)):
            scene.take(number)
            scene.put(number, x, 2.0, 0.0, FLOOR, False)
        scene.take(step_house.by_id["Bottle_0"])
    assert (early.masks(0.9) == late.masks(0.9)).all()


def test_a_thing_can_be_hidden_behind_another(small_house: House) -> None:
    scene = Scene(StepHouse.of(small_house))
    step_house = scene.step_house
    mug, pot = step_house.by_id["Mug_0"], step_house.by_id["Pot_0"]
    cell = step_house.lattice.at(6.0, 1.5)
    for number, y in ((mug, 3.0), (pot, 2.9)):
        scene.take(number)
        scene.put(number, 6.0, y, 0.0, FLOOR, False)
    view = step_house.config.view(1, 1)
    assert scene.masks(0.9)[cell, pot] >> view & 1
    assert scene.masks(0.9)[cell, mug] >> view & 1, "its top shows over the pot"
    scene.take(mug)
    scene.put(mug, 6.0, 2.9625, 0.0, FLOOR, False)
    low = scene.masks(0.15)[cell]
    assert low[pot]
    assert not low[mug]


@pytest.mark.slow
@pytest.mark.parametrize("house", FEW)
def test_sights_in_strangers_houses(house: str | Path, tmp_path: Path) -> None:
    scene = strange(house, tmp_path)
    step_house = scene.step_house
    rng = np.random.default_rng(0)
    cells = [int(c) for c in rng.choice(len(step_house.lattice), 25, replace=False)]
    small = [n for n, thing in enumerate(step_house.house.objects) if thing.pickupable]
    # Where faces of things touch, either may be hit.
    compare(scene, cells, 0.01)
    for number in rng.choice(small, 5, replace=False):
        x, y = step_house.lattice.points[int(rng.integers(len(step_house.lattice)))]
        scene.take(int(number))
        scene.put(int(number), float(x), float(y), 0.0, FLOOR, False)
    compare(scene, cells, 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("house", FEW[1:3])
def test_what_is_large_in_the_picture_is_seen(house: str | Path, tmp_path: Path) -> None:
    scene = strange(house, tmp_path)
    step_house, solids, rng = scene.step_house, everything(scene), np.random.default_rng(0)
    large = agreed = 0
    for _ in range(60):
        cell, heading = int(rng.integers(len(step_house.lattice))), int(rng.integers(HEADINGS))
        pitch = int(rng.integers(len(step_house.config.pitches)))
        counts = rendered(scene, solids, cell, heading, pitch)
        view = step_house.config.view(heading, pitch)
        mine = {int(n) for n in np.flatnonzero(scene.masks(1.6)[cell] >> view & 1)}
        shown = {number for number, pixels in counts.items() if pixels > PIXELS**2 // 500}
        large += len(shown)
        agreed += len(shown & mine)
    assert agreed > 0.95 * large > 50


def rendered(scene: Scene, solids: Solids, cell: int, heading: int, pitch: int) -> dict[int, int]:
    """Return how many pixels of a square picture show each thing within the visible range."""
    yaw = heading * math.pi / 2.0
    down = math.radians(scene.step_house.config.pitches[pitch])
    slope = 1.0 - 2.0 * (np.arange(PIXELS) + 0.5) / PIXELS
    left, up = np.meshgrid(slope, slope)
    ahead, high = math.cos(down) + up * math.sin(down), up * math.cos(down) - math.sin(down)
    x = ahead * math.cos(yaw) - left * math.sin(yaw)
    y = ahead * math.sin(yaw) + left * math.cos(yaw)
    way = np.stack([x, y, high], axis=-1).reshape(-1, 3)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    start = np.broadcast_to([*scene.step_house.lattice.points[cell], 1.6], way.shape)
    distance, owner = solids.first(np.hstack([start, way]).astype(np.float32))
    near = (distance <= scene.step_house.config.visibility_range) & (owner != NOBODY)
    numbers, counts = np.unique(owner[near], return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def test_views_are_those_of_a_pinhole_camera(small_house: House) -> None:
    config = StepConfig()
    surveyor = Surveyor(config, np.zeros((1, 2)), structure(small_house))
    ways = np.array([[1, 0, 0], [0, 1, 0], [1, 0.99, 0], [1, 1.01, 0], [0, 0, -1]], np.float32)
    ahead, left = config.view(0, 1), config.view(1, 1)
    down = [config.view(heading, 3) for heading in range(HEADINGS)]
    masks = surveyor.views_of(ways)
    assert [bool(m >> ahead & 1) for m in masks] == [True, False, True, False, False]
    assert [bool(m >> left & 1) for m in masks] == [False, True, False, True, False]
    assert all(masks[4] >> view & 1 for view in down), "straight down shows at 60 degrees"


numbers = st.floats(-2.0, 2.0, width=32)


@settings(max_examples=60)
@given(st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers, numbers), st.floats(-3, 3))
def test_lines_cross_boxes_as_rays_do(
    start: tuple[float, ...], way: tuple[float, ...], yaw: float
) -> None:
    box = Box(0.1, -0.2, 0.3, 0.7, 0.4, 0.9, yaw)
    origin, direction = np.array([start], np.float32), np.array([way], np.float32)
    samples = origin + np.linspace(0.0, 1.0, 400, dtype=np.float32)[:, None] * direction
    cos, sin = math.cos(yaw), math.sin(yaw)
    dx, dy, dz = (samples - (box.x, box.y, box.z)).T
    depth = np.max(
        [
            np.abs(cos * dx + sin * dy) - box.size_x / 2.0,
            np.abs(cos * dy - sin * dx) - box.size_y / 2.0,
            np.abs(dz) - box.size_z / 2.0,
        ],
        axis=0,
    ).min()
    if abs(depth) > 0.02:
        assert bool(crosses(box, origin, direction)[0]) == (depth < 0.0)
