# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in, a rule-based one, names first of what a robot could do."""

from dataclasses import replace

import pytest
from offline_pieces import candidates
from planner_views import BED, LOOKER, explore, failed, house, intending, mug, teammate, with_state

from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind


def test_who_is_at_exploring_a_room_does_not_turn_back_for_one_that_is_nearer() -> None:
    rooms = tuple(replace(room, explored=0.0) for room in house().rooms)
    view = with_state(house(rooms=rooms, capability=LOOKER), explored_rooms=())
    assert candidates(view)[0] == explore("room_0")
    assert candidates(replace(view, subtask=explore("room_2")))[0] == explore("room_2")


def test_a_thing_is_fetched_while_a_teammate_looks_for_its_home() -> None:
    """Room 2 is not explored, and may be where such things are kept; nor is room 0."""
    view = with_state(house(known_objects=(BED, mug())), explored_rooms=("room_1",))
    view = replace(view, current_objects=(), subtask=explore("room_0"))
    assert candidates(view)[0] == explore("room_0")
    scouted = replace(view, teammates=(intending(teammate(), explore("room_2")),))
    assert candidates(scouted)[0].object_id == "Mug_0"
    elsewhere = replace(view.rooms[2], room_type="Bathroom", type_confidence=0.9)
    in_vain = replace(scouted, rooms=(*view.rooms[:2], elsewhere))
    assert candidates(in_vain)[0] == explore("room_0")


@pytest.mark.parametrize(
    ("cause", "again"),
    [
        (Cause.SERVER_MISSING, True),
        (Cause.LOST, True),
        (Cause.NO_MAP, True),
        (Cause.BLOCKED, False),
    ],
    ids=str,
)
def test_what_the_robot_itself_was_not_ready_for_is_tried_again(cause: Cause, again: bool) -> None:
    """However often it failed for that, as while Nav2 is being brought up."""
    rooms = tuple(replace(room, explored=0.0) for room in house().rooms)
    view = with_state(house(rooms=rooms, capability=LOOKER), explored_rooms=())
    in_vain = 3 * (failed(SubSkillKind.EXPLORE, room_id="room_0", cause=cause),)
    assert (explore("room_0") in candidates(replace(view, history=in_vain))) is again


@pytest.mark.parametrize("kind", [SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT], ids=str)
@pytest.mark.parametrize(
    ("cause", "again"), [(Cause.NO_BASE_POSE, False), (Cause.BLOCKED, True)], ids=str
)
def test_what_no_place_serves_the_arm_for_is_left_to_others(
    kind: SubSkillKind, cause: Cause, again: bool
) -> None:
    view = house(history=(failed(kind, object_id="Mug_0", cause=cause),))
    assert ("Mug_0" in {c.object_id for c in candidates(view)}) is again
