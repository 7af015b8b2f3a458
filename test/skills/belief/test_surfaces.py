# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which tops of furniture a camera has looked over, and from where it would."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skills_fakes import ARM_CARD, open_grid, square_room, table, thing, with_box

from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.belief.surfaces import SurfaceLooks
from adhoc_teamwork.teamwork.geometry import Pose, Size, normalize_angle
from adhoc_teamwork.teamwork.scene import Presence

CAN = replace(
    ARM_CARD.capability, camera_height=1.5, camera_pitch=0.3, horizontal_fov=1.2, vertical_fov=1.0
)
BED = table("Bed_0", 2.0, 5.0, Size(1.6, 1.0, 0.5))
ROOM = square_room("room_0", 0.0, 0.0, 8.0).outline
NORTH = math.pi / 2.0


def test_a_top_below_the_camera_shows() -> None:
    looks = SurfaceLooks(CAN)
    assert looks.shows(BED)
    assert not looks.shows(table("Wardrobe_0", 2.0, 5.0, Size(1.0, 0.6, 1.6)))
    assert not looks.shows(table("Fridge_0", 2.0, 5.0, Size(1.0, 0.6, 1.0), closed=True))
    assert not looks.shows(thing("Mug_0", 2.0, 5.0))
    assert not looks.shows(replace(BED, status=Presence.GONE))


def inspected(*boxes: tuple[float, float, float, float]) -> SemanticGrid:
    """Return which cells of the room were inspected: those in boxes of (x0, y0, x1, y1), metres."""
    grid = open_grid(8.0, 8.0)
    x, y = grid.centres
    cells = np.zeros_like(grid.cells)
    for x0, y0, x1, y1 in boxes:
        cells[(x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)] = 100
    return SemanticGrid(cells, grid.frame, grid.stamp)


def test_what_of_a_top_was_not_inspected_is_to_be_looked_over() -> None:
    looks = SurfaceLooks(CAN)
    everything = looks.unseen(BED, inspected())
    assert len(everything) == 12
    half = looks.unseen(BED, inspected((1.0, 4.2, 1.9, 5.8)))
    assert 0 < len(half) < len(everything)
    assert (half[:, 0] > 1.9).all()
    assert not len(looks.unseen(BED, inspected((1.0, 4.2, 2.5, 5.8))))


def test_a_small_top_of_which_the_far_half_showed_is_not_looked_over() -> None:
    looks = SurfaceLooks(CAN)
    far_half_and_an_end = inspected((1.6, 5.0, 2.4, 5.3), (2.3, 4.7, 2.4, 5.0))
    left = looks.unseen(SINK, far_half_and_an_end)
    assert left.round(2).tolist() == [[1.8, 4.85], [2.2, 4.85]]


def test_gaps_of_a_cell_between_what_showed_are_none() -> None:
    seen = inspected((1.6, 4.7, 2.4, 5.3))
    for x, y in ((1.8, 4.85), (2.2, 4.85), (1.8, 5.15), (2.2, 5.15)):
        row, column, _ = seen.index(np.array([x]), np.array([y]))
        seen.cells[row, column] = 0
    assert not len(SurfaceLooks(CAN).unseen(SINK, seen))


def test_a_top_is_looked_over_again_where_something_showed_that_nobody_knows() -> None:
    looks, seen = SurfaceLooks(CAN), inspected((0.0, 0.0, 8.0, 8.0))
    row, column, _ = seen.index(np.array([1.75, 6.0]), np.array([5.25, 2.0]))
    seen.cells[row, column] = -1
    left = looks.unseen(BED, seen)
    assert np.hypot(*(left - (1.75, 5.25)).T) == pytest.approx([0.0], abs=0.1)
    view = looks.best_view(open_grid(8.0, 8.0), Pose(2.0, 1.0, 0.0), 0.25, [(BED, left)], ROOM)
    assert view is not None


def test_where_the_upper_end_alone_shows_any_of_it_is_enough() -> None:
    level = replace(CAN, camera_height=1.6, camera_pitch=0.0, vertical_fov=0.6, camera_range=3.5)
    looks = SurfaceLooks(level)
    toilet = replace(table("Toilet_0", 2.0, 5.0, Size(0.6, 0.8, 1.0)), support_height=0.47)
    assert looks.shows(toilet)
    unseen = looks.unseen(toilet, inspected())
    assert len(unseen)
    view = looks.best_view(open_grid(8.0, 8.0), Pose(2.0, 1.0, 0.0), 0.25, [(toilet, unseen)], ROOM)
    assert view is not None
    nearest = (1.6 - 1.0) / math.tan(0.3)
    assert view.point.planar_distance_to(toilet.position) > nearest - 0.4
    assert not len(looks.unseen(toilet, inspected((1.7, 4.6, 2.3, 4.9))))


