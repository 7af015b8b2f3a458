# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every navigation back end must do; fakes and real ones run the same tests."""

import math
from typing import Any

import pytest

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.causes import Cause


class NavigatorContract:
    """Run with a fixture `rig` that has `navigator`, `behave(mode)` and `wait(motion)`.

    `wait` lets time pass until the motion has an outcome, and fails the test where none comes.
    `pass_time` lets a little of it pass.
    """

    GOAL = Pose(2.0, 1.0, 0.5)

    def test_success(self, rig: Any) -> None:
        rig.behave("succeed")
        motion = rig.navigator.go_to(self.GOAL)
        outcome = rig.wait(motion)
        assert outcome.success
        assert motion.poll() == outcome
        motion.cancel()
        assert motion.poll() == outcome

    @pytest.mark.parametrize(
        ("mode", "cause"),
        [
            ("reject", Cause.NAVIGATION_REJECTED),
            ("abort", Cause.NAVIGATION_ABORTED),
            ("no_way", Cause.UNREACHABLE),
            ("missing", Cause.SERVER_MISSING),
        ],
    )
    def test_failure(self, rig: Any, mode: str, cause: Cause) -> None:
        rig.behave(mode)
        outcome = rig.wait(rig.navigator.go_to(self.GOAL))
        assert not outcome.success
        assert outcome.cause is cause
        assert outcome.message

    @pytest.mark.parametrize("mode", ["succeed", "reject", "abort", "missing"])
    def test_back_up(self, rig: Any, mode: str) -> None:
        rig.behave(mode)
        outcome = rig.wait(rig.navigator.back_up(0.3))
        assert outcome.success is (mode == "succeed")
        assert (outcome.cause is None) is outcome.success

    def test_cancel_while_backing_up(self, rig: Any) -> None:
        rig.behave("silent")
        motion = rig.navigator.back_up(0.3)
        rig.pass_time()
        assert motion.poll() is None
        assert math.isnan(motion.distance_remaining) or motion.distance_remaining >= 0.0
        motion.cancel()
        assert rig.wait(motion).cause is Cause.CANCELLED

    def test_cancel_while_driving(self, rig: Any) -> None:
        rig.behave("silent")
        motion = rig.navigator.go_to(self.GOAL)
        rig.pass_time()
        assert motion.poll() is None
        motion.cancel()
        motion.cancel()
        outcome = rig.wait(motion)
        assert outcome.cause is Cause.CANCELLED

    def test_cancel_at_once(self, rig: Any) -> None:
        rig.behave("silent")
        motion = rig.navigator.go_to(self.GOAL)
        motion.cancel()
        assert rig.wait(motion).cause is Cause.CANCELLED

    def test_distance_remaining(self, rig: Any) -> None:
        rig.behave("silent")
        motion = rig.navigator.go_to(self.GOAL)
        rig.pass_time()
        motion.poll()
        remaining = motion.distance_remaining
        assert math.isnan(remaining) or remaining >= 0.0
        motion.cancel()
        rig.wait(motion)

    def test_another_goal_after_a_failure(self, rig: Any) -> None:
        rig.behave("abort")
        assert not rig.wait(rig.navigator.go_to(self.GOAL)).success
        rig.behave("succeed")
        assert rig.wait(rig.navigator.go_to(self.GOAL)).success
