# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills PutIn and TakeFrom: into and out of containers and furniture with doors."""

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import container_to_fill, thing_to_take_out
from adhoc_teamwork.skills.rules.reach import opening
from adhoc_teamwork.skills.rules.refused import put_in_refused
from adhoc_teamwork.skills.skill import Robot, Skill, Steps
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
        yield from put_into(self.robot, self.container, self.point)

    def postcondition(self) -> Steps:
        """Check that the hand feels nothing any more."""
        if not (yield from show_hand(self.robot, holding=False)):
            raise SkillFailure(
                Cause.RELEASE_FAILED,
                f"The hand opened and still holds the object; try {self.call} again.",
            )
        self.robot.picked = None
        self.summary = f"{self.call.object_id} is in {self.container.object_id}."


def put_into(robot: Robot, container: Detection, point: Point) -> Steps:
    """Yield until the hand has let go into a container.

    Raises:
        SkillFailure: It has not.
    """
    name = container.object_id
    outcome = yield from robot.follow(robot.hand.put_in(point), f"putting it into {name}")
    if not outcome.success:
        raise put_in_refused(name, outcome.cause, outcome.message)


class TakeFrom(PickupObject):
    """Close the hand on a known object that is in a container or open furniture within reach."""

    def precondition(self) -> Steps:
        """Check the container, then what picking up checks."""
        yield from ready_to_handle(self.robot, "TakeFrom")
        self.target = thing_to_take_out(self.robot, self.call.object_id, self.call.receptacle_id)
