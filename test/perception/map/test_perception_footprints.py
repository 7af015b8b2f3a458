# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The floor under furniture of which only the rim was seen."""

import numpy as np
import pytest

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.map.footprints import Footprints
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Presence

EXTENT = GridFrame(0.1, (0.0, 0.0), 40, 30)
EMPTY = np.zeros((30, 40), np.bool_)


def line(x0: float, y0: float, x1: float, y1: float) -> FloatArray:
    share = np.linspace(0.0, 1.0, 60)[:, None]
    xy = np.array([[x0, y0]]) * (1.0 - share) + np.array([[x1, y1]]) * share
    return np.column_stack([xy, np.full(60, 0.7)]).astype(np.float32)


@pytest.fixture
def store() -> ObjectStore:
    return ObjectStore(PerceptionConfig())


def table(store: ObjectStore, *sides: FloatArray) -> KnownObject:
    points = np.concatenate(sides)
    known = store.create("Table", False, True, (points.min(axis=0), points.max(axis=0)))
    known.replace_points(points, 0.6)
    return known


RIM = (line(1, 1, 2, 1), line(2, 1, 2, 2), line(2, 2, 1, 2), line(1, 2, 1, 1))


def test_what_a_rim_closes_in_is_covered(store: ObjectStore) -> None:
    table(store, *RIM)
    covered = Footprints(PerceptionConfig()).covered(store, EMPTY, EXTENT)
    assert covered[11:20, 11:20].all()
    assert not covered[:, 22:].any()


def test_an_open_corner_is_not_covered_unless_walls_close_it(store: ObjectStore) -> None:
    table(store, line(1, 1, 2, 1), line(1, 1, 1, 2))
    footprints = Footprints(PerceptionConfig())
    assert not footprints.covered(store, EMPTY, EXTENT)[13:20, 13:20].any()
    walls = EMPTY.copy()
    walls[10:22, 20], walls[20, 10:22] = True, True
    closed = Footprints(PerceptionConfig()).covered(store, walls, EXTENT)
    assert closed[13:20, 13:20].all()


def test_what_is_gone_or_can_be_carried_covers_nothing(store: ObjectStore) -> None:
    known = table(store, *RIM)
    footprints = Footprints(PerceptionConfig())
    known.status = Presence.GONE
    assert not footprints.covered(store, EMPTY, EXTENT).any()
    known.status, known.pickupable = Presence.PRESENT, True
    assert not footprints.covered(store, EMPTY, EXTENT).any()


def test_a_map_that_grew_moves_the_cells_along(store: ObjectStore) -> None:
    table(store, *RIM)
    footprints = Footprints(PerceptionConfig())
    footprints.covered(store, EMPTY, EXTENT)
    grown = GridFrame(0.1, (-1.0, 0.0), 50, 30)
    covered = footprints.covered(store, np.zeros((30, 50), np.bool_), grown)
    assert covered[11:20, 21:30].all()
    assert not covered[:, :19].any()
