# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects over time, seen through whole frames."""

import math
from dataclasses import replace

import box_rooms
import numpy as np
import pytest
from box_rooms import Block, BoxRoom, Looker, furniture, small

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate, Presence

ROBOT = Label("Robot")


def test_mug_on_table_is_found_where_it_is(looker: Looker) -> None:
    looker.look(times=2)
    mug = looker.object("Mug_0")
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert math.dist((mug.position.x, mug.position.y, mug.position.z), (2.8, 2.1, 0.76)) < 0.05
    assert (mug.receptacle, mug.relation) == ("DiningTable_0", Predicate.ON)
    assert looker.object("DiningTable_0").support_height == pytest.approx(0.7, abs=0.02)
    assert mug.room == "room_0"
    assert mug.seen_by == "rover"
    assert mug.pickupable
    assert not mug.is_receptacle


def test_nothing_is_doubled_by_seeing_it_again_from_all_sides(looker: Looker) -> None:
    for _ in range(3):
        for x, y, yaw in ((1.0, 2.0, 0.0), (3.0, 0.5, 1.57), (4.8, 2.0, 3.14), (3.0, 3.8, -1.57)):
            looker.look(x, y, yaw)
    assert looker.ids() == ["DiningTable_0", "Mug_0"]


def test_detections_are_what_the_frame_showed(looker: Looker) -> None:
    shown = looker.look()
    assert {d.object_id for d in shown} == {"DiningTable_0", "Mug_0"}
    assert looker.look(yaw=math.pi) == ()


def test_unseen_is_not_gone(looker: Looker) -> None:
    looker.look(times=2)
    looker.look(yaw=math.pi, times=6)
    assert looker.object("Mug_0").status is Presence.PRESENT


def test_hidden_is_not_gone(looker: Looker) -> None:
    looker.look(times=2)
    looker.room.blocks["screen"] = Block((2.0, 2.0, 0.75), (0.05, 3.0, 1.5))
    looker.look(times=6)
    assert looker.object("Mug_0").status is Presence.PRESENT


def test_gone_after_two_looks_at_its_empty_place(looker: Looker) -> None:
    looker.look(times=2)
    del looker.room.blocks["mug"]
    looker.look()
    assert looker.object("Mug_0").status is Presence.PRESENT
    shown = looker.look()
    assert looker.object("Mug_0").status is Presence.GONE
    assert [d.status for d in shown if d.object_id == "Mug_0"] == [Presence.GONE]


def test_thin_thing_taken_from_a_table_is_gone_in_the_end(looker: Looker) -> None:
    looker.room.blocks["mug"] = Block((2.6, 2.0, 0.71), (0.25, 0.25, 0.02), 2, small("Plate"))
    looker.look(times=2)
    assert "Plate_0" in looker.ids()
    del looker.room.blocks["mug"]
    looker.look(times=8)
    assert looker.object("Plate_0").status is Presence.GONE


def test_moved_object_keeps_its_name(looker: Looker) -> None:
    looker.look(times=2)
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.7, 3.0, 0.06)
    looker.look(times=3)
    mug = looker.object("Mug_0")
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert mug.position.y == pytest.approx(3.0, abs=0.05)
    assert mug.receptacle == FLOOR


def test_moved_object_keeps_its_name_though_mask_ids_change(looker: Looker) -> None:
    looker.look(times=2)
    mug = looker.room.blocks["mug"].at(2.7, 3.0, 0.06)
    looker.room.blocks["mug"] = replace(mug, instance=7)
    looker.look(times=4)
    present = [o for o in looker.graph().objects if o.category == "Mug"]
    assert [o.object_id for o in present] == ["Mug_0"]
    assert present[0].position.y == pytest.approx(3.0, abs=0.05)


def test_object_found_elsewhere_first_is_one_object_once_its_old_place_is_seen_empty(
    looker: Looker,
) -> None:
    looker.look(times=2)
    mug = looker.room.blocks["mug"].at(0.4, 2.1, 0.06)
    looker.room.blocks["mug"] = replace(mug, instance=7)
    looker.look(2.0, 2.0, math.pi, times=2)
    looker.look(times=3)
    mugs = [o for o in looker.graph().objects if o.category == "Mug"]
    assert [(o.object_id, o.status) for o in mugs] == [("Mug_0", Presence.PRESENT)]
    assert mugs[0].position.x == pytest.approx(0.4, abs=0.05)


