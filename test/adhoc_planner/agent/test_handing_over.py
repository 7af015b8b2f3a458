# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot holds whose battery ends is put down in time, for a teammate that it names."""

import asyncio
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot
from planner_views import LIFTER, LOOKER, house, intending, mug, teammate, with_state
from scripted_model import Clock, ScriptedModel
from small_world import ARM, EYES, two_rooms

from adhoc_teamwork.adhoc_planner.agent.active_task import Running
from adhoc_teamwork.adhoc_planner.agent.handing_over import (
    IN_TIME,
    gets_there,
    is_short,
    successor,
)
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

ELSEWHERE = SubTask(
    SubTaskKind.REPLACE, object_id="Cup_0", receptacle_type="CounterTop", room_type="Kitchen"
)


def on_the_way(receptacle: str) -> Running:
    """Return a drive to a piece of furniture."""
    return Running(1, SubSkill(SubSkillKind.GO_TO_OBJECT, object_id=receptacle), False, 0.0)


@pytest.mark.parametrize(
    ("left", "short"), [(IN_TIME + 1.0, False), (IN_TIME, True), (1.0, True), (0.0, False)]
)
def test_a_battery_of_nothing_has_not_been_told(left: float, short: bool) -> None:
    assert is_short(left) is short


def test_who_is_nearly_there_goes_on() -> None:
    """The counter is 2.5 m away, the bed 5 m."""
    view = with_state(house(capability=replace(LIFTER, max_speed=0.5)), battery=8.0)
    assert gets_there(view, on_the_way("CounterTop_0"))
    assert not gets_there(view, on_the_way("Bed_0"))
    assert not gets_there(view, on_the_way("Desk_9"))
    assert not gets_there(view, None)


def test_a_free_hand_goes_before_a_nearer_busy_one_and_that_before_none() -> None:
    far = RobotState(Pose(6.0, 1.0), room="room_1", battery=500.0)
    near = RobotState(Pose(1.5, 1.0), room="room_0", battery=500.0)
    busy = intending(teammate("near", capability=LIFTER, state=near), ELSEWHERE)
    free = teammate("far", capability=LIFTER, state=far)
    looker = teammate("looker", capability=LOOKER, state=near)
    assert successor(house(teammates=(busy, free, looker)), mug()) == "far"
    assert successor(house(teammates=(busy, looker)), mug()) == "near"
    assert successor(house(teammates=(looker,)), mug()) == ""


def test_nobody_is_named_whose_battery_does_not_last() -> None:
    spent = RobotState(Pose(6.0, 1.0), room="room_1", battery=2.0)
    mate = teammate("mate", capability=LIFTER, state=spent)
    assert successor(house(teammates=(mate,)), mug()) == ""


def laid_down(policy: str, other: Capability) -> tuple[Robot, str]:
    """Return a robot whose battery ends on its way with a mug, and where the mug is then."""
    world, clock = two_rooms(), Clock()
    alpha = Robot("alpha", world, clock, ScriptedModel(clock), policy=policy)
    beta = Robot("beta", world, clock, ScriptedModel(clock), capability=other, policy="heuristic")
    beta.fail = lambda _: SkillResult(False)
    slow = SubSkill(SubSkillKind.GO_TO_OBJECT, object_id="CounterTop_0")
    alpha.skill_time = lambda subskill: 60.0 if subskill == slow else 2.0
    rig = Rig(clock, alpha, beta)

    def is_carrying() -> bool:
        return bool(alpha.held) and alpha.started[-1][1] == slow

    async def scene() -> None:
        assert await rig.run(120.0, is_carrying)
        alpha.agent.on_battery(IN_TIME / 2.0)
        await rig.run(6.0)

    asyncio.run(scene())
    return alpha, world.things["Mug_0"].receptacle if not alpha.held else ""


def test_it_is_put_down_and_the_teammate_is_asked_by_name() -> None:
    robot, where = laid_down("irot", replace(ARM, max_speed=1.0))
    assert where == FLOOR
    left = [
        m.text
        for m in robot.said(MessageKind.INTENT)
        if m.intent is not None and m.intent.status is IntentStatus.ABANDONED
    ]
    assert any("go on with it, beta" in text for text in left)


@pytest.mark.parametrize(("policy", "other"), [("irot-no-handover", ARM), ("irot", EYES)])
def test_it_is_kept_where_that_is_off_and_where_nobody_could_go_on(
    policy: str, other: Capability
) -> None:
    robot, where = laid_down(policy, other)
    assert robot.held == "Mug_0"
    assert where == ""
