# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies on, in or near what, from geometry alone."""

import numpy as np
import pytest

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.association import box_gap
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore
from adhoc_teamwork.perception.objects.support import above, find_support
from adhoc_teamwork.perception.scene.describing import Describer
from adhoc_teamwork.perception.scene.relations import near_pairs, support_of
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate

CONFIG = PerceptionConfig()


def extents(x: float, y: float, bottom: float, size: tuple[float, float, float]) -> tuple:
    lower = np.array((x - size[0] / 2, y - size[1] / 2, bottom), np.float32)
    return lower, lower + np.array(size, np.float32)


def shell(
    x: float, y: float, size: tuple[float, float, float], sides: str, top: float | None
) -> np.ndarray:
    """Return points of a box's sides (letters n, e, s, w) and of a surface inside it."""
    half_x, half_y, height = size[0] / 2, size[1] / 2, size[2]
    along, up = (a.ravel() for a in np.meshgrid(np.linspace(-1, 1, 40), np.linspace(0, height, 40)))
    faces = {
        "e": np.stack([np.full(along.size, half_x), along * half_y, up], 1),
        "w": np.stack([np.full(along.size, -half_x), along * half_y, up], 1),
        "n": np.stack([along * half_x, np.full(along.size, half_y), up], 1),
        "s": np.stack([along * half_x, np.full(along.size, -half_y), up], 1),
    }
    parts = [faces[side] for side in sides]
    if top is not None:
        gx, gy = (a.ravel() for a in np.meshgrid(np.linspace(-1, 1, 40), np.linspace(-1, 1, 40)))
        parts.append(np.stack([gx * half_x, gy * half_y, np.full(gx.size, top)], 1))
    return np.add(np.concatenate(parts), (x, y, 0.0)).astype(np.float32)


def receptacle(store: ObjectStore, category: str, points: np.ndarray) -> KnownObject:
    known = store.create(category, False, True, (points.min(axis=0), points.max(axis=0)))
    known.replace_points(points, 1.5)
    return known


@pytest.fixture
def store() -> ObjectStore:
    return ObjectStore(CONFIG)


def test_on_a_table(store: ObjectStore) -> None:
    table = receptacle(store, "DiningTable", shell(0, 0, (1, 1, 0.75), "ensw", 0.75))
    support = find_support(*extents(0.2, 0.2, 0.75, (0.1, 0.1, 0.1)), [table], CONFIG)
    assert support is not None
    assert (support.receptacle_id, support.relation) == ("DiningTable_0", Predicate.ON)


def test_in_a_bin_of_any_name(store: ObjectStore) -> None:
    walled = receptacle(store, "Thing", shell(0, 0, (0.4, 0.4, 0.5), "ensw", 0.02))
    support = find_support(*extents(0.0, 0.0, 0.02, (0.1, 0.1, 0.1)), [walled], CONFIG)
    assert support is not None
    assert (support.receptacle_id, support.relation) == ("Thing_0", Predicate.IN)


def test_on_a_sofa_though_it_is_walled_on_three_sides(store: ObjectStore) -> None:
    points = shell(0, 0, (1.8, 0.9, 0.9), "ewn", 0.45)
    sofa = receptacle(store, "Sofa", points)
    support = find_support(*extents(0.0, -0.1, 0.45, (0.1, 0.1, 0.1)), [sofa], CONFIG)
    assert support is not None
    assert support.relation is Predicate.ON


def test_on_the_bin_not_in_it(store: ObjectStore) -> None:
    walled = receptacle(store, "GarbageCan", shell(0, 0, (0.4, 0.4, 0.5), "ensw", 0.5))
    support = find_support(*extents(0.0, 0.0, 0.5, (0.1, 0.1, 0.1)), [walled], CONFIG)
    assert support is not None
    assert support.relation is Predicate.ON


def test_on_the_lowest_board_though_it_almost_lies_on_the_floor(store: ObjectStore) -> None:
    stand = receptacle(store, "TVStand", shell(0, 0, (0.9, 0.4, 0.8), "enw", 0.02))
    support = find_support(*extents(0.1, 0.0, 0.02, (0.1, 0.05, 0.02)), [stand], CONFIG)
    assert support is not None
    assert support.receptacle_id == "TVStand_0"


