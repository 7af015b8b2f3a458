# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the notation of a sub-skill leaves out."""

from planner_views import explore, house, replace_, with_state

from adhoc_teamwork.adhoc_planner.decisions.next_subskill import complete
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind

LOOK = SubSkill(SubSkillKind.EXPLORE)
HOME = replace_("Mug_0", "CounterTop", "Kitchen")


def test_exploring_is_of_the_subtasks_room_or_of_the_nearest_left() -> None:
    view = with_state(house(), explored_rooms=("room_0",))
    assert complete(LOOK, explore("room_2"), view).room_id == "room_2"
    nearest = complete(LOOK, HOME, view).room_id
    assert nearest in {room.room_id for room in view.rooms} - {"room_0"}
    assert complete(LOOK.having(room_id="room_0"), HOME, view).room_id == "room_0"
    everywhere = with_state(view, explored_rooms=tuple(r.room_id for r in view.rooms))
    assert complete(LOOK, HOME, everywhere) == LOOK
    stop = SubSkill(SubSkillKind.STOP)
    assert complete(stop, HOME, view) == stop
