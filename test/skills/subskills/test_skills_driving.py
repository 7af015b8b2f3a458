# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every sub-skill that drives waits for just after a start."""

import pytest
from skills_fakes import Bench, open_grid, scene, square_room, thing

from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind

SCENE = scene(thing("Mug_1", 2.0, 2.0), rooms=(square_room("room_0", 0.0, 0.0, 4.0),))
CALLS = (
    SubSkill(SubSkillKind.EXPLORE, room_id="room_0"),
    SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_0"),
    SubSkill(SubSkillKind.GO_TO_OBJECT, object_id="Mug_1"),
)


def carry_out(call: SubSkill, heard_after: int, is_placed: bool = True) -> SkillResult:
    """Carry out a call in a robot that hears of the scene, and of its own place, after steps."""
    bench = Bench()
    bench.world.grid = open_grid()
    pose, bench.world.pose = bench.world.pose, bench.world.pose if is_placed else None
    bench.executor.start(call, 0.0)
    for _ in range(heard_after):
        assert bench.step() is None
    bench.world.pose, bench.world.graph = pose, SCENE
    return bench.finish()


@pytest.mark.parametrize("call", CALLS, ids=str)
@pytest.mark.parametrize("is_placed", [True, False])
def test_a_scene_that_the_planner_heard_of_first_is_waited_for(
    call: SubSkill, is_placed: bool
) -> None:
    result = carry_out(call, 5, is_placed)
    assert result.cause not in (Cause.UNKNOWN_ROOM, Cause.UNKNOWN_OBJECT), result
    assert result.stage is not Stage.PRECONDITION, result


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_scene_that_never_comes_is_not_waited_for_long(call: SubSkill) -> None:
    bench = Bench()
    bench.world.grid = open_grid()
    bench.executor.start(call, 0.0)
    result = bench.finish(most=50)
    assert result.stage is Stage.PRECONDITION
    assert result.cause in (Cause.UNKNOWN_ROOM, Cause.UNKNOWN_OBJECT)
