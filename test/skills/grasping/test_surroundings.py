# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm must keep from, made of what its robot believes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, ObstacleSet, box
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.grasping.grasps import Item
from adhoc_teamwork.skills.grasping.surroundings import (
    FLOOR_NAME,
    SUPPORT,
    Scene,
    item_at,
    making_room,
    surface_heights,
    surroundings,
    thing_at,
)
from adhoc_teamwork.skills.grasping.surroundings import beside as beside_of
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Detection, Presence, SceneGraph

MUG = Detection("Mug_0", "Mug", Point(0.6, 0.0, 0.55), Size(0.08, 0.08, 0.1), pickupable=True)
SHELF = Detection("Shelf_0", "Shelf", Point(0.7, 0.0, 0.75), Size(0.4, 0.8, 1.5))


def scene(*things: Detection, grid: SemanticGrid | None = None) -> Scene:
    return Scene(Pose(0.0, 0.0, 0.0), np.zeros(6), SceneGraph(objects=things), grid)


def tops(obstacles: list[Obstacle]) -> dict[str, float]:
    return {o.name: round(float(o.pose[2, 3]) + o.half[2], 6) for o in obstacles}


def test_known_things_near_the_robot_are_obstacles_and_others_are_not() -> None:
    far = Detection("Bed_0", "Bed", Point(5.0, 0.0, 0.3), Size(2.0, 1.0, 0.6))
    gone = Detection(
        "Cup_0", "Cup", Point(0.5, 0.3, 0.5), Size(0.1, 0.1, 0.1), status=Presence.GONE
    )
    made = surroundings(scene(MUG, SHELF, far, gone), leave_out=["Mug_0"])
    assert [obstacle.name for obstacle in made] == [FLOOR_NAME, "Shelf_0"]


def test_furniture_of_which_pictures_ended_below_its_top_may_be_as_high_as_a_wall() -> None:
    cut = replace(SHELF, goes_on_above=True)
    made = surroundings(scene(MUG, cut))
    above = made[-1]
    assert "Shelf_0" in above.name
    assert (above.pose[2, 3] - above.half[2], tops(made)[above.name]) == (1.5, 2.0)
    assert list(above.half[:2]) == [0.2, 0.4]
    # What has been seen of it is reached into as before.
    room = tops(making_room(made, item_at(SceneGraph(objects=(MUG, cut)), MUG.position)))
    assert room == {FLOOR_NAME: -0.01, SUPPORT: 0.5, above.name: 2.0}
    assert len(surroundings(scene(MUG, SHELF))) == len(made) - 1


def test_over_the_seat_of_a_chair_nothing_goes_on_above_pictures() -> None:
    chair = Detection(
        "Chair_0", "Chair", Point(1.0, 0.0, 0.48), Size(0.5, 0.5, 0.96), goes_on_above=True
    )
    xs, zs = np.meshgrid(np.arange(0.76, 1.25, 0.03), np.arange(0.5, 0.96, 0.03))
    back = np.stack([xs.ravel(), np.full(xs.size, 0.23), zs.ravel()], axis=1)
    made = surroundings(replace(scene(chair), seen=back))
    above = [obstacle for obstacle in made if "above" in obstacle.name]
    assert min(o.pose[1, 3] - o.half[1] for o in above) == pytest.approx(0.2, abs=0.03)
    assert {round(float(o.pose[2, 3] + o.half[2]), 2) for o in above} == {2.0}
    unseen = surroundings(scene(chair))[-1]
    assert list(unseen.half[:2]) == [0.25, 0.25], "nobody knows where its back is"
    shelf = surroundings(replace(scene(replace(chair, category="Shelf")), seen=back))[-1]
    assert list(shelf.half[:2]) == [0.25, 0.25]


def test_what_is_slender_goes_on_above_pictures_for_less() -> None:
    cart = Detection("Cart_0", "Cart", Point(1.0, 0.0, 0.6), Size(0.1, 0.05, 0.2))
    above = surroundings(scene(replace(cart, goes_on_above=True)))[-1]
    assert above.pose[2, 3] + above.half[2] == pytest.approx(0.7 + 0.6)


