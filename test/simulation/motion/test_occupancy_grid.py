# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The floor's grid: where a body fits and what it reaches."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, Thing
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.motion.occupancy import (
    components,
    draw_poses,
    inflate,
    occupancy_grid,
    occupied,
    reachable,
)
from adhoc_teamwork.teamwork.geometry import Pose


def house(folder: Path, door: float) -> House:
    drawing = HouseDrawing()
    drawing.room("LivingRoom", 0, 0, 4, 4)
    drawing.room("Kitchen", 4, 0, 8, 4)
    if door:
        drawing.door(4.0, 2.0, door)
    drawing.things.append(Thing("DiningTable", 2.0, 3.0, (1.6, 1.0, 0.75)))
    path = folder / "house.json"
    path.write_text(json.dumps(drawing.to_json()), encoding="utf-8")
    return load_house(path)


def test_a_low_body_drives_under_a_table_and_a_tall_one_does_not(tmp_path: Path) -> None:
    place = house(tmp_path, 1.0)
    low, tall = occupancy_grid(place, 0.4), occupancy_grid(place, 1.0)
    assert not occupied(low)[low.cell(2.0, 3.0)]
    assert occupied(tall)[tall.cell(2.0, 3.0)]


@pytest.mark.parametrize(("door", "rooms"), [(0.0, 1), (0.5, 1), (1.0, 2)])
def test_a_body_passes_doors_that_are_wide_enough(tmp_path: Path, door: float, rooms: int) -> None:
    grid = occupancy_grid(house(tmp_path, door), 0.4)
    mask = reachable(grid, Pose(1.0, 1.0), 0.3)
    assert mask[grid.cell(1.0, 1.0)]
    assert bool(mask[grid.cell(6.0, 2.0)]) is (rooms == 2)


def test_nothing_is_free_outside_or_near_walls(tmp_path: Path) -> None:
    grid = occupancy_grid(house(tmp_path, 1.0), 0.4)
    blocked = inflate(grid, 0.3)
    assert blocked[grid.cell(0.2, 2.0)]
    assert not blocked[grid.cell(0.45, 2.0)]
    assert not reachable(grid, Pose(-3.0, 0.0), 0.3).any()


def test_start_poses_are_free_apart_and_repeatable(tmp_path: Path) -> None:
    grid = occupancy_grid(house(tmp_path, 1.0), 1.7)
    allowed = components(grid, 0.3) == 1
    poses = draw_poses(grid, allowed, 3, np.random.default_rng(5))
    assert poses == draw_poses(grid, allowed, 3, np.random.default_rng(5))
    assert len(poses) == 3
    assert all(allowed[grid.cell(p.x, p.y)] for p in poses)
    assert min(math.dist((a.x, a.y), (b.x, b.y)) for a in poses for b in poses if a != b) >= 0.8
    assert draw_poses(grid, np.zeros_like(allowed), 1, np.random.default_rng(5)) == ()
