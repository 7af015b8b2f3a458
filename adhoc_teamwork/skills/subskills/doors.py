# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills OpenObject and CloseObject."""

from adhoc_teamwork.skills.back_ends.motion import Motion
from adhoc_teamwork.skills.skill import Skill, SkillFailure, Steps
from adhoc_teamwork.skills.subskills.handling import check_place, front_point, refuse_without_hand
from adhoc_teamwork.skills.subskills.lookup import find_object
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
        yield from refuse_without_hand(self.robot, str(self.call.kind))
        self.target = find_object(self.robot, self.call.object_id)
        name, state = self.target.object_id, "closed" if self.closes else "open"
        if not self.target.opens:
            raise SkillFailure(Cause.NOT_OPENABLE, f"{name} has no door or lid.")
        if self.target.closed is self.closes:
            raise SkillFailure(Cause.BAD_ARGUMENT, f"{name} is {state} already: do the next thing.")
        self.point = front_point(self.robot, self.target)
        check_place(self.robot, self.target, self.point)

    def plan(self) -> None:
        """Need no plan beyond the door's place: the arm's driver plans the motion."""

    def execute(self) -> Steps:
        """Move the door."""
        name = self.target.object_id
        verb = "closing" if self.closes else "opening"
        outcome = yield from self.robot.follow(self._move(self.point), f"{verb} {name}")
        if outcome.success:
            return
        said = outcome.message.rstrip(".")
        if outcome.cause is Cause.BAD_ARGUMENT:
            # Perception was late: the door is as it should be.
            return
        raise SkillFailure(
            outcome.cause or Cause.BLOCKED,
            f"The door of {name} was not moved: {said}; GoToObject <{name}> again.",
        )

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
