# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fake navigator obeys the contract of the real one."""

import pytest
from navigator_contract import NavigatorContract
from skills_fakes import FakeClock, FakeNavigator

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork.geometry import Pose


class FakeRig:
    """Drive the fake navigator with a fake clock."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.navigator = FakeNavigator(World(pose=Pose(0.0, 0.0)), self.clock)

    def behave(self, mode: str) -> None:
        self.navigator.modes = [mode]

    def pass_time(self) -> None:
        self.clock.advance(0.2)

    def wait(self, motion: Motion) -> Outcome:
        for _ in range(100):
            outcome = motion.poll()
            if outcome is not None:
                return outcome
            self.clock.advance(0.1)
        raise AssertionError("no outcome")


@pytest.fixture
def rig() -> FakeRig:
    return FakeRig()


class TestFakeNavigator(NavigatorContract):
    """Run the contract."""
