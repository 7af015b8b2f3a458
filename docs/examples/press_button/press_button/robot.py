# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press on a robot: drive there as GoToObject does, then turn the door with the hand."""

from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.doors import CloseObject, OpenObject
from adhoc_teamwork.skills.subskills.go_to_object import GoToObject
from adhoc_teamwork.skills.subskills.handling import refuse_without_hand


class Press(Skill):
    """Drive to an appliance and press its button."""

    door: Skill

    def precondition(self) -> Steps:
        """Check hand, base and appliance."""
        yield from refuse_without_hand(self.robot, "Press")
        self.going = GoToObject(self.call, self.robot)
        yield from self.going.precondition()

    def plan(self) -> None:
        """Choose where to stand."""
        self.going.plan()

    def execute(self) -> Steps:
        """Drive there and press."""
        yield from self.going.execute()
        self.going.postcondition()
        turns = OpenObject if self.going.target.closed else CloseObject
        self.door = turns(self.call, self.robot)
        yield from self.door.precondition()
        yield from self.door.execute()

    def postcondition(self) -> Steps:
        """Look whether the door has moved."""
        yield from self.door.postcondition()
        self.summary = self.door.summary
