# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object-room map."""

import math
from dataclasses import replace

import box_rooms
import numpy as np
from box_rooms import Block, BoxRoom

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room

CONFIG = PerceptionConfig()
CRATE = Block((3.0, 2.0, 0.3), (0.6, 0.6, 0.6), 3, box_rooms.furniture("Crate"))


def value(grid: GridMap, x: float, y: float, from_afar: bool = False) -> int:
    col = int((x - grid.origin[0]) / grid.cell)
    row = int((y - grid.origin[1]) / grid.cell)
    return int(grid.values(from_afar)[row, col])


def test_cells_before_a_wall_are_free_the_wall_occupied_and_the_rest_unknown() -> None:
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(BoxRoom().frame(Pose(1.0, 2.0, 0.0), 0.0), ())
    assert value(grid, 3.0, 2.0) == 0
    assert value(grid, 0.3, 3.5) == -1
    assert 100 in (value(grid, 4.99, 2.05), value(grid, 5.05, 2.05))


def test_level_camera_above_the_floor_still_marks_what_it_looks_at() -> None:
    room = BoxRoom(camera_height=1.6, pitch=0.0, fov=0.6)
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(room.frame(Pose(1.0, 2.0, 0.0), 0.0), ())
    assert value(grid, 4.2, 2.0) == 0
    assert value(grid, 1.5, 2.0) == -1


def test_floor_that_a_robot_drove_onto_unseen_is_bare_and_still_to_be_looked_at() -> None:
    room = BoxRoom(camera_height=1.6, pitch=0.0, fov=0.6)
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    for x in (1.0, 1.8):
        grid.integrate(room.frame(Pose(x, 2.0, 0.0), 0.0), ())
    assert value(grid, 1.0, 2.0) == 0
    assert value(grid, 1.8, 2.0) == -1
    assert value(grid, 1.8, 2.0, from_afar=True) == 0


def test_what_a_wall_hides_stays_unknown() -> None:
    room = BoxRoom({"wall": Block((2.5, 2.0, 1.25), (0.1, 4.0, 2.5))})
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    for yaw in np.linspace(-0.6, 0.6, 5):
        grid.integrate(room.frame(Pose(1.0, 2.0, float(yaw)), 0.0), ())
    assert value(grid, 2.2, 2.0) == 0
    assert value(grid, 3.5, 2.0) == -1


def test_floor_behind_low_furniture_stays_unknown_though_the_wall_above_it_is_seen() -> None:
    chair = Block((3.0, 2.0, 0.2), (0.4, 1.0, 0.4), 3, box_rooms.furniture("ArmChair"))
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(BoxRoom({"chair": chair}, camera_height=0.6).frame(Pose(1.0, 2.0, 0.0), 0.0), ())
    assert value(grid, 3.5, 2.0) == -1
    assert value(grid, 2.5, 2.0) == 0


def test_obstacle_is_occupied_and_free_again_once_it_is_gone() -> None:
    room = BoxRoom({"crate": CRATE})
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(room.frame(Pose(1.0, 2.0, 0.0), 0.0), ())
    assert value(grid, 2.75, 2.05) == 100
    room.blocks.clear()
    grid.integrate(room.frame(Pose(1.0, 2.0, 0.0), 0.5), ())
    assert value(grid, 2.75, 2.05) == 0


def test_looking_over_or_under_an_obstacle_does_not_free_it() -> None:
    board = Block((3.0, 2.0, 0.7), (0.8, 1.0, 0.04), 3, box_rooms.furniture("DiningTable"))
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(BoxRoom({"t": board}).frame(Pose(1.0, 2.0), 0.0), ())
    before = grid.values() == 100
    assert before[22:24, 30:36].sum() >= 6
    for height, pitch in ((0.3, 0.0), (1.8, -0.3)):
        low = BoxRoom({"t": board}, camera_height=height, pitch=pitch)
        grid.integrate(low.frame(Pose(1.0, 2.0), 1.0), ())
    assert (grid.values() == 100)[before].all()


def test_ignored_ids_block_nothing() -> None:
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(BoxRoom({"crate": CRATE}).frame(Pose(1.0, 2.0), 0.0), (3,))
    assert value(grid, 2.75, 2.05) != 100


def test_room_layer_and_explored_share() -> None:
    left = Room("room_0", ((0.0, 0.0), (2.5, 0.0), (2.5, 4.0), (0.0, 4.0)))
    right = Room("room_1", ((2.5, 0.0), (5.0, 0.0), (5.0, 4.0), (2.5, 4.0)))
    grid = GridMap((left, right), CONFIG)
    assert grid.explored(2, ()) == [0.0, 0.0]
    room = BoxRoom({"wall": Block((2.5, 2.0, 1.25), (0.1, 4.0, 2.5))})
    for y in (1.0, 2.0, 3.0):
        for yaw in np.arange(0.0, 2 * math.pi, 0.5):
            grid.integrate(room.frame(Pose(1.2, y, float(yaw)), 0.0), ())
    shares = grid.explored(2, ())
    assert shares[0] > 0.95
    assert shares[1] < 0.1


def test_floor_is_looked_at_where_small_things_on_it_would_show() -> None:
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(BoxRoom({}).frame(Pose(0.5, 2.0), 0.0), ())
    assert value(grid, 2.5, 2.0) == 0
    assert value(grid, 3.4, 2.0) == -1
    row, column = grid.extent.cell_at(3.4, 2.0) or (0, 0)
    assert grid.values(from_afar=True)[row, column] == 0


def test_floor_under_furniture_counts_as_explored_once_it_was_looked_at() -> None:
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    heard_of = [(2.7, 1.7, 3.3, 2.3)]
    assert grid.explored(1, heard_of)[0] == 0.0
    grid.integrate(BoxRoom({"crate": CRATE}).frame(Pose(1.0, 2.0), 0.0), ())
    assert grid.explored(1, heard_of)[0] > grid.explored(1, ())[0]


