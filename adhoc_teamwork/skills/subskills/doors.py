# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills OpenObject and CloseObject."""

from adhoc_teamwork.skills.back_ends.motion import Motion
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import door_to_move
from adhoc_teamwork.skills.rules.refused import AS_ASKED, door_refused
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.handling import ready_to_handle
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause


class _Door(Skill):
    """Move the door or lid of a known thing within reach; a full hand can do it, too."""

    closes: bool
    target: Detection
    point: Point

    def precondition(self) -> Steps:
        """Check body, thing, door, distance and height."""
        yield from ready_to_handle(self.robot, str(self.call.kind))
        self.target, self.point = door_to_move(self.robot, self.call, self.closes)

    def plan(self) -> None:
        """Need no plan beyond the door's place: the arm's driver plans the motion."""

    def execute(self) -> Steps:
        """Move the door."""
        name = self.target.object_id
        verb = "closing" if self.closes else "opening"
        outcome = yield from self.robot.follow(self._move(self.point), f"{verb} {name}")
        if not outcome.success and outcome.cause is not AS_ASKED:
            raise door_refused(name, outcome.cause, outcome.message)

    def postcondition(self) -> Steps:
        """Give the camera a moment; a door that is seen not to have moved is a failure."""
        moved, name = self.robot.clock(), self.target.object_id

        def seen() -> Detection | None:
            found = self.robot.graph().object(name)
            return found if found is not None and found.seen > moved else None

        def as_asked() -> bool:
            found = seen()
            return found is not None and found.closed is self.closes

        yield from self.robot.wait_until(
            as_asked, self.settings.look_time, f"looking whether {name} moved"
        )
        found = seen()
        state = "closed" if self.closes else "open"
        if found is not None and found.closed is (not self.closes):
            raise SkillFailure(
                Cause.BLOCKED, f"{name} is seen not to be {state}: try {self.call} again."
            )
        self.summary = f"{name} is {state}."

    def _move(self, point: Point) -> Motion:
        hand = self.robot.hand
        return hand.close_door(point) if self.closes else hand.open_door(point)


class OpenObject(_Door):
    """Open the door or lid of a known thing within reach."""

    closes = False


class CloseObject(_Door):
    """Close the door or lid of a known thing within reach."""

    closes = True
