# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tops that are still to be looked over, and rooms that are not explored while there are."""

import math
from dataclasses import replace

import box_rooms
import pytest
from box_rooms import Block, BoxRoom

from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import SceneGraph

SOFA = box_rooms.furniture("Sofa")
ROOM = {
    "seat": Block((3.0, 2.0, 0.2), (0.8, 1.8, 0.4), 4, SOFA),
    "back": Block((3.35, 2.0, 0.45), (0.1, 1.8, 0.9), 4, SOFA),
}
CAMERA = replace(
    box_rooms.CAPABILITY,
    camera_height=1.2, camera_pitch=0.35, horizontal_fov=1.2, vertical_fov=0.95,
)  # fmt: skip
ALL_ROUND = [i * math.pi / 3.0 for i in range(6)]


def perceiving(room: BoxRoom, camera: Capability) -> Perception:
    """Return the perception of a robot that is told a room's plan and labels."""
    perception = Perception("tester", camera)
    perception.set_labels(room.labels())
    perception.set_floor_plan(SceneGraph(rooms=(box_rooms.ROOM,)))
    return perception


def explored_from(*poses: Pose, given_plan: bool = True) -> float:
    """Return the explored share of a room with a sofa, looked at from some poses."""
    room = BoxRoom(dict(ROOM), width=240, height=180)
    perception = Perception("tester", CAMERA)
    perception.set_labels(room.labels())
    if given_plan:
        perception.set_floor_plan(SceneGraph(rooms=(box_rooms.ROOM,)))
    stamp = 0.0
    for pose in poses:
        stamp += 6.0
        perception.process(room.frame(pose, stamp))
    return perception.scene_graph(stamp).rooms[0].explored


@pytest.mark.parametrize("given_plan", [True, False])
def test_a_room_is_explored_once_its_sofa_was_looked_over(given_plan: bool) -> None:
    places = [(x, y) for x in (4.4, 2.2, 0.6) for y in (0.6, 2.0, 3.4)]
    corners = [Pose(x, y, yaw) for x, y in places for yaw in ALL_ROUND]
    behind = [pose for pose in corners if pose.x > 4.0 or math.cos(pose.yaw) < 0.3]
    before = explored_from(*behind, given_plan=given_plan)
    after = explored_from(*behind, Pose(1.6, 2.0), given_plan=given_plan)
    assert after > before + 0.01
    assert after > 0.95


def test_one_small_top_that_is_left_keeps_a_room_from_being_explored() -> None:
    room = BoxRoom({}, width=240, height=180)
    perception = Perception("tester", CAMERA)
    perception.set_floor_plan(SceneGraph(rooms=(box_rooms.ROOM,)))
    for number, place in enumerate([(x, y) for x in (4.4, 2.2, 0.6) for y in (0.6, 2.0, 3.4)]):
        for yaw in ALL_ROUND:
            perception.process(room.frame(Pose(*place, yaw), 6.0 * number + yaw))
    grid = perception.grid
    assert grid.explored(1, [])[0] > 0.98
    grid.tops_left[grid.extent.window((2.95, 1.95, 3.15, 2.15))] = True
    assert grid.explored(1, [])[0] <= 0.95


def test_what_was_shown_before_anything_had_a_name_is_looked_at_again() -> None:
    card = Block((2.8, 2.0, 0.42), (0.2, 0.2, 0.04), 5, box_rooms.small("Book"))
    room = BoxRoom(dict(ROOM, card=card), width=240, height=180)
    perception = Perception("tester", CAMERA)
    perception.set_floor_plan(SceneGraph(rooms=(box_rooms.ROOM,)))
    perception.process(room.frame(Pose(1.6, 2.0), 1.0))
    assert (perception.grid.values() == 100).any()
    perception.set_labels(room.labels())
    assert not (perception.grid.values() == 100).any()
    assert perception.settled
    perception.process(room.frame(Pose(1.6, 2.0), 2.0))
    inspected = perception.grid.inspected.sum()
    assert inspected > 0
    perception.set_labels(room.labels())
    assert perception.grid.inspected.sum() == inspected


def test_a_top_is_not_looked_over_where_something_on_it_has_no_name() -> None:
    odd = Block((2.8, 2.0, 0.42), (0.2, 0.2, 0.04), 99, None)
    cells = []
    for blocks in (ROOM, dict(ROOM, odd=odd)):
        room = BoxRoom(dict(blocks), width=240, height=180)
        perception = Perception("tester", CAMERA)
        perception.set_labels(room.labels())
        perception.set_floor_plan(SceneGraph(rooms=(box_rooms.ROOM,)))
        perception.process(room.frame(Pose(1.6, 2.0), 1.0))
        window = perception.grid.extent.window((2.7, 1.9, 2.9, 2.1))
        cells.append(perception.grid.inspected[window])
    assert cells[0].any()
    assert not cells[1].any()


def test_along_a_seat_as_high_as_the_camera_a_robot_has_to_look_from_near() -> None:
    low = replace(CAMERA, camera_height=0.5, camera_pitch=0.0)
    room = BoxRoom(dict(ROOM), camera_height=0.5, pitch=0.0, width=240, height=180)
    shares = []
    for poses in ((Pose(0.3, 2.0),), (Pose(1.4, 1.5), Pose(1.4, 2.5)), (Pose(4.7, 2.0, math.pi),)):
        perception = perceiving(room, low)
        for number, pose in enumerate((Pose(1.0, 0.5), *poses)):
            perception.process(room.frame(pose, 1.0 + number))
        perception.scene_graph(9.0)
        window = perception.grid.extent.window((2.7, 1.3, 3.2, 2.7))
        shares.append(float(perception.grid.tops_left[window].mean()))
    from_afar, from_near, from_behind = shares
    assert from_near < 0.1 < 0.5 < min(from_afar, from_behind)


def test_a_room_is_not_explored_while_the_edge_of_a_higher_top_hides_what_may_stand_on_it() -> None:
    low = replace(CAMERA, camera_height=0.5, camera_pitch=0.0)
    counter = Block((3.0, 2.0, 0.4), (0.8, 1.8, 0.8), 4, box_rooms.furniture("CounterTop"))
    room = BoxRoom({"counter": counter}, camera_height=0.5, pitch=0.0, width=240, height=180)
    shares = []
    for pose in (Pose(1.7, 2.0), Pose(0.5, 2.0), Pose(0.5, 2.0, math.pi)):
        perception = perceiving(room, low)
        perception.process(room.frame(Pose(4.6, 0.3, 2.4), 1.0))
        perception.process(room.frame(Pose(0.5, 2.0), 2.0))
        perception.grid.inspected[:] = False
        perception.process(room.frame(pose, 3.0))
        perception.scene_graph(9.0)
        window = perception.grid.extent.window((2.8, 1.5, 3.1, 2.5))
        shares.append(float(perception.grid.tops_left[window].mean()))
    from_near, from_farther, turned_away = shares
    assert from_farther < 0.2 < 0.4 < min(from_near, turned_away)
