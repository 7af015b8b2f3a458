# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Approach poses and put-down spots hold what they promise, in any room."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage
from skills_fakes import open_grid, square_room, table, thing, with_box

from adhoc_teamwork.skills.belief.ease import Ease
from adhoc_teamwork.skills.belief.footprint import Footprint, footprint, support_height
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.belief.walls import clear_of_walls
from adhoc_teamwork.skills.places.approach import Approach, approach_poses
from adhoc_teamwork.skills.subskills.put_down import as_firm, put_down_spots, spots_within_reach
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size, normalize_angle
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Room

RADIUS = 0.35
places = st.floats(0.6, 3.4)


@st.composite
def cluttered(draw: st.DrawFn) -> SemanticGrid:
    """Return a room of four metres with boxes in it and parts not looked at."""
    grid = open_grid()
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    cells = grid.cells.copy()
    for _ in range(draw(st.integers(0, 5))):
        row, column = rng.integers(0, 36, size=2)
        cells[row : row + rng.integers(1, 8), column : column + rng.integers(1, 8)] = 100
    for _ in range(draw(st.integers(0, 3))):
        row, column = rng.integers(0, 30, size=2)
        cells[row : row + 10, column : column + 10] = -1
    return SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 1.0)


@settings(max_examples=60)
@given(cluttered(), places, places, places, places, st.floats(0.5, 1.2))
def test_poses_are_free_within_reach_and_face_the_object(
    grid: SemanticGrid, x: float, y: float, start_x: float, start_y: float, reach: float
) -> None:
    mug = thing("Mug_0", x, y)
    start = Pose(start_x, start_y)
    approach = Approach(
        target=footprint(mug),
        within=reach,
        margin=0.1,
        radius=RADIUS,
        spots=(mug.position,),
        keep_off=(footprint(mug),),
        outline=square_room("room_0", 0, 0, 4).outline,
    )
    poses = approach_poses(approach, start, grid, 5)
    assert len(poses) <= 5
    for pose in poses:
        assert abs(normalize_angle(pose.yaw - pose.heading_to(mug.position))) < 1e-6
        if pose.point == start.point:
            continue
        assert pose.point.planar_distance_to(mug.position) <= reach - 0.1 + 1e-9
        cell = grid.cell(pose.point)
        assert cell is not None
        assert not grid.occupied[cell]
        assert grid.clearance[cell] >= RADIUS
    for one, other in itertools.pairwise(poses):
        assert one.point.planar_distance_to(other.point) >= 0.3


def test_poses_bring_the_line_to_the_object_along_which_the_arm_reaches() -> None:
    """To the right, 0.1 m behind the robot's axis."""
    shares = GraspShares((0.3, 0.9), (0.0, 1.0), ((0.5, 0.5), (0.5, 0.5)))
    line = ReachLine(-math.pi / 2.0, -0.1)
    mug = thing("Mug_0", 2.0, 2.0)
    approach = Approach(
        target=footprint(mug),
        within=0.9,
        margin=0.1,
        radius=RADIUS,
        spots=(mug.position,),
        keep_off=(footprint(mug),),
        ease=Ease(replace(shares, line=line)),
    )
    for start in (Pose(0.6, 0.6), Pose(2.0, 1.4, 1.0)):
        poses = approach_poses(approach, start, open_grid(), 5)
        assert len(poses) == 5
        for pose in poses:
            own = pose.inverse().transform(mug.position.x, mug.position.y)
            assert own.x == pytest.approx(-0.1)
            assert own.y < -0.3


def test_the_other_side_of_a_wall_is_no_place_to_stand() -> None:
    grid = open_grid(8.0, 4.0)
    cells = grid.cells.copy()
    cells[:, 39:41] = 100
    grid = SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 1.0)
    mug = thing("Mug_0", 4.25, 2.0)
    approach = Approach(
        target=footprint(mug),
        within=0.9,
        margin=0.1,
        radius=0.3,
        spots=(mug.position,),
        outline=square_room("room_1", 4, 0, 4).outline,
    )
    poses = approach_poses(approach, Pose(3.4, 2.0), grid, 5)
    assert poses
    assert all(pose.x > 4.3 for pose in poses)


