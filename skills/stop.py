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

"""The sub-skill Stop."""

from skills.causes import Cause
from skills.skill import Skill, SkillFailure, Steps

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