@pytest.mark.parametrize(
    ("pose", "all_seen", "any_seen"),
    [
        (Pose(2.0, 3.55, NORTH), True, True),
        (Pose(2.0, 3.55, -NORTH), False, False),
        (Pose(2.0, 0.2, NORTH), False, False),
        (Pose(2.0, 4.2, NORTH), False, True),
    ],
    ids=["from near", "turned away", "from afar", "from too near"],
)
def test_where_perception_says_nothing_a_top_was_seen_from_where_it_was_looked_over(
    pose: Pose, all_seen: bool, any_seen: bool
) -> None:
    looks = SurfaceLooks(CAN)
    everything = looks.unseen(BED, None)
    looks.tried(pose)
    left = looks.unseen(BED, None)
    assert (len(left) == 0) is all_seen
    assert (len(left) < len(everything)) is any_seen


@given(st.floats(0.6, 7.4), st.floats(0.6, 3.4), st.floats(-3.0, 3.0))
def test_the_best_view_is_from_free_floor(x: float, y: float, yaw: float) -> None:
    grid = with_box(open_grid(8.0, 8.0), BED)
    looks = SurfaceLooks(CAN)
    left = looks.unseen(BED, inspected())
    view = looks.best_view(grid, Pose(x, y, yaw), 0.3, [(BED, left)], ROOM)
    assert view is not None
    row, column, inside = grid.index(np.array([view.x]), np.array([view.y]))
    assert inside[0]
    assert grid.clearance[row[0], column[0]] >= 0.3
    looks.tried(view)
    assert len(looks.unseen(BED, None)) < len(left)


def test_what_did_not_show_from_one_side_is_looked_over_from_others_and_then_left() -> None:
    grid, looks = with_box(open_grid(8.0, 8.0), BED), SurfaceLooks(CAN)
    nothing, here = inspected(), Pose(2.0, 3.1, NORTH)
    sides = []
    for _ in range(30):
        view = looks.best_view(grid, here, 0.3, [(BED, looks.unseen(BED, nothing))], ROOM)
        if view is None:
            break
        looks.tried(view)
        sides.append(view.heading_to(BED.position))
        here = view
    assert view is None
    assert 3 <= len(sides) <= 12, "each of the bed's twelve points from three sides at the most"
    assert max(abs(normalize_angle(side - sides[0])) for side in sides) > math.pi / 6.0


def test_past_an_armrest_a_seat_is_looked_at_from_a_little_further_round() -> None:
    looks, side = SurfaceLooks(CAN), ((0.5, 0.3), (2.4, 0.3), (2.4, 3.6), (0.5, 3.6))
    everything, before = looks.unseen(BED, inspected()), Pose(0.9, 3.3, 1.1)
    looks.tried(before)
    view = looks.best_view(open_grid(8.0, 8.0), before, 0.3, [(BED, everything)], side)
    assert view is not None
    turn = abs(normalize_angle(view.heading_to(BED.position) - before.heading_to(BED.position)))
    assert math.pi / 6.0 < turn < math.pi / 3.0


LOW = replace(CAN, camera_height=0.6, camera_pitch=0.25)
SINK = table("Sink_0", 2.0, 5.0, Size(0.8, 0.6, 0.9))


def test_where_perception_says_nothing_of_a_higher_top_it_looked_from_where_it_was_turned() -> None:
    looks = SurfaceLooks(LOW)
    assert looks.shows(SINK)
    for pose in (Pose(2.0, 2.6, -NORTH), Pose(2.0, 4.2, NORTH), Pose(2.0, 8.5, -NORTH)):
        looks.glanced(pose)
    left = looks.unseen(SINK, None, ROOM)
    assert len(left), "turned away, too near to see so high, and beyond a wall"
    view = looks.best_view(open_grid(8.0, 8.0), Pose(2.0, 4.2), 0.3, [(SINK, left)], ROOM)
    assert view is not None
    looks.glanced(view)
    assert not len(looks.unseen(SINK, None, ROOM))