def test_under_a_table_beside_its_leg_is_on_the_floor(store: ObjectStore) -> None:
    leg = shell(0.4, 0.4, (0.06, 0.06, 0.7), "ensw", None)
    table = receptacle(store, "Desk", np.concatenate([shell(0, 0, (1, 1, 0.75), "", 0.75), leg]))
    support = find_support(*extents(0.32, 0.32, 0.0, (0.1, 0.05, 0.02)), [table], CONFIG)
    assert support is not None
    assert support.receptacle_id == FLOOR


@pytest.mark.parametrize("category", ["Fridge", "WashingMachine", "ClothesDryer", "Cupboard"])
def test_in_what_has_doors_though_it_stands_open_and_on_its_top(
    store: ObjectStore, category: str
) -> None:
    boards = [shell(0, 0, (0.8, 0.7, 1.2), "enw", z) for z in (0.4, 0.8, 1.2)]
    closed = receptacle(store, category, np.concatenate(boards))
    for bottom, relation in ((0.4, Predicate.IN), (0.8, Predicate.IN), (1.2, Predicate.ON)):
        support = find_support(*extents(0.0, 0.0, bottom, (0.1, 0.1, 0.1)), [closed], CONFIG)
        assert support is not None
        assert (support.receptacle_id, support.relation) == (f"{category}_0", relation)


def test_on_each_board_of_a_shelf(store: ObjectStore) -> None:
    boards = [shell(0, 0, (1.0, 0.4, 1.5), "enw", z) for z in (0.3, 0.7, 1.1)]
    shelf = receptacle(store, "ShelvingUnit", np.concatenate(boards))
    for z in (0.3, 0.7, 1.1):
        support = find_support(*extents(0.0, 0.0, z, (0.1, 0.1, 0.1)), [shelf], CONFIG)
        assert support is not None
        assert support.receptacle_id == "ShelvingUnit_0"


def test_smaller_of_two_equally_near_receptacles(store: ObjectStore) -> None:
    table = receptacle(store, "DiningTable", shell(0, 0, (1, 1, 0.75), "ensw", 0.75))
    tray = receptacle(store, "Tray", shell(0, 0, (0.3, 0.3, 0.76), "ensw", 0.76))
    support = find_support(*extents(0.0, 0.0, 0.77, (0.1, 0.1, 0.1)), [table, tray], CONFIG)
    assert support is not None
    assert support.receptacle_id == "Tray_0"


def test_floor_under_or_beside_a_table(store: ObjectStore) -> None:
    table = receptacle(store, "DiningTable", shell(0, 0, (1, 1, 0.75), "", 0.75))
    for x in (0.0, 3.0):
        support = find_support(*extents(x, 0.0, 0.01, (0.1, 0.1, 0.1)), [table], CONFIG)
        assert support is not None
        assert support.receptacle_id == FLOOR


def test_in_the_air_nothing_supports(store: ObjectStore) -> None:
    table = receptacle(store, "DiningTable", shell(0, 0, (1, 1, 0.75), "", 0.75))
    assert find_support(*extents(0.0, 0.0, 1.2, (0.1, 0.1, 0.1)), [table], CONFIG) is None


def test_foot_hidden_behind_the_edge_of_a_counter(store: ObjectStore) -> None:
    counter = receptacle(store, "CounterTop", shell(0, 0, (2, 0.6, 0.95), "ensw", None))
    bottle = store.create("Bottle", True, False, extents(0.3, 0.1, 1.1, (0.1, 0.1, 0.1)))
    support = support_of(bottle, [counter], CONFIG)
    assert support is not None
    assert (support.receptacle_id, support.relation) == ("CounterTop_0", Predicate.ON)
    bottle.place(np.array((0.3, 0.1, 1.6), np.float32))
    assert support_of(bottle, [counter], CONFIG) is None


def test_on_a_board_that_was_never_seen(store: ObjectStore) -> None:
    dresser = receptacle(store, "Dresser", shell(0, 0, (1.0, 0.5, 1.0), "enw", 0.3))
    remote = store.create("RemoteControl", True, False, extents(0, 0, 0.6, (0.1, 0.1, 0.02)))
    support = support_of(remote, [dresser], CONFIG)
    assert support is not None
    assert (support.receptacle_id, support.relation) == ("Dresser_0", Predicate.ON)