def test_same_frame_again_is_no_change() -> None:
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    frame = BoxRoom({"crate": CRATE}).frame(Pose(1.0, 2.0), 0.0)
    grid.integrate(frame, ())
    revision = grid.revision
    grid.integrate(frame, ())
    assert grid.revision == revision


def test_broken_depth_changes_nothing() -> None:
    from dataclasses import replace

    grid = GridMap((box_rooms.ROOM,), CONFIG)
    frame = BoxRoom().frame(Pose(1.0, 2.0), 0.0)
    grid.integrate(replace(frame, depth=np.full_like(frame.depth, np.nan)), ())
    assert (grid.values() == -1).all()


def test_floor_around_what_could_not_be_made_out_is_still_to_be_looked_at() -> None:
    mug = Block((3.0, 2.0, 0.06), (0.1, 0.1, 0.12), 7, box_rooms.small("Mug"))
    frame = BoxRoom({"mug": mug}).frame(Pose(1.0, 2.0), 0.0)
    for unclear, looked in (((), True), ((7,), False)):
        grid = GridMap((box_rooms.ROOM,), CONFIG)
        grid.integrate(frame, (), unclear)
        assert (value(grid, 3.2, 2.2) >= 0) is looked
        assert value(grid, 2.3, 2.0) == 0


def test_what_is_unclear_on_a_top_is_doubted_until_it_has_shown_from_near() -> None:
    desk = Block((3.0, 2.0, 0.35), (0.6, 1.0, 0.7), 4, box_rooms.furniture("Desk"))
    card = Block((2.9, 2.0, 0.71), (0.1, 0.1, 0.02), 7, box_rooms.small("CreditCard"))
    room = BoxRoom({"desk": desk, "card": card})
    for suspected in ((), (7,)):
        grid, is_doubted = GridMap((box_rooms.ROOM,), CONFIG), np.bool_(bool(suspected))
        here = grid.extent.window((2.8, 1.9, 3.0, 2.1))
        grid.integrate(room.frame(Pose(1.6, 2.0), 0.0), (), (7,), suspected)
        assert grid.doubted[here].any() is is_doubted
        assert not grid.doubted[grid.extent.window((2.8, 2.3, 3.2, 2.5))].any()
        grid.integrate(room.frame(Pose(0.4, 2.0, math.pi), 1.0), ())
        assert grid.doubted[here].any() is is_doubted
        grid.integrate(room.frame(Pose(2.0, 2.0), 2.0), ())
        assert not grid.doubted[here].any()
        assert grid.inspected[here].any()


def test_what_is_suspected_is_doubted_no_more_once_it_is_known() -> None:
    desk = Block((3.0, 2.0, 0.35), (0.6, 1.0, 0.7), 4, box_rooms.furniture("Desk"))
    card = Block((2.9, 2.0, 0.71), (0.1, 0.1, 0.02), 7, box_rooms.small("CreditCard"))
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    frame = BoxRoom({"desk": desk, "card": card}).frame(Pose(1.6, 2.0), 0.0)
    grid.integrate(frame, (), (7,), (7,))
    assert grid.doubted.any()
    grid.integrate(frame, (), known_ids=(7,))
    assert not grid.doubted.any()


def test_where_a_high_ray_meets_nothing_within_range_no_floor_was_looked_at() -> None:
    frame = BoxRoom(camera_height=0.6, pitch=0.0).frame(Pose(1.0, 2.0), 0.0)
    upper = np.arange(len(frame.depth))[:, None] < len(frame.depth) // 2
    nothing = np.where(upper, np.inf, np.nan).astype(np.float32)
    depth = np.broadcast_to(nothing, frame.depth.shape)
    frame = replace(frame, depth=depth, camera_range=2.0)
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    grid.integrate(frame, ())
    col = int((1.5 - grid.origin[0]) / grid.cell)
    assert (grid.values()[:, col:] == -1).all()


SOFA = (
    Block((3.0, 2.0, 0.2), (0.8, 1.6, 0.4), 4, box_rooms.furniture("Sofa")),
    Block((3.35, 2.0, 0.45), (0.1, 1.6, 0.9), 4, box_rooms.furniture("Sofa")),
)


def share_inspected(pose: Pose, **camera: float) -> float:
    """Return the share of a sofa's seat of which one frame would show small things."""
    grid = GridMap((box_rooms.ROOM,), CONFIG)
    room = BoxRoom({"seat": SOFA[0], "back": SOFA[1]}, **camera)  # type: ignore[arg-type]
    grid.integrate(room.frame(pose, 0.0), ())
    return float(grid.inspected[grid.extent.window((2.65, 1.3, 3.25, 2.7))].mean())


def test_a_seat_is_inspected_from_before_it_and_near() -> None:
    assert share_inspected(Pose(1.6, 2.0), width=320, height=240) > 0.7


def test_a_seat_is_not_inspected_from_behind_its_back_from_afar_or_from_below() -> None:
    assert share_inspected(Pose(4.7, 2.0, math.pi), width=320, height=240) < 0.3
    assert share_inspected(Pose(0.3, 2.0), width=80, height=60) == 0.0
    assert share_inspected(Pose(1.6, 2.0), width=320, height=240, camera_height=0.4) < 0.3


def test_a_camera_that_shows_seats_from_afar_only_inspects_them_from_there() -> None:
    level = {"width": 80, "height": 60, "camera_height": 1.0, "pitch": 0.0, "fov": 0.7}
    assert share_inspected(Pose(0.2, 2.0), **level) > 0.2
