# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills PutIn and TakeFrom: into and out of containers and furniture with doors."""

from collections.abc import Generator

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import container_to_fill, thing_to_take_out
from adhoc_teamwork.skills.rules.reach import opening
from adhoc_teamwork.skills.skill import Progress, Robot, Skill, Steps
from adhoc_teamwork.skills.subskills.handling import ready_to_handle, show_hand
from adhoc_teamwork.skills.subskills.pick_up import PickupObject
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause


class PutIn(Skill):
    """Put what the hand holds into a container or open furniture within reach."""

    container: Detection
    point: Point

    def precondition(self) -> Steps:
        """Check body, hand, container and distance."""
        yield from ready_to_handle(self.robot, "PutIn")
        self.container = container_to_fill(self.robot, self.call)
        self.point = opening(self.robot, self.container)

    def plan(self) -> None:
        """Need no plan beyond the container's place: the arm's driver plans the motion."""

    def execute(self) -> Steps:
        """Let the object in."""
        outcome = yield from put_into(self.robot, self.container, self.point)
        if not outcome.success:
            raise SkillFailure(outcome.cause or Cause.RELEASE_FAILED, outcome.message)

    def postcondition(self) -> Steps:
        """Check that the hand feels nothing any more."""
        if not (yield from show_hand(self.robot, holding=False)):
            raise SkillFailure(
                Cause.RELEASE_FAILED,
                f"The hand opened and still holds the object; try {self.call} again.",
            )
        self.robot.picked = None
        self.summary = f"{self.call.object_id} is in {self.container.object_id}."


def put_into(
    robot: Robot, container: Detection, point: Point
) -> Generator[Progress, None, Outcome]:
    """Yield until the hand has let go into a container; return the outcome, said to a planner."""
    name = container.object_id
    outcome = yield from robot.follow(robot.hand.put_in(point), f"putting it into {name}")
    if outcome.success:
        return outcome
    advice = {
        Cause.NO_SPACE: f"{name} is full: choose another container or receptacle.",
        Cause.CLOSED: f"{name} is closed: OpenObject <{name}> first.",
        Cause.NOT_RECEPTACLE: f"{name} takes nothing in: put it down elsewhere.",
        Cause.TOO_FAR: f"{name} is out of the arm's reach: GoToObject <{name}> again.",
    }
    said = f"It could not be put into {name}: {outcome.message.rstrip('.')}."
    return Outcome(False, outcome.cause, advice.get(outcome.cause or Cause.BLOCKED, said))


class TakeFrom(PickupObject):
    """Close the hand on a known object that is in a container or open furniture within reach."""

    def precondition(self) -> Steps:
        """Check the container, then what picking up checks."""
        yield from ready_to_handle(self.robot, "TakeFrom")
        self.target = thing_to_take_out(self.robot, self.call.object_id, self.call.receptacle_id)
