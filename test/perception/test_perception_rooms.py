# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms found on the map: parted at doorways, named for good, outlined, connected."""

import math

import numpy as np
import pytest
from box_rooms import RANGE, Block, BoxRoom, furniture

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.rooms.found_rooms import RoomFinder
from adhoc_teamwork.perception.rooms.room_segmentation import segment_rooms
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import Predicate, Relation, SceneGraph

CONFIG = PerceptionConfig(plan_wait=0.0, room_interval=0.0)


def drawing(*rows: str, scale: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Return floor and walls of a plan of half metres: # wall, . floor, space unknown."""
    plan = np.array([list(row) for row in rows]).repeat(scale, 0).repeat(scale, 1)
    return plan == ".", plan == "#"


TWO = drawing(
    "#############",
    "#.....#.....#",
    "#.....#.....#",
    "#...........#",
    "#...........#",
    "#.....#.....#",
    "#.....#.....#",
    "#############",
)


def test_a_doorway_parts_two_rooms() -> None:
    rooms = segment_rooms(*TWO, 0.1, CONFIG)
    left, right = rooms[15, 10], rooms[15, 50]
    assert sorted((left, right)) == [0, 1]
    assert (rooms[TWO[0][:, :65] & (np.arange(65) < 28)] == left).all()
    assert (rooms[TWO[0] & (np.arange(65) >= 37)] == right).all()
    assert (rooms[TWO[1]] == -1).all()


@pytest.mark.parametrize("rows", [
    ("##########", "#........#", "#........#", "#........#", "#........#", "##########"),
    ("##########", "#........#", "#........#", "#...######", "#...#     ", "#####     "),
    ("##############", "#............#", "#............#", "##############"),
])  # fmt: skip
def test_a_room_without_a_doorway_stays_one(rows: tuple[str, ...]) -> None:
    assert segment_rooms(*drawing(*rows, scale=8), 0.1, CONFIG).max() == 0


def test_a_doorway_as_wide_as_a_narrow_room_parts_it() -> None:
    rows = ["############", "#..#.......#"] + 2 * ["#..#.......#"] + 3 * ["#..........#"]
    floor, walls = drawing(*rows, *(3 * ["#..#.......#"]), "############", scale=6)
    rooms = segment_rooms(floor, walls, 0.1, CONFIG)
    assert rooms.max() == 1
    assert rooms[30, 10] != rooms[30, 50]


def test_an_alcove_and_a_corridor_that_turns_are_no_rooms() -> None:
    alcove = drawing("########", *2 * ["###..###"], *3 * ["#......#"], "########", scale=8)
    corner = drawing("########", "#.....##", "#.....##", "####..##", "####..##", "########")
    for floor, walls in (alcove, corner):
        assert segment_rooms(floor, walls, 0.1, CONFIG).max() == 0


def test_an_opening_wider_than_a_doorway_does_not_part() -> None:
    floor, walls = TWO
    assert segment_rooms(floor, walls, 0.1, PerceptionConfig(doorway_width=0.6)).max() == 0


def test_what_stands_in_a_room_and_specks_of_wall_do_not_part_it() -> None:
    floor, walls = (layer.copy() for layer in TWO)
    walls[18, 15:17] = True
    floor[20:24, 8:12] = False
    rooms = segment_rooms(floor, walls, 0.1, CONFIG)
    assert rooms.max() == 1
    assert rooms[22, 10] == rooms[15, 10]


def test_a_corner_seen_through_a_door_is_no_room() -> None:
    floor, walls = (layer.copy() for layer in TWO)
    floor[:, 36:] = False
    rooms = segment_rooms(floor, walls, 0.1, CONFIG)
    assert rooms.max() == 0


def test_nothing_known_has_no_rooms() -> None:
    nothing = np.zeros((4, 5), np.bool_)
    assert (segment_rooms(nothing, nothing, 0.1, CONFIG) == -1).all()
    assert segment_rooms(nothing[:0, :0], nothing[:0, :0], 0.1, CONFIG).shape == (0, 0)


DIVIDED = {
    "south": Block((2.5, 0.75, 1.25), (0.1, 1.5, 2.5)),
    "north": Block((2.5, 3.25, 1.25), (0.1, 1.5, 2.5)),
    "bed": Block((4.3, 3.2, 0.3), (1.2, 1.4, 0.6), 1, furniture("Bed")),
}


class Explorer:
    """A belief without a floor plan in two rooms that a doorway joins."""

    def __init__(self) -> None:
        self.room = BoxRoom(dict(DIVIDED))
        self.belief = Perception("rover", Capability("rover", camera_range=RANGE), CONFIG)
        self.belief.set_labels(self.room.labels())
        self.time = 0.0

    def look_round(self, x: float, y: float, turns: int = 8) -> SceneGraph:
        for turn in range(turns):
            self.time += 0.5
            base = Pose(x, y, turn * 2.0 * math.pi / turns)
            self.belief.process(self.room.frame(base, self.time))
        return self.belief.scene_graph(self.time)


def test_rooms_keep_their_ids_while_the_map_grows() -> None:
    explorer = Explorer()
    first = explorer.look_round(1.0, 3.3)
    here = Point(1.0, 2.0)
    left = room_at(first.rooms, here)
    assert left is not None
    assert left.room_id == "room_0"
    assert left.explored < 0.9
    explorer.look_round(1.0, 0.7)
    explorer.look_round(3.5, 2.0)
    for x, y in ((4.0, 3.2), (1.8, 1.6), (1.8, 2.4)):
        explorer.look_round(x, y)
    both = explorer.look_round(4.0, 1.0)
    assert [room.room_id for room in both.rooms] == ["room_0", "room_1"]
    inside = {room.room_id: room for room in both.rooms}
    assert inside["room_0"].contains(here)
    assert inside["room_1"].contains(Point(4.0, 1.0))
    assert not inside["room_0"].contains(Point(4.0, 1.0))
    assert Relation("room_0", Predicate.CONNECTED, "room_1") in both.relations
    assert min(room.explored for room in both.rooms) > 0.9
    bed = both.object("Bed_0")
    assert bed is not None
    assert (bed.room, bed.room_type) == ("room_1", "Bedroom")


def test_outlines_follow_the_walls() -> None:
    explorer = Explorer()
    for x, y in ((1.0, 3.3), (1.0, 0.7), (3.5, 2.0), (4.0, 1.0)):
        graph = explorer.look_round(x, y)
    corners = np.array([corner for room in graph.rooms for corner in room.outline])
    assert corners.min(axis=0) == pytest.approx([0.0, 0.0], abs=0.25)
    assert corners.max(axis=0) == pytest.approx([5.0, 4.0], abs=0.25)


def test_a_floor_plan_that_comes_later_takes_the_place_of_what_was_found() -> None:
    from box_rooms import ROOM

    explorer = Explorer()
    explorer.look_round(1.0, 3.3)
    explorer.belief.set_floor_plan(SceneGraph(rooms=(ROOM,)))
    graph = explorer.look_round(1.0, 3.3)
    assert [room.outline for room in graph.rooms] == [ROOM.outline]


def test_a_floor_plan_is_waited_for() -> None:
    belief = Perception("rover", Capability("rover", camera_range=RANGE), PerceptionConfig())
    room = BoxRoom()
    for second in range(1, 11):
        belief.process(room.frame(Pose(1.0, 2.0, 0.0), float(second)))
    assert not belief.settled
    assert belief.scene_graph(10.0).rooms == ()
    belief.process(room.frame(Pose(1.0, 2.0, 0.0), 11.0))
    assert belief.settled
    assert len(belief.scene_graph(11.0).rooms) == 1


def test_a_map_without_a_plan_grows_with_what_is_seen() -> None:
    grid = GridMap((), CONFIG)
    assert (grid.width, grid.height) == (0, 0)
    grid.integrate(BoxRoom().frame(Pose(1.0, 2.0, 0.0), 0.0), ())
    before = grid.values()
    place = grid.extent
    grid.integrate(BoxRoom().frame(Pose(1.0, 2.0, math.pi / 2), 0.0), ())
    kept = grid.values()[place.offset_in(grid.extent)]
    assert grid.width * grid.height >= before.size
    assert (kept[before >= 0] >= 0).all()
    x0, y0, x1, y1 = grid.extent.box
    assert (x0 < 0.0, y0 < 1.0, x1 > 5.0, y1 > 4.0) == (True, True, True, True)


def test_a_map_without_a_plan_does_not_outgrow_its_limit() -> None:
    small = PerceptionConfig(largest_map=3.0)
    grid = GridMap((), small)
    for yaw in np.arange(0.0, 6.0, 1.0):
        grid.integrate(BoxRoom().frame(Pose(1.0, 2.0, float(yaw)), 0.0), ())
    assert max(grid.width, grid.height) <= 31


def test_ids_of_rooms_that_are_no_more_are_not_given_again() -> None:
    explorer = Explorer()
    for x, y in ((1.0, 3.3), (1.0, 0.7), (3.5, 2.0), (4.0, 1.0)):
        explorer.look_round(x, y)
    finder = RoomFinder(CONFIG)
    rooms = finder.find(explorer.belief.grid)
    assert [room.room_id for room in rooms.rooms] == ["room_0", "room_1"]
    explorer.belief.grid._wall[:] = 0
    one = finder.find(explorer.belief.grid)
    assert len(one.rooms) == 1
    kept = one.rooms[0].room_id
    explorer.look_round(1.0, 2.0)
    explorer.look_round(3.5, 2.0)
    again = [room.room_id for room in finder.find(explorer.belief.grid).rooms]
    assert kept in again
    assert set(again) - {kept} <= {"room_2"}