def test_a_higher_top_is_looked_over_from_where_its_edge_hides_little() -> None:
    """An alarm clock stood in a sink, and a robot turned about right before it."""
    looks, before = SurfaceLooks(LOW), Pose(2.0, 3.9, NORTH)
    looks.glanced(before)
    left = looks.unseen(SINK, inspected(), ROOM)
    assert len(left)
    view = looks.best_view(open_grid(8.0, 8.0), before, 0.3, [(SINK, left)], ROOM)
    assert view is not None
    assert view.point.planar_distance_to(SINK.position) > 1.1
    looks.tried(view)
    assert not len(looks.unseen(SINK, inspected(), ROOM)), "better than from there it shows nowhere"
    assert not len(SurfaceLooks(LOW).unseen(SINK, inspected((1.6, 4.7, 2.4, 5.3)), ROOM))


def test_in_a_narrow_room_a_higher_top_is_looked_over_from_as_near_as_that_is() -> None:
    looks, narrow = SurfaceLooks(LOW), ((0.5, 3.8), (3.5, 3.8), (3.5, 5.5), (0.5, 5.5))
    grid = with_box(open_grid(8.0, 8.0), SINK)
    left = looks.unseen(SINK, inspected(), narrow)
    assert looks.best_view(grid, Pose(2.0, 4.1, NORTH), 0.3, [(SINK, left)], narrow) is not None


def test_what_may_be_a_seat_before_its_back_is_looked_at_from_near_as_well() -> None:
    """Of a chair only the back was seen; past it, on the seat, nothing shows from afar."""
    low = replace(CAN, camera_height=0.6, camera_pitch=0.25, vertical_fov=0.93)
    looks, everything = SurfaceLooks(low), inspected((0.0, 0.0, 8.0, 8.0))
    chair = replace(table("Chair_0", 2.0, 5.0, Size(0.8, 0.8, 0.95)), support_height=0.95)
    back, seat = looks.levels(chair)
    assert back is chair
    looks.glanced(Pose(2.0, 2.4, NORTH))
    assert not len(looks.unseen(back, everything, ROOM))
    left = looks.unseen(seat, everything, ROOM)
    assert len(left)
    view = looks.best_view(open_grid(8.0, 8.0), Pose(2.0, 2.2), 0.3, [(seat, left)], ROOM)
    assert view is not None
    assert view.point.planar_distance_to(chair.position) < 2.3
    looks.tried(view)
    assert not len(looks.unseen(seat, everything, ROOM))
    told = replace(chair, support_seen=True)
    assert len(looks.levels(told)) == 2, "a tall camera looked down on the back"
    shelf = replace(told, object_id="Shelf_0", category="Shelf")
    assert looks.levels(shelf) == (shelf,)
    known = replace(chair, support_height=0.47, support_seen=True)
    assert looks.levels(known) == (known,)
    assert len(SurfaceLooks(CAN).levels(chair)) == 1, "well above seats it looks down on them"


def test_between_arms_and_back_a_seat_is_looked_at_from_three_sides() -> None:
    """A toilet paper showed over one arm alone, and was passed by on the other side."""
    low = replace(CAN, camera_height=0.6, camera_pitch=0.25, vertical_fov=0.93)
    looks, everything, grid = SurfaceLooks(low), inspected((0, 0, 8, 8)), open_grid(8.0, 8.0)
    chair = replace(table("ArmChair_0", 2.0, 5.0, Size(0.8, 0.8, 0.95)), support_height=0.95)
    back, seat = looks.levels(chair)
    here, sides = Pose(2.0, 2.4, NORTH), list[float]()
    looks.glanced(here)
    assert not len(looks.unseen(back, everything, ROOM)), "over its back one look is enough"
    while len(left := looks.unseen(seat, everything, ROOM)):
        view = looks.best_view(grid, here, 0.3, [(seat, left)], ROOM)
        assert view is not None
        looks.tried(view)
        sides.append(view.heading_to(chair.position))
        here = view
    assert 2 <= len(sides) <= 4
    apart = [abs(normalize_angle(one - other)) for one in sides for other in sides]
    assert max(apart) > math.pi / 4.0


def test_no_hand_gets_to_what_is_on_the_highest_tops() -> None:
    assert not SurfaceLooks(LOW).shows(table("Shelf_0", 2.0, 5.0, Size(0.8, 0.6, 1.8)))


def test_where_nothing_shows_there_is_no_view() -> None:
    looks = SurfaceLooks(replace(CAN, camera_pitch=-0.6))
    left = looks.unseen(BED, inspected())
    assert looks.best_view(open_grid(8.0, 8.0), Pose(1.0, 1.0), 0.3, [(BED, left)], ROOM) is None
