# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill Stop."""

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.teamwork.team.causes import Cause

_STILL_SPEED = 0.03
_STILL_TURN = 0.05
_STILL_TIME = 2.0


class Stop(Skill):
    """Stop at the current location: with nothing else under way the robot stands still."""

    def precondition(self) -> None:
        """Allow it always."""

    def plan(self) -> None:
        """Need no plan."""

    def execute(self) -> Steps:
        """Wait until the robot stands still: what moved it was cancelled before."""
        return self._wait()

    def postcondition(self) -> None:
        """Say so."""
        self.summary = "The robot stands still."

    def _wait(self) -> Steps:
        if not (yield from self.robot.wait_until(self._still, _STILL_TIME, "coming to a stop")):
            raise SkillFailure(
                Cause.TIMEOUT, "The robot still moves though no sub-skill drives it."
            )

    def _still(self) -> bool:
        world = self.robot.world
        return abs(world.speed) < _STILL_SPEED and abs(world.turn_rate) < _STILL_TURN
