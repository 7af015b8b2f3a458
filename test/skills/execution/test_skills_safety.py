# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The emergency stop, the deadman, keep-out zones and the speed limit, below every sub-skill."""

import math

import pytest
from skills_fakes import Bench, scene, thing

from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.execution.safety import (
    GuardedHand,
    GuardedNavigator,
    Safety,
    SafetyRules,
    Zone,
)
from adhoc_teamwork.skills.registry import all_skills
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.emergency_stop import EmergencyStop, StopCommand
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind

POINT = SubSkillKind.GO_TO_POINT
DOORWAY = Zone("doorway", ((3.5, 0.0), (4.5, 0.0), (4.5, 2.0), (3.5, 2.0)))
STAIRS = Zone("stairs", ((2.0, 0.0), (3.0, 0.0), (3.0, 2.0), (2.0, 2.0)))


def press(source: str, robot: str = "") -> StopCommand:
    return StopCommand(source, robot, 1, pressed=True)


def guarded(rules: SafetyRules) -> tuple[Bench, Safety]:
    bench = Bench()
    safety = Safety(rules, bench.world, bench.clock, bench.clock, EmergencyStop("rex", bench.clock))
    safety.stop.listen(0.0)
    bench.robot.navigator = GuardedNavigator(bench.navigator, safety)
    bench.robot.hand = GuardedHand(bench.hand, safety)
    bench.executor = Executor(bench.robot, all_skills(), safety)
    return bench, safety


def test_a_stop_ends_what_moves_and_refuses_what_comes_until_all_are_released() -> None:
    bench, safety = guarded(SafetyRules())
    bench.executor.start(SubSkill(POINT, dx=2.0))
    assert bench.step() is None
    by_one, by_other = press("console"), press("switch", "rex")
    safety.stop.take([by_one, by_other])
    result = bench.finish(most=3)
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.EMERGENCY_STOP)
    assert bench.navigator.drives[0].poll() is not None
    safety.stop.take([by_one.release("console")])
    bench.world.graph = scene(thing("Mug_0", 1.5, 1.0))
    pick = bench.run(SubSkillKind.PICKUP_OBJECT, object_id="Mug_0")
    assert pick.cause == bench.run(SubSkillKind.STOP).cause == Cause.EMERGENCY_STOP
    assert not bench.hand.points
    safety.stop.take([by_other.release("switch")])
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


def test_nothing_moves_before_it_is_known_whether_the_stop_is_pressed() -> None:
    bench, safety = guarded(SafetyRules())
    safety.stop.listen(5.0)
    assert bench.run(POINT, dx=0.3).cause == Cause.EMERGENCY_STOP
    assert not bench.robot.hand.grasp(Point(0.0, 0.0)).poll().success  # type: ignore[union-attr]
    bench.clock.advance(5.0)
    bench.step()
    assert bench.run(POINT, dx=0.3).success


def test_who_leaves_a_zone_enters_neither_another_nor_the_same_again() -> None:
    bench, _ = guarded(SafetyRules(keep_out=(STAIRS, DOORWAY)))
    bench.world.pose = Pose(2.5, 1.0, 0.0)
    result = bench.run(POINT, dx=2.5)
    assert (result.cause, "doorway" in result.message) == (Cause.KEEP_OUT, True)
    assert bench.world.pose.x < 3.7
    bench, safety = guarded(SafetyRules(keep_out=(STAIRS,)))
    left = {STAIRS}
    for x, refused in ((2.5, False), (3.5, False), (2.9, True)):
        bench.world.pose = Pose(x, 1.0, 0.0)
        assert (safety.refusal_on_the_way(left) is not None) is refused


def test_who_leaves_a_zone_drives_no_faster_than_all_may() -> None:
    bench, _ = guarded(SafetyRules(max_speed=0.3, keep_out=(STAIRS,)))
    bench.world.pose = Pose(2.5, 1.0, 0.0)
    bench.world.speed = 0.6
    bench.navigator.speed = 0.1
    assert bench.run(POINT, dx=-1.5).cause == Cause.TOO_FAST


