# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the notation of a sub-skill leaves out."""

from planner_views import explore, house, replace_, square, teammate, with_state

from adhoc_teamwork.adhoc_planner.decisions.next_subskill import complete
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.robot_state import RobotState
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


def test_a_place_is_looked_for_where_it_may_be_first_where_nobody_has_looked() -> None:
    rooms = tuple(
        Room(f"room_{n}", square(4.0 * n, 0.0), kind)
        for n, kind in enumerate(("Bathroom", "Bedroom", "", "Kitchen", "Kitchen"))
    )
    view = with_state(house(rooms=rooms), explored_rooms=())

    def after(own: tuple[str, ...] = (), mates: tuple[str, ...] = ()) -> str:
        mate = teammate(state=RobotState(Pose(5.0, 1.0), room="room_1", explored_rooms=mates))
        seen = with_state(house(rooms=rooms, teammates=(mate,)), explored_rooms=own)
        return complete(LOOK, HOME, seen).room_id

    assert complete(LOOK, HOME, view).room_id == "room_3", "the nearest kitchen, not the nearest"
    assert after(mates=("room_3",)) == "room_4"
    assert after(mates=("room_3", "room_4")) == "room_2", "nobody knows what that is"
    assert after(mates=("room_2", "room_3", "room_4")) == "room_3"
    assert after(own=("room_2", "room_3", "room_4")) == "room_0"
