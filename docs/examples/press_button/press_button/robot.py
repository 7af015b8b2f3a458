# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press on a robot: drive there as GoToObject does, then press with the hand."""

from adhoc_teamwork.skills.rules.reach import check_place, front_point
from adhoc_teamwork.skills.rules.refused import refused
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.go_to_object import GoToObject
from adhoc_teamwork.skills.subskills.handling import ready_to_handle
from adhoc_teamwork.teamwork.states import State
from press_button.power import after_press, thing_to_press


class Press(Skill):
    """Drive to a lamp or an appliance and press its button."""

    wanted: State

    def precondition(self) -> Steps:
        """Check hand, base and thing."""
        yield from ready_to_handle(self.robot, "Press")
        self.going = GoToObject(self.call, self.robot)
        yield from self.going.precondition()
        thing_to_press(self.robot, self.call.object_id)

    def plan(self) -> None:
        """Choose where to stand."""
        self.going.plan()

    def execute(self) -> Steps:
        """Drive there and press."""
        yield from self.going.execute()
        self.going.postcondition()
        target = thing_to_press(self.robot, self.call.object_id)
        point = front_point(self.robot, target)
        check_place(self.robot, target, point)
        self.wanted = after_press(target.states)
        pressing = self.robot.hand.set_state(point, self.wanted)
        outcome = yield from self.robot.follow(pressing, f"pressing {target.object_id}")
        if not outcome.success:
            raise refused(self.call, outcome.cause, outcome.message)

    def postcondition(self) -> Steps:
        """Look whether the power has turned."""
        name = self.call.object_id

        def turned() -> bool:
            found = self.robot.graph().object(name)
            return found is not None and self.wanted in found.states

        seen = yield from self.robot.wait_until(
            turned, self.settings.look_time, f"looking at {name}"
        )
        self.summary = f"{name} {'shows' if seen else 'was pressed for'} {self.wanted}."