def test_odometry_that_ends_ends_the_drive_before_the_next_zone() -> None:
    bench, _ = guarded(SafetyRules(keep_out=(STAIRS,), odometry_timeout=0.5))
    bench.executor.start(SubSkill(POINT, dx=3.0))
    assert all(bench.step() is None for _ in range(3))
    bench.odometry_comes = False
    result = bench.finish(most=12)
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.NO_POSE)
    assert bench.navigator.cancels
    bench.navigator.goals.clear()
    assert bench.run(POINT, dx=0.3).cause == Cause.NO_POSE
    assert not bench.navigator.goals


def test_simulated_time_that_stands_still_is_no_silence_of_odometry() -> None:
    bench, safety = guarded(SafetyRules(odometry_timeout=0.5))
    wall = bench.clock()
    bench.world.odometry_at = (wall, wall)
    safety.time = lambda: wall
    bench.clock.advance(60.0)
    assert safety.refusal_on_the_way(set()) is None


def test_odometry_that_ends_is_missed_though_simulated_time_was_set_back() -> None:
    bench, safety = guarded(SafetyRules(odometry_timeout=0.5))
    wall = bench.clock()
    bench.world.odometry_at = (wall, 100.0)
    safety.time = lambda: 99.3
    bench.clock.advance(1.0)
    refused = safety.refusal_on_the_way(set())
    assert refused is not None
    assert refused.cause is Cause.NO_POSE


@pytest.mark.parametrize("speed", [math.nan, math.inf])
def test_a_speed_that_is_no_number_ends_the_drive(speed: float) -> None:
    bench, _ = guarded(SafetyRules(max_speed=0.5))
    bench.executor.start(SubSkill(POINT, dx=3.0))
    assert bench.step() is None
    bench.world.speed = speed
    assert bench.finish(most=12).cause == Cause.NO_POSE


def test_a_drive_that_does_not_end_is_cancelled_on_and_on_and_nothing_new_begins() -> None:
    bench, safety = guarded(SafetyRules())
    bench.navigator.modes = ["deaf"]
    bench.executor.start(SubSkill(POINT, dx=9.0))
    assert bench.step() is None
    bench.navigator.speed = 0.01
    safety.stop.take([press("console")])
    assert bench.finish(most=60).cause == Cause.EMERGENCY_STOP
    cancels = bench.navigator.cancels
    for _ in range(20):
        bench.step()
    assert bench.navigator.cancels > cancels
    assert safety.ending_for > 3.0
    safety.stop.take([press("console").release("console")])
    assert bench.run(POINT, dx=0.3).cause == Cause.NOT_STOPPING
    bench.navigator.speed = 100.0
    bench.step()
    assert safety.ending_for == 0.0
    assert bench.run(POINT, dx=0.3).success


def test_where_simulated_time_stands_still_nothing_is_late_to_end() -> None:
    """As on a busy machine, where the simulator had no time to hear that it is to stop."""
    bench, safety = guarded(SafetyRules())
    safety.time = lambda: 5.0
    bench.navigator.modes = ["deaf"]
    bench.executor.start(SubSkill(POINT, dx=9.0))
    assert bench.step() is None
    bench.navigator.speed = 0.01
    bench.executor.cancel(Cause.CANCELLED, "enough")
    for _ in range(60):
        bench.step()
    assert safety.ending_for == 0.0
    assert safety.refusal() is None


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        (SafetyRules(max_speed=-1.0), "max_speed"),
        (SafetyRules(deadman_timeout=math.nan), "deadman_timeout"),
        (SafetyRules(odometry_timeout=0.0), "odometry_timeout"),
        (SafetyRules(keep_out=(Zone("line", ((0.0, 0.0), (1.0, 1.0))),)), "keep_out.0.outline"),
    ],
)
def test_wrong_rules_are_named(rules: SafetyRules, key: str) -> None:
    assert rules.wrong().startswith(key)
