# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where hands leave things."""

import math

import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.placing import spot_on, spot_on_floor, why_no_surface
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.rules.reach import Arm
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause


@pytest.fixture
def scene(small_house: House) -> Scene:
    return Scene(StepHouse.of(small_house))


def number(scene: Scene, name: str) -> int:
    return scene.step_house.by_id[name]


def test_the_nearest_spot_is_taken(scene: Scene) -> None:
    bottle, table = number(scene, "Bottle_0"), number(scene, "Table_0")
    found = spot_on(scene, bottle, table, Point(2.0, 2.5), Arm(1.5, 0.0, 2.0))
    assert found is not None
    spot, surface = found
    assert surface.z == spot.z == 0.7
    assert 2.7 < spot.y < 2.85
    assert math.dist((spot.x, spot.y), (2.0, 2.8)) >= 0.06, "the mug stands there"


def test_a_table_fills_up_and_then_has_no_space(scene: Scene) -> None:
    bottle, table = number(scene, "Bottle_0"), number(scene, "Table_0")
    places = set()
    things = [number(scene, name) for name in ("Mug_0", "Pot_0")]
    for thing in things:
        scene.take(thing)
        found = spot_on(scene, thing, table, Point(2.0, 2.5), Arm(1.5, 0.0, 2.0))
        assert found is not None
        spot, _ = found
        scene.put(thing, spot.x, spot.y, spot.z, "Table_0", False)
        places.add((spot.x, spot.y))
    assert len(places) == 2
    assert spot_on(scene, bottle, table, Point(2.0, 1.0), Arm(1.5, 0.0, 2.0)) is None, (
        "nothing is within reach"
    )


def test_nothing_is_put_through_a_wall(scene: Scene) -> None:
    bottle, table = number(scene, "Bottle_0"), number(scene, "Table_0")
    assert spot_on(scene, bottle, table, Point(3.8, 3.0), Arm(1.5, 0.0, 2.0)) is not None
    assert spot_on(scene, bottle, table, Point(4.2, 3.0), Arm(2.0, 0.0, 2.0)) is None


def test_what_is_too_tall_does_not_fit_under_a_board(scene: Scene) -> None:
    bottle, shelf = number(scene, "Bottle_0"), number(scene, "Shelf_0")
    assert spot_on(scene, bottle, shelf, Point(7.5, 3.2), Arm(1.5, 0.0, 2.0)) is None


def test_dropped_things_do_not_fall_into_each_other(scene: Scene) -> None:
    things = [number(scene, name) for name in ("Mug_0", "Pot_0", "Bottle_0")]
    spots = []
    for thing in things:
        scene.take(thing)
        spot = spot_on_floor(scene, thing, Point(6.0, 2.0), 0.0)
        scene.put(thing, spot.x, spot.y, spot.z, FLOOR, False)
        spots.append((spot.x, spot.y))
    assert spots == [(6.35, 2.0), (6.5, 2.0), (6.25, 2.0)]


def test_nothing_is_dropped_behind_a_wall(scene: Scene) -> None:
    mug = number(scene, "Mug_0")
    scene.take(mug)
    spot = spot_on_floor(scene, mug, Point(3.75, 1.0), 0.0)
    assert spot.x <= 3.75


def test_how_far_a_surface_is(scene: Scene) -> None:
    table, arm = number(scene, "Table_0"), Arm(0.7, 0.0, 2.0)
    assert why_no_surface(scene, table, Point(2.0, 2.0), arm, "Table_0") is None
    assert why_no_surface(scene, table, Point(2.0, 3.0), arm, "Table_0") is None
    far = why_no_surface(scene, table, Point(2.0, 1.9), arm, "Table_0")
    assert far == Refusal(Cause.TOO_FAR, "Table_0 is 0.80 m away")