def test_the_things_own_room_comes_first_and_what_failed_is_kept_off() -> None:
    mug, grid = thing("Mug_0", 2.2, 2.0), open_grid()
    approach = Approach(
        target=footprint(mug),
        within=1.0,
        margin=0.1,
        radius=RADIUS,
        spots=(mug.position,),
        keep_off=(footprint(mug),),
        outline=((2.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0)),
    )
    start = Pose(0.5, 2.0, 0.0)
    poses = approach_poses(approach, start, grid, 5)
    assert poses
    assert all(pose.x >= 2.0 for pose in poses)
    shunned = replace(approach, shunned=((Point(3.0, 2.0), 1.2),))
    others = approach_poses(shunned, start, grid, 5)
    assert others
    assert all(pose.point.planar_distance_to(Point(3.0, 2.0)) > 1.2 for pose in others)


def test_without_a_map_poses_keep_off_the_furniture() -> None:
    desk = table("Desk_0", 2.0, 2.0, Size(1.0, 0.6, 0.7))
    approach = Approach(
        target=footprint(desk),
        within=0.8,
        margin=0.1,
        radius=RADIUS,
        spots=(Point(2.0, 2.0),),
        solid=(footprint(desk),),
    )
    poses = approach_poses(approach, Pose(0.0, 2.0), None, 5)
    assert poses
    assert all(footprint(desk).distance_to(pose.point) >= RADIUS for pose in poses)


def test_the_side_by_which_the_robot_stands_comes_first_and_teammates_are_left_room() -> None:
    desk = table("Desk_0", 2.0, 2.0, Size(0.8, 0.8, 0.7))
    grid = with_box(open_grid(), desk)
    approach = Approach(
        footprint(desk), 0.8, 0.1, 0.3, solid=(footprint(desk),), outline=None, spots=()
    )
    first = approach_poses(approach, Pose(0.6, 2.0), grid, 1)[0]
    assert first.x < 1.5
    crowded = Approach(
        footprint(desk), 0.8, 0.1, 0.3, solid=(footprint(desk),), teammates=(first.point,)
    )
    other = approach_poses(crowded, Pose(0.6, 2.0), grid, 1)[0]
    assert other.point.planar_distance_to(first.point) > 0.3


sizes = st.builds(Size, st.floats(0.3, 2.0), st.floats(0.3, 2.0), st.floats(0.3, 1.2))


@settings(max_examples=60)
@given(sizes, st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), max_size=8))
def test_spots_lie_inside_and_free(size: Size, others: list[tuple[float, float]]) -> None:
    desk = table("Desk_0", 0.0, 0.0, size)
    cups = [
        thing(f"Cup_{i}", x * size.x / 2, y * size.y / 2, size.z + 0.05)
        for i, (x, y) in enumerate(others)
    ]
    held = Size(0.1, 0.1, 0.2)
    choices = put_down_spots(desk, held, [desk, *cups], None, 0.1)
    for spot in itertools.chain(*choices):
        assert abs(spot.x) < size.x / 2 - 0.04
        assert abs(spot.y) < size.y / 2 - 0.04
        assert spot.z > support_height(desk)
        for cup in cups:
            apart = max(
                abs(spot.x - cup.position.x) - cup.size.x / 2,
                abs(spot.y - cup.position.y) - cup.size.y / 2,
            )
            assert apart >= 0.05 - 1e-9
    near = spots_within_reach(choices, Pose(1.2, 0.0), 1.0, 3, Ease(None), 0.2)
    assert all(Point(1.2, 0.0).planar_distance_to(spot) <= 1.0 for spot in near)
    if not cups:
        assert choices


def test_spots_that_the_map_shows_as_bare_floor_count_only_where_there_are_no_others() -> None:
    """In the hollow of a corner counter nothing is in the arm's way, and four things fell there."""
    desk = table("Desk_0", 2.0, 2.0, Size(1.6, 1.6, 0.7))
    only_left = table("Desk_0", 1.6, 2.0, Size(0.8, 1.6, 0.7))
    held = Size(0.1, 0.1, 0.1)
    for spot in itertools.chain(
        *put_down_spots(desk, held, [], with_box(open_grid(), only_left), 0.1)
    ):
        assert spot.x < 2.1
    everywhere = list(itertools.chain(*put_down_spots(desk, held, [], open_grid(), 0.1)))
    assert min(s.x for s in everywhere) < 1.5
    assert max(s.x for s in everywhere) > 2.5