def test_a_board_of_a_shelf_is_reached_into() -> None:
    item = item_at(SceneGraph(objects=(MUG, SHELF)), MUG.position)
    room = making_room(surroundings(scene(MUG, SHELF)), item)
    assert tops(room) == {FLOOR_NAME: -0.01, SUPPORT: 0.5}


def test_what_only_touches_an_object_by_its_extents_is_left_out() -> None:
    beside = Detection("Vase_0", "Vase", Point(0.67, 0.0, 0.6), Size(0.1, 0.1, 0.2))
    apart = Detection("Lamp_0", "Lamp", Point(0.6, 0.4, 0.6), Size(0.1, 0.1, 0.2))
    item = item_at(SceneGraph(objects=(MUG,)), MUG.position)
    room = making_room(surroundings(scene(MUG, beside, apart)), item)
    assert [obstacle.name for obstacle in room] == [FLOOR_NAME, "Lamp_0"]
    there = surroundings(scene(MUG, beside, apart))
    assert [obstacle.name for obstacle in beside_of(there, item)] == ["Vase_0"]


def test_cells_of_the_map_that_nothing_known_explains_are_walls() -> None:
    cells = np.zeros((40, 40), dtype=np.int8)
    cells[30, 20:26] = 100  # y 1.0 to 1.1, x 0.0 to 0.6: nothing known
    cells[20, 27] = 100  # under the shelf
    grid = SemanticGrid(cells, GridFrame.of_corner(-2.0, -2.0, 0.1, cells.shape))
    made = surroundings(scene(SHELF, grid=grid))
    walls = [obstacle for obstacle in made if obstacle.name == "what the map shows"]
    assert len(walls) == 1
    np.testing.assert_allclose(walls[0].pose[:2, 3], [0.3, 1.05], atol=1e-9)
    np.testing.assert_allclose(walls[0].half, [0.3, 0.05, 1.0], atol=1e-9)


def test_an_object_that_perception_does_not_know_is_taken_for_a_small_one() -> None:
    point = Point(0.5, 0.5, 0.5)
    assert thing_at(SceneGraph(objects=(MUG,)), point) is None
    assert item_at(SceneGraph(objects=(MUG,)), point) == Item(
        "the object", (0.5, 0.5, 0.5), (0.06, 0.06, 0.06)
    )


_PLACE = st.tuples(*(st.floats(-0.5, 0.5) for _ in range(2)), st.floats(0.2, 1.0))
_EXTENT = st.tuples(*(st.floats(0.02, 0.8) for _ in range(3)))


@given(st.lists(st.tuples(_PLACE, _EXTENT), max_size=4), _PLACE, _EXTENT)
def test_no_obstacle_is_left_where_an_object_is(
    boxes: list[tuple[tuple[float, ...], tuple[float, ...]]],
    centre: tuple[float, float, float],
    size: tuple[float, float, float],
) -> None:
    item = Item("it", centre, size)
    around = [box(f"box {number}", *one) for number, one in enumerate(boxes)]
    room = making_room(around, item)
    if room:
        middle = np.array([[*centre]])
        assert (ObstacleSet(room).distances(middle) > 0.0).all()
    for obstacle in room:
        before = next((o for o in around if o.name == obstacle.name), None)
        assert obstacle.name == SUPPORT or obstacle is before


def test_the_heights_that_matter_are_few_and_the_highest_of_about_the_same() -> None:
    def furniture(name: str, height: float, **more: object) -> Detection:
        size = Size(0.6, 0.6, height)
        place = Point(3.0, 0.0, height / 2.0)
        return Detection(name, name, place, size, is_receptacle=True, **more)  # type: ignore[arg-type]

    known = (
        MUG,
        furniture("Table", 0.71),
        furniture("Desk", 0.78),
        furniture("Bed", 0.5),
        furniture("Fridge", 1.7, closed=True),
        furniture("Bowl", 1.2, pickupable=True),
        furniture("Gone", 1.4, status=Presence.GONE),
    )
    item = item_at(SceneGraph(objects=known), MUG.position)
    assert surface_heights(SceneGraph(objects=known), item) == [0.5, 0.78, 0.9]
    # A counter may not have been found yet.
    assert surface_heights(SceneGraph(objects=(MUG,)), item) == [0.5, 0.9]
