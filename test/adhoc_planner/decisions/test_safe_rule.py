# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is done where no model can be asked."""

from dataclasses import replace

from agent_pieces import EXPLORE, FINE, GO, PICK, PUT, REPLACE, view
from agent_rig import failure

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import SkillOutcome
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import (
    choose_subskill,
    choose_subtask,
    unexplored_rooms,
)
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


def nowhere(_category: str) -> tuple[str, str] | None:
    return None


def test_the_rule_explores_the_nearest_free_room_first() -> None:
    exploring = Intent(1, IntentStatus.ADOPTED, SubTask(SubTaskKind.EXPLORE, room_id="room_0"))
    mate = Teammate("beta", intents={1: exploring})
    assert [r.room_id for r in unexplored_rooms(view())] == ["room_0", "room_1", "room_2"]
    assert [r.room_id for r in unexplored_rooms(view(teammates=(mate,)))][-1] == "room_0"
    chosen = choose_subtask(view(teammates=(mate,)), nowhere, lambda _: None)
    assert chosen == EXPLORE


def test_the_rule_puts_away_what_is_held_before_all() -> None:
    holding = view(state=RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug"))
    chosen = choose_subtask(holding, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert chosen == REPLACE
    anywhere = choose_subtask(holding, nowhere, lambda _: None)
    assert anywhere.receptacle_type in {"Sofa", "CounterTop", "Bed"}


def test_the_rule_tries_another_surface_where_the_home_was_refused() -> None:
    state = RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug")
    refused = view(state=state).with_rejected([(REPLACE, "no space")])
    chosen = choose_subtask(refused, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert chosen.object_id == "Mug_0"
    assert chosen != REPLACE


def test_the_rule_stops_when_nothing_is_left() -> None:
    done = view(
        state=RobotState(Pose(0.0, 0.0), explored_rooms=("room_0", "room_1", "room_2")),
    )
    assert choose_subtask(done, nowhere, lambda _: None).kind is SubTaskKind.STOP
    known = choose_subtask(done, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert known == REPLACE


def test_the_standard_chain() -> None:
    now = view()
    assert choose_subskill(now, REPLACE) == GO
    there = replace(now, history=(SkillOutcome(GO, FINE),))
    assert choose_subskill(there, REPLACE) == PICK
    holding = assume(there, PICK)
    carry = SubSkill(SubSkillKind.GO_TO_OBJECT, "CounterTop_0")
    assert choose_subskill(holding, REPLACE) == carry
    at_counter = replace(holding, history=(SkillOutcome(carry, FINE),))
    assert choose_subskill(at_counter, REPLACE) == PUT
    blocked = replace(holding, history=(SkillOutcome(carry, failure(Cause.UNREACHABLE)),))
    assert choose_subskill(blocked, REPLACE).kind is SubSkillKind.EXPLORE


def test_a_room_whose_outline_nobody_told_is_explored_like_others() -> None:
    seen = view()
    rooms = (*seen.rooms, Room("room_9", ()))
    assert "room_9" in [room.room_id for room in unexplored_rooms(replace(seen, rooms=rooms))]
