# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The emergency stop, the deadman, keep-out zones and the speed limit, below every sub-skill."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skills_fakes import Bench, scene, thing

from skills.causes import Cause
from skills.executor import Executor
from skills.registry import all_skills
from skills.safety import GuardedHand, GuardedNavigator, Safety, SafetyRules, Zone
from teamwork.geometry import Point, Pose
from teamwork.subskill import Stage, SubSkill, SubSkillKind

POINT = SubSkillKind.GO_TO_POINT
STAIRS = Zone("stairs", ((2.0, 0.0), (3.0, 0.0), (3.0, 2.0), (2.0, 2.0)))


def guarded(rules: SafetyRules) -> tuple[Bench, Safety]:
    bench = Bench()
    safety = Safety(rules, bench.world, bench.clock)
    bench.robot.navigator = GuardedNavigator(bench.navigator, safety)
    bench.robot.hand = GuardedHand(bench.hand, safety)
    bench.executor = Executor(bench.robot, all_skills(), safety)
    return bench, safety


def test_a_stop_ends_what_moves_and_refuses_what_comes_until_all_are_released() -> None:
    bench, safety = guarded(SafetyRules())
    bench.executor.start(SubSkill(POINT, dx=2.0))
    assert bench.step() is None
    safety.press("team")
    safety.press("robot")
    result = bench.finish(most=3)
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.EMERGENCY_STOP)
    assert bench.navigator.drives[0].poll() is not None
    safety.release("team")
    bench.world.graph = scene(thing("Mug_0", 1.5, 1.0))
    for kind in (SubSkillKind.PICKUP_OBJECT, SubSkillKind.STOP):
        assert bench.run(kind, object_id="Mug_0").cause == Cause.EMERGENCY_STOP
    assert not bench.hand.points
    safety.release("robot")
    assert bench.run(POINT, dx=0.3).success


def test_a_keep_out_zone_is_neither_driven_to_nor_through_nor_reached_into() -> None:
    bench, _ = guarded(SafetyRules(keep_out=(STAIRS,)))
    result = bench.run(POINT, dx=1.5)
    assert result.cause == Cause.KEEP_OUT
    assert not bench.navigator.goals
    result = bench.run(POINT, dx=3.0)
    assert result.cause == Cause.KEEP_OUT
    assert bench.world.pose is not None
    assert bench.world.pose.x < 2.2
    bench, _ = guarded(SafetyRules(keep_out=(STAIRS,)))
    bench.world.pose = Pose(1.7, 1.0, 0.0)
    bench.world.graph = scene(thing("Mug_0", 2.1, 1.0))
    assert bench.run(SubSkillKind.PICKUP_OBJECT, object_id="Mug_0").cause == Cause.KEEP_OUT


def test_who_stands_in_a_zone_may_leave_it() -> None:
    bench, _ = guarded(SafetyRules(keep_out=(STAIRS,)))
    bench.world.pose = Pose(2.5, 1.0, 0.0)
    assert bench.run(POINT, dx=-1.5).success


def test_a_base_that_is_too_fast_for_long_is_stopped() -> None:
    bench, _ = guarded(SafetyRules(max_speed=0.3))
    bench.world.speed = 0.5
    bench.executor.start(SubSkill(POINT, dx=3.0))
    assert all(bench.step() is None for _ in range(4))
    assert bench.finish(most=9).cause == Cause.TOO_FAST


def test_a_persons_command_needs_the_deadman_and_others_do_not() -> None:
    bench, safety = guarded(SafetyRules(deadman_timeout=0.5))
    bench.executor.start(SubSkill(POINT, dx=2.0), needs_deadman=True)
    assert bench.finish(most=2).cause == Cause.DEADMAN_RELEASED
    bench.executor.start(SubSkill(POINT, dx=2.0), needs_deadman=True)
    for _ in range(9):
        safety.hold(True)
        assert bench.step() is None
    result = bench.finish(most=9)
    assert result.cause == Cause.DEADMAN_RELEASED
    assert bench.run(POINT, dx=0.3).success


@given(
    st.lists(st.tuples(st.sampled_from(("press", "release")), st.sampled_from("ab")), max_size=12)
)
def test_it_is_stopped_exactly_while_somebody_presses(acts: list[tuple[str, str]]) -> None:
    bench, safety = guarded(SafetyRules())
    pressed = set()
    for act, who in acts:
        getattr(safety, act)(who)
        (pressed.add if act == "press" else pressed.discard)(who)
    assert safety.stopped is bool(pressed)
    refused = bench.robot.hand.grasp(Point(0.0, 0.0)).poll()
    assert (refused is not None and not refused.success) is bool(pressed)


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        (SafetyRules(max_speed=-1.0), "max_speed"),
        (SafetyRules(deadman_timeout=math.nan), "deadman_timeout"),
        (SafetyRules(keep_out=(Zone("line", ((0.0, 0.0), (1.0, 1.0))),)), "keep_out.0.outline"),
    ],
)
def test_wrong_rules_are_named(rules: SafetyRules, key: str) -> None:
    assert rules.wrong().startswith(key)