def test_two_of_a_kind_are_two(looker: Looker) -> None:
    looker.room.blocks["other"] = Block((2.8, 1.8, 0.76), (0.1, 0.1, 0.12), 3, small("Mug"))
    looker.look(times=2)
    looker.look(1.5, 1.0, 0.5, times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_0", "Mug_1"]


def test_two_of_a_kind_stay_two_though_mask_ids_swap(looker: Looker) -> None:
    blocks = looker.room.blocks
    blocks["other"] = Block((2.8, 1.7, 0.76), (0.1, 0.1, 0.12), 3, small("Mug"))
    looker.look(times=2)
    first = looker.object("Mug_0").position
    blocks["mug"] = replace(blocks["mug"], instance=3)
    blocks["other"] = replace(blocks["other"], instance=2)
    looker.look(times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_0", "Mug_1"]
    assert looker.object("Mug_0").position.distance_to(first) < 0.03


def test_nudged_object_is_followed_and_not_smeared(looker: Looker) -> None:
    looker.look(times=2)
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.8, 2.24, 0.76)
    looker.look(times=3)
    mug = looker.object("Mug_0")
    assert mug.position.y == pytest.approx(2.24, abs=0.04)
    assert mug.size.y < 0.16


def test_too_few_pixels_make_no_object(looker: Looker) -> None:
    looker.room.blocks["mug"] = Block((4.8, 3.0, 0.76), (0.02, 0.02, 0.03), 2, small("Pen"))
    looker.look(times=2)
    assert looker.ids() == ["DiningTable_0"]


def test_small_object_cut_by_the_border_is_created_only_where_much_of_it_shows() -> None:
    room = BoxRoom({"mug": Block((3.0, 2.0, 0.06), (0.1, 0.3, 0.12), 2, small("Mug"))})
    looker = Looker(room)
    looker.look(yaw=0.66)
    assert looker.ids() == []
    looker.look(yaw=0.2)
    assert looker.ids() == ["Mug_0"]
    near = Looker(BoxRoom({"mug": Block((1.9, 2.0, 0.3), (0.1, 0.3, 0.6), 2, small("Mug"))}))
    near.look(x=1.0, y=2.0, yaw=0.0)
    assert near.ids() == ["Mug_0"]


def test_large_furniture_grows_over_views() -> None:
    bed = Block((3.0, 2.0, 0.25), (1.0, 3.6, 0.5), 4, furniture("Bed"))
    looker = Looker(BoxRoom({"bed": bed}))
    looker.look(1.6, 1.0, 0.0)
    first = looker.object("Bed_0").size.y
    looker.look(1.6, 3.0, 0.0)
    looker.look(0.8, 2.0, 0.0)
    assert looker.ids() == ["Bed_0"]
    assert looker.object("Bed_0").size.y == pytest.approx(3.6, abs=0.15)
    assert looker.object("Bed_0").size.y > first


def test_unknown_ids_are_counted_and_skipped(looker: Looker) -> None:
    looker.room.blocks["odd"] = Block((2.8, 1.7, 0.8), (0.2, 0.2, 0.2), 99, None)
    looker.look()
    assert looker.belief.counters["unknown_ids"] == 1
    assert looker.ids() == ["DiningTable_0", "Mug_0"]


def test_teammates_are_neither_objects_nor_obstacles() -> None:
    looker = Looker(BoxRoom({"mate": Block((3.0, 2.0, 0.4), (0.5, 0.5, 0.8), 9, ROBOT)}))
    looker.look(times=2)
    assert looker.ids() == []
    assert looker.belief.grid is not None
    row, col = (int((v - o) / 0.1) for v, o in zip((2.0, 2.75), (-0.3, -0.3), strict=True))
    assert looker.belief.grid.values()[row, col] != 100


def test_object_carried_by_a_teammate_is_held_not_new(looker: Looker) -> None:
    looker.look(times=2)
    looker.room.blocks["mate"] = Block((2.6, 2.9, 0.3), (0.4, 0.4, 0.6), 9, ROBOT)
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.6, 2.9, 0.66)
    looker.look(times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert looker.object("Mug_0").status is Presence.HELD
    looker.room.blocks["mate"] = looker.room.blocks["mate"].at(2.4, 0.8, 0.3)
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.8, 1.7, 0.76)
    looker.look(times=2)
    assert looker.object("Mug_0").status is Presence.PRESENT
    assert looker.object("Mug_0").receptacle == "DiningTable_0"


def test_unknown_thing_on_a_teammate_is_not_created() -> None:
    room = BoxRoom(
        {
            "mate": Block((2.4, 2.2, 0.3), (0.4, 0.4, 0.6), 9, ROBOT),
            "cup": Block((2.4, 2.2, 0.66), (0.1, 0.1, 0.12), 3, small("Cup")),
        }
    )
    looker = Looker(room)
    looker.look(times=3)
    assert looker.ids() == []


def test_what_the_own_hand_closed_on_is_held_until_let_go(looker: Looker) -> None:
    looker.look(1.9, 2.1, times=2)
    looker.belief.feel(True)
    del looker.room.blocks["mug"]
    looker.look(1.9, 2.1, times=3)
    mug = looker.object("Mug_0")
    assert mug.status is Presence.HELD
    looker.look(1.0, 3.5, math.pi / 2, times=2)
    carried = looker.object("Mug_0")
    assert (carried.position.x, carried.position.y) == pytest.approx((1.0, 3.8), abs=0.1)
    looker.room.blocks["mug"] = Block((2.7, 1.8, 0.76), (0.1, 0.1, 0.12), 2, small("Mug"))
    looker.belief.feel(False)
    looker.look(2.1, 1.8, times=1)
    assert looker.object("Mug_0").status is Presence.PRESENT
    looker.look(1.5, 1.8, times=2)
    mug = looker.object("Mug_0")
    assert mug.receptacle == "DiningTable_0"
    assert (mug.position.x, mug.position.y) == pytest.approx((2.7, 1.8), abs=0.06)
    assert looker.ids() == ["DiningTable_0", "Mug_0"]