@pytest.mark.parametrize("seen", ["top", "sides"])
@pytest.mark.parametrize("shadow", [0, 3, 6])
@pytest.mark.parametrize("shift", [0.0, 0.04, 0.08])
@pytest.mark.parametrize("held", [Size(0.2, 0.2, 0.1), Size(0.06, 0.06, 0.1)])
def test_spots_that_reach_over_the_hollow_of_a_corner_counter_come_late(
    held: Size, shift: float, shadow: int, seen: str
) -> None:
    counter = table("CounterTop_0", 2.0, 2.0 + shift / 2.0, Size(2.4, 1.2 + shift, 0.9))
    back = table("CounterTop_0", 2.0, 1.7 + shift / 2.0, Size(2.4, 0.6 + shift, 0.9))
    arm = table("CounterTop_0", 2.9 - shift / 2.0, 2.3, Size(0.6 + shift, 0.6, 0.9))
    grid = with_box(with_box(open_grid(), back), arm)
    if seen == "sides":
        grid.cells[ndimage.binary_erosion(grid.occupied)] = -1
    # What lies in the dark beside the counter is floor as well, though nobody saw it.
    grid.cells[20:26, 15 : 15 + shadow][grid.cells[20:26, 15 : 15 + shadow] == 0] = -1
    grid = SemanticGrid(grid.cells, grid.frame, grid.stamp)
    choices = put_down_spots(counter, held, [], grid, 0.1)
    solid = (footprint(back), footprint(arm))
    for spot in choices[0]:
        assert any(part.distance_to(spot) == 0.0 for part in solid)
        hollow = Footprint(1.7 - shift / 2.0, 2.3 + shift / 2.0, 0.9 - shift / 2.0, 0.3)
        assert hollow.distance_to(spot) >= 0.05 - 1e-9
    assert choices[0]


def test_spots_where_it_may_rather_fall_take_no_other_ones_place() -> None:
    """In the dark beside a counter's leg, a hand's breadth from the floor that shows."""
    desk = table("Desk_0", 2.0, 2.0, Size(0.8, 0.8, 0.7))
    grid = with_box(open_grid(), desk)
    grid.cells[16:24, 10:16][grid.cells[16:24, 10:16] == 0] = -1
    grid = SemanticGrid(grid.cells, grid.frame, grid.stamp)
    in_the_dark, at_the_edge, firm = (
        Point(1.25, 2.0, 0.76),
        Point(2.35, 2.1, 0.76),
        Point(2, 2, 0.76),
    )
    also_firm, held = Point(2.1, 2.1, 0.76), Size(0.06, 0.06, 0.1)
    spots = [also_firm, in_the_dark, at_the_edge, firm]
    assert as_firm(spots, held, grid, 0.1) == [also_firm, firm]
    assert as_firm(spots[1:], held, grid, 0.1) == [in_the_dark, firm]
    assert as_firm(spots[2:], held, grid, 0.1) == [at_the_edge, firm]
    assert as_firm([at_the_edge, in_the_dark], held, grid, 0.1) == [at_the_edge, in_the_dark]
    assert as_firm(spots, held, None, 0.1) == spots


@pytest.mark.parametrize("dark", [0, 3])
@pytest.mark.parametrize("edge", [2.52, 2.55, 2.58])
def test_no_spot_is_where_a_corner_counter_ends_within_its_extents(edge: float, dark: int) -> None:
    """All its better places are taken; two things fell in a cell that it only reaches into, two
    in the dark corner of its hollow."""
    counter = table("CounterTop_0", 2.0, 2.0, Size(2.4, 1.2, 0.9))
    back = table("CounterTop_0", 2.0, 1.7, Size(2.4, 0.6, 0.9))
    arm = table("CounterTop_0", (3.2 + edge) / 2.0, 2.3, Size(3.2 - edge, 0.6, 0.9))
    grid = with_box(with_box(open_grid(), back), arm)
    # A cell that it reaches into shows it, however little of the cell that covers.
    grid.cells[20:26, 25] = 100
    grid.cells[20:26, 8 : 8 + dark] = -1
    grid = SemanticGrid(grid.cells, grid.frame, grid.stamp)
    taken = [
        thing("Towels_0", 2.95, 2.3, 0.95, size=Size(0.5, 0.6, 0.1)),
        thing("Tray_0", 2.0, 1.7, 0.95, size=Size(2.4, 0.5, 0.1)),
    ]
    choices = put_down_spots(counter, Size(0.06, 0.06, 0.06), taken, grid, 0.1)
    for spot in itertools.chain(*choices):
        assert min(footprint(back).distance_to(spot), footprint(arm).distance_to(spot)) == 0.0
    assert choices


