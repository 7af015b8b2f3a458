# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills PutIn and TakeFrom: into and out of containers and furniture with doors."""

from collections.abc import Generator

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.skill import Progress, Robot, Skill, SkillFailure, Steps
from adhoc_teamwork.skills.subskills.handling import (
    check_place,
    front_point,
    refuse_without_hand,
    show_hand,
)
from adhoc_teamwork.skills.subskills.lookup import find_object
from adhoc_teamwork.skills.subskills.pick_up import PickupObject
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import Cause


def find_container(robot: Robot, container_id: str) -> Detection:
    """Return a known container, or furniture with a door, that stands open.

    Raises:
        SkillFailure: Nothing has that id, it is not where it was, or it is closed.
    """
    if robot.graph().object(container_id) is None:
        raise SkillFailure(
            Cause.UNKNOWN_RECEPTACLE, f"This robot knows of no container '{container_id}'."
        )
    found = find_object(robot, container_id)
    if found.closed:
        raise SkillFailure(
            Cause.CLOSED, f"{container_id} is closed: OpenObject <{container_id}> first."
        )
    return found


def opening(robot: Robot, container: Detection) -> Point:
    """Return where the hand lets go: over a container that is carried, else before its door."""
    if not container.pickupable:
        return front_point(robot, container)
    return container.position


class PutIn(Skill):
    """Put what the hand holds into a container or open furniture within reach."""

    container: Detection
    point: Point

    def precondition(self) -> Steps:
        """Check body, hand, container and distance."""
        yield from refuse_without_hand(self.robot, "PutIn")
        name = self.call.object_id
        if not self.robot.hand.holding():
            raise SkillFailure(
                Cause.HAND_EMPTY, f"The hand holds nothing: PickupObject <{name}> first."
            )
        if self.call.receptacle_id == name:
            raise SkillFailure(Cause.NOT_RECEPTACLE, f"{name} cannot be put into itself.")
        self.container = find_container(self.robot, self.call.receptacle_id)
        if not (self.container.pickupable or self.container.is_receptacle):
            raise SkillFailure(
                Cause.NOT_RECEPTACLE, f"Nothing can be put into {self.container.object_id}."
            )
        self.point = opening(self.robot, self.container)
        check_place(self.robot, self.container, self.point)

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
        container = find_container(self.robot, self.call.receptacle_id)
        found = self.robot.graph().object(self.call.object_id)
        there = found is not None and found.receptacle == container.object_id
        if found is not None and found.status is Presence.PRESENT and not there:
            where = found.receptacle or "an unknown place"
            raise SkillFailure(
                Cause.NOT_INSIDE,
                f"{found.object_id} is not in {container.object_id} but on or in {where}: "
                f"PickupObject <{found.object_id}> there.",
            )
        yield from super().precondition()