def test_next_board_of_a_shelf_does_not_make_it_a_container(store: ObjectStore) -> None:
    boards = [shell(0, 0, (1.0, 0.4, 1.5), "enw", z) for z in (0.3, 0.45)]
    shelf = receptacle(store, "ShelvingUnit", np.concatenate(boards))
    support = find_support(*extents(0.0, 0.0, 0.3, (0.1, 0.1, 0.05)), [shelf], CONFIG)
    assert support is not None
    assert support.relation is Predicate.ON


def test_television_on_its_stand_and_stand_on_the_floor(store: ObjectStore) -> None:
    stand = receptacle(store, "TVStand", shell(0, 0, (1.4, 0.5, 0.6), "ensw", 0.6))
    screen = store.create("Television", False, False, extents(0, 0, 0.6, (1.2, 0.1, 0.7)))
    on_stand = support_of(screen, [stand], CONFIG)
    on_floor = support_of(stand, [stand], CONFIG)
    assert on_stand is not None
    assert on_stand.receptacle_id == "TVStand_0"
    assert on_floor is not None
    assert on_floor.receptacle_id == FLOOR


def test_near_names_each_close_pair_once(store: ObjectStore) -> None:
    one = store.create("Mug", True, False, extents(0, 0, 0, (0.1, 0.1, 0.1)))
    two = store.create("Mug", True, False, extents(0.3, 0, 0, (0.1, 0.1, 0.1)))
    far = store.create("Mug", True, False, extents(3, 0, 0, (0.1, 0.1, 0.1)))
    found = near_pairs([one, two, far], CONFIG)
    assert found == [(0, 1)]


def test_near_takes_the_three_nearest_of_each(store: ObjectStore) -> None:
    rng = np.random.default_rng(3)
    things = [
        store.create("Mug", True, False, extents(*rng.uniform(0, 2, 3), (0.2, 0.1, 0.1)))
        for _ in range(25)
    ]
    expected = set()
    for one in things:
        apart = [box_gap(one.lower, one.upper, k.lower, k.upper) for k in things]
        nearest = sorted((gap, k.object_id) for gap, k in zip(apart, things, strict=True))
        others = [(gap, name) for gap, name in nearest if name != one.object_id][:3]
        close = [name for gap, name in others if gap <= CONFIG.near_gap]
        expected |= {frozenset((one.object_id, name)) for name in close}
    found = [frozenset(things[n].object_id for n in pair) for pair in near_pairs(things, CONFIG)]
    assert set(found) == expected
    assert len(found) == len(expected) > 10


def test_what_may_carry_is_told_by_place(store: ObjectStore) -> None:
    tables = [store.create("Table", False, True, extents(x, 0, 0, (1, 1, 1))) for x in (0, 3)]
    middles = np.array([[0.5, 0.5, 0.5], [3.0, 0.0, 0.5], [1.5, 0.0, 0.5], [0.7, 0.0, 0.5]])
    lower, upper = (middles + side for side in (-0.2, 0.2))
    over = [[True, False], [False, True], [False, False]]
    assert above(tables, lower, upper).tolist() == [*over, [False, False]]
    tables[0].closed = False
    assert above(tables, lower, upper).tolist() == [*over, [True, False]]


def test_what_sticks_out_of_open_furniture_is_in_it(store: ObjectStore) -> None:
    boards = [shell(0, 0, (0.8, 0.7, 1.2), "enw", z) for z in (0.4, 0.8, 1.2)]
    fridge = receptacle(store, "Fridge", np.concatenate(boards))
    # Seen is what sticks out: 11 cm of a pancake.
    pancake = store.create("Pancake", True, False, extents(0.1, -0.41, 0.6, (0.18, 0.11, 0.03)))
    high = store.create("Pancake", True, False, extents(0.1, -0.41, 1.25, (0.18, 0.11, 0.03)))
    far = store.create("Pancake", True, False, extents(0.1, -0.6, 0.6, (0.18, 0.11, 0.03)))
    for closed, relation in ((None, None), (True, None), (False, Predicate.IN)):
        fridge.closed = closed
        found = support_of(pancake, [fridge], CONFIG)
        assert (found.relation if found else None) is relation
        described = Describer(CONFIG).describe([fridge, pancake, high, far], ())
        assert [one.relation for one in described[1:]] == [relation, None, None]