@pytest.mark.parametrize("turned", [False, True])
def test_behind_a_front_of_which_the_depth_was_not_seen(turned: bool) -> None:
    grid = open_grid()
    cells = grid.cells.copy()
    cells[20:26, 10:30] = -1
    cells[20, 10:30] = 100
    cells = cells.T if turned else cells
    grid = SemanticGrid(
        np.ascontiguousarray(cells), GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape)
    )
    place, size = (2.0, 2.05), (2.0, 0.04)
    front = table(
        "CounterTop_0", *place[:: -1 if turned else 1], Size(*size[:: -1 if turned else 1], 0.9)
    )
    choices = put_down_spots(front, Size(0.1, 0.1, 0.1), [], grid, 0.1)
    for spot in itertools.chain(*choices):
        depth = spot.x if turned else spot.y
        assert 2.05 < depth < 2.45
    held = Size(0.1, 0.1, 0.1)
    alone = put_down_spots(front, held, [], open_grid(), 0.1)
    step = -1 if turned else 1
    rooms = [
        Room(
            name,
            tuple(
                corner[::step] for corner in ((0.0, y), (4.0, y), (4.0, y + 2.1), (0.0, y + 2.1))
            ),
        )
        for name, y in (("room_0", 0.0), ("room_1", 2.1))
    ]
    at_a_wall = put_down_spots(front, held, [], grid, 0.1, rooms)
    (cells.T if turned else cells)[22:26, 10:30] = 0
    bare_behind = replace(grid, cells=np.ascontiguousarray(cells))
    on_a_wall = put_down_spots(front, held, [], bare_behind, 0.1)
    for thin in (alone, at_a_wall, on_a_wall):
        assert thin
        assert all(abs((s.x if turned else s.y) - 2.05) < 0.02 for s in itertools.chain(*thin))


def test_a_flat_thing_takes_up_its_place_and_a_chair_under_the_table_does_not() -> None:
    desk = table("Desk_0", 0.0, 0.0, Size(0.7, 0.7, 0.7))
    held = Size(0.1, 0.1, 0.2)
    book = thing("Book_0", 0.1, 0.0, 0.715, size=Size(0.4, 0.6, 0.03))
    for spot in itertools.chain(*put_down_spots(desk, held, [book], None, 0.1)):
        assert spot.x <= -0.15 + 1e-9
    chair = table("Chair_0", 0.0, 0.0, Size(0.7, 0.7, 0.9), support_height=0.45)
    assert put_down_spots(desk, held, [chair], None, 0.1)
    cloth = thing("Cloth_0", 0.0, 0.0, 0.71, size=Size(0.7, 0.7, 0.02))
    assert put_down_spots(desk, held, [cloth], None, 0.1) == []


@pytest.mark.parametrize("category", ["Chair", "GarbageCan"])
def test_the_middle_of_a_container_is_first_unless_it_is_taken(category: str) -> None:
    piece = table(f"{category}_0", 0.0, 0.0, Size(0.5, 0.5, 0.9), support_height=0.45)
    held = Size(0.1, 0.1, 0.1)
    first = put_down_spots(piece, held, [], None, 0.1)[0]
    assert [(spot.x, spot.y) for spot in first] == [(0.0, 0.0)]
    cup = thing("Cup_0", 0.0, 0.0, 0.5)
    choices = put_down_spots(piece, held, [cup], None, 0.1)
    assert all(footprint(cup).distance_to(spot) > 0.0 for spot in choices[0])
    # What lies in a bin leaves room above it. On a seat one would come to lie in the other.
    last = [(spot.x, spot.y) for spot in choices[-1]]
    assert (last == [(0.0, 0.0)]) is (category == "GarbageCan")


def test_what_only_just_fits_beside_another_comes_last() -> None:
    desk = table("Desk_0", 0.0, 0.0, Size(1.2, 0.5, 0.7))
    laptop = thing("Laptop_0", -0.2, 0.0, 0.8, size=Size(0.4, 0.4, 0.2))
    held = Size(0.2, 0.45, 0.2)
    choices = put_down_spots(desk, held, [laptop], None, 0.1)
    gaps = [[s.x - held.x / 2.0 for s in choice if s.x > laptop.position.x] for choice in choices]
    assert all(min(gap) >= 0.03 for gap in gaps[:-1])
    assert 0.0 <= min(gaps[-1]) < 0.03


