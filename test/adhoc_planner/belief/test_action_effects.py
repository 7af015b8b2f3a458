# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is assumed of a sub-skill that will succeed."""

import math

from agent_pieces import GO, PICK, PUT, view

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


def test_success_is_foreseen() -> None:
    now = view()
    at = assume(now, GO).state.pose
    assert math.hypot(at.x - 0.8, at.y - 2.0) < 0.1
    holding = assume(now, PICK)
    assert (holding.state.held_object, holding.state.held_category) == ("Mug_0", "Mug")
    placed = assume(holding, PUT)
    thing = next(o for o in placed.known_objects if o.object_id == "Mug_0")
    assert placed.state.held_object == ""
    assert (thing.receptacle, thing.misplaced) == ("CounterTop_0", Misplaced.NO)
    explored = assume(now, SubSkill(SubSkillKind.EXPLORE, room_id="room_1"))
    assert explored.state.explored_rooms == ("room_1",)
    ahead = assume(now, SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0, dy=0.0))
    assert math.isclose(ahead.state.pose.x, 3.0)


def test_nothing_is_foreseen_of_unknown_names() -> None:
    now = view()
    for skill in (
        SubSkill(SubSkillKind.GO_TO_OBJECT, "Fork_9"),
        SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_9"),
        SubSkill(SubSkillKind.PICKUP_OBJECT, "Fork_9"),
        SubSkill(SubSkillKind.STOP),
    ):
        assert assume(now, skill) == now