def test_what_was_let_go_of_is_believed_where_the_robot_stood_then(looker: Looker) -> None:
    looker.look(1.9, 2.1, times=2)
    looker.belief.feel(True, box_rooms.Pose(1.9, 2.1))
    del looker.room.blocks["mug"]
    looker.look(1.9, 2.1, times=2)
    looker.belief.feel(False, box_rooms.Pose(2.1, 1.8))
    looker.look(1.0, 3.5, math.pi / 2, times=1)
    mug = looker.object("Mug_0")
    assert mug.status is Presence.PRESENT
    assert mug.receptacle == "DiningTable_0"
    assert (mug.position.x, mug.position.y) == pytest.approx((2.7, 1.8), abs=0.1)


def test_what_an_arm_to_the_side_let_go_of_is_believed_there() -> None:
    """The robot looks away from the table, to its right."""
    looker = Looker(box_rooms.table_with_mug(), line=ReachLine(-math.pi / 2.0, 0.0))
    looker.look(1.9, 2.1, times=2)
    at = box_rooms.Pose(2.1, 1.8, math.pi / 2.0)
    del looker.room.blocks["mug"]
    looker.belief.feel(True, at)
    looker.look(1.0, 3.5, math.pi / 2, times=1)
    assert looker.object("Mug_0").status is Presence.HELD
    looker.belief.feel(False, at)
    looker.look(1.0, 3.5, math.pi / 2, times=1)
    mug = looker.object("Mug_0")
    assert mug.receptacle == "DiningTable_0"
    assert (mug.position.x, mug.position.y) == pytest.approx((2.7, 1.8), abs=0.1)


def test_wrong_guess_of_what_the_hand_holds_is_corrected(looker: Looker) -> None:
    looker.room.blocks["apple"] = Block((2.75, 1.85, 0.75), (0.1, 0.1, 0.1), 3, small("Apple"))
    looker.look(1.9, 2.1, -0.3, times=2)
    looker.belief.feel(True)
    nearer = looker.object("Apple_0")
    del looker.room.blocks["mug"]
    looker.look(1.9, 2.1, -0.3, times=4)
    assert nearer.status is Presence.PRESENT
    assert looker.object("Apple_0").status is Presence.PRESENT
    assert looker.object("Mug_0").status is Presence.HELD


def test_the_own_planner_knows_what_the_hand_meant_to_grasp(looker: Looker) -> None:
    looker.room.blocks["apple"] = Block((2.75, 1.85, 0.75), (0.1, 0.1, 0.1), 3, small("Apple"))
    looker.look(1.9, 2.1, -0.3, times=2)
    looker.belief.feel(True, box_rooms.Pose(1.9, 2.1, -0.3))
    looker.look(1.0, 3.5, math.pi, times=1)
    assert looker.object("Apple_0").status is Presence.HELD
    looker.belief.hear_own_planner("Mug_0")
    looker.look(1.0, 3.5, math.pi, times=1)
    assert looker.object("Mug_0").status is Presence.HELD
    apple = looker.object("Apple_0")
    assert apple.status is Presence.PRESENT
    assert (apple.position.x, apple.position.y) == pytest.approx((2.75, 1.85), abs=0.06)
    looker.belief.hear_own_planner("Nothing_3")
    looker.look(1.0, 3.5, math.pi, times=1)
    assert looker.object("Mug_0").status is Presence.HELD


def test_number_of_frames_does_not_grow_the_belief(looker: Looker) -> None:
    looker.look(times=5)
    known = [len(k.cloud) for k in looker.belief._store]
    revision = looker.belief.revision
    looker.look(times=30)
    assert [len(k.cloud) for k in looker.belief._store] == known
    assert looker.belief.revision == revision


def test_empty_and_broken_frames_change_nothing(looker: Looker) -> None:
    looker.look(times=2)
    before = looker.ids()
    seen = looker.room.frame(box_rooms.Pose(1.0, 2.0), 10.0)
    for value in (np.nan, 0.0, -1.0, -np.inf):
        broken = replace(seen, depth=np.full_like(seen.depth, value))
        assert isinstance(broken, Frame)
        looker.belief.process(broken)
    assert looker.ids() == before
    assert looker.belief.counters["empty_depth"] == 4


def test_reset_forgets_objects_and_keeps_the_plan(looker: Looker) -> None:
    looker.look(times=2)
    looker.belief.reset()
    assert looker.ids() == []
    assert len(looker.graph().rooms) == 1
    looker.look()
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