def test_a_seat_that_something_long_takes_up_has_no_room() -> None:
    chair = table("Chair_0", 0.0, 0.0, Size(0.5, 0.5, 0.9), support_height=0.45)
    bat = thing("BaseballBat_0", 0.0, 0.0, 0.5, size=Size(0.6, 0.55, 0.08))
    assert put_down_spots(chair, Size(0.08, 0.83, 0.08), [bat], None, 0.1) == []


def test_what_lay_askew_goes_where_it_fits_in_its_own_extents() -> None:
    """About a bat at 45 degrees the extents along the axes of the map are as wide as it is long."""
    dresser = table("Dresser_0", 0.0, 0.0, Size(0.8, 0.4, 0.7))
    clock = thing("AlarmClock_0", 0.0, 0.12, 0.75, size=Size(0.1, 0.1, 0.1))
    askew, bat = Size(0.7, 0.7, 0.08), Size(0.08, 0.95, 0.08)
    assert put_down_spots(dresser, askew, [clock], None, 0.1) == []
    (along,) = put_down_spots(dresser, askew, [clock], None, 0.1, own=bat)
    assert along
    for spot in along:
        is_along = abs(spot.y - 0.12) >= (0.1 + 0.08) / 2.0 - 1e-9
        is_across = abs(spot.x) >= (0.1 + 0.08) / 2.0 - 1e-9
        assert is_along or is_across
    free = put_down_spots(dresser, Size(0.1, 0.1, 0.1), [], None, 0.1)
    assert put_down_spots(dresser, Size(0.1, 0.1, 0.1), [], None, 0.1, own=bat)[0] == free[0]


def two_rooms(doorway: bool) -> SemanticGrid:
    """Return two rooms side by side, a wall between them at x = 2, with a doorway or not."""
    grid = open_grid()
    cells = grid.cells.copy()
    cells[:, 20] = 100
    if doorway:
        cells[15:25, 20] = 0
    return SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 1.0)


LEFT = ((0.0, 0.0), (2.05, 0.0), (2.05, 4.0), (0.0, 4.0))


def test_no_pose_is_behind_the_wall_at_which_the_furniture_stands() -> None:
    shelf = table("Shelf_0", 1.85, 2.0, Size(0.3, 1.0, 0.7))
    grid = with_box(two_rooms(doorway=False), shelf)
    approach = Approach(
        target=footprint(shelf),
        within=0.9,
        margin=0.1,
        radius=0.3,
        spots=tuple(itertools.chain(*put_down_spots(shelf, Size(0.1, 0.1, 0.1), [], grid, 0.1))),
        solid=(footprint(shelf),),
        outline=LEFT,
    )
    beyond = Pose(2.5, 2.0)
    poses = approach_poses(approach, beyond, grid, 5)
    assert poses
    assert all(pose.x < 1.7 for pose in poses)
    assert approach.distance_from(beyond.point, grid) == float("inf")
    assert approach.distance_from(Point(1.3, 2.0), grid) < 0.6


def test_a_line_may_pass_a_doorway_and_nothing_else() -> None:
    spots = [Point(1.6, 2.0), Point(1.6, 0.6)]
    for grid, base, expected in (
        (two_rooms(doorway=True), Point(2.5, 2.0), spots[:1]),
        (two_rooms(doorway=True), Point(1.0, 1.0), spots),
        (two_rooms(doorway=False), Point(2.5, 2.0), []),
        (None, Point(2.5, 2.0), []),
        (None, Point(1.0, 1.0), spots),
    ):
        assert clear_of_walls(LEFT, grid, base, spots) == expected
    assert clear_of_walls(None, two_rooms(doorway=False), Point(2.5, 2.0), spots) == spots


def test_a_spot_seen_just_outside_its_room_is_not_behind_a_wall() -> None:
    picture = [Point(2.2, 1.0)]
    assert clear_of_walls(LEFT, two_rooms(doorway=False), Point(1.5, 1.0), picture) == picture
    assert clear_of_walls(LEFT, two_rooms(doorway=False), Point(2.7, 1.0), picture) == []
