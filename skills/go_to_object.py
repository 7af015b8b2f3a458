"""The sub-skill GoToObject."""

from skills.approach import Approach, approach_poses
from skills.causes import Cause
from skills.driving import drive_to_one, refuse_immobile
from skills.footprint import footprint
from skills.lookup import carrier, find_object
from skills.motion import Outcome
from skills.put_down import DEFAULT_SIZE, middle_first, put_down_spots
from skills.skill import Skill, SkillFailure, Steps
from teamwork.geometry import Point, Pose
from teamwork.scene import Detection, Presence

_MOVED = 0.3
_ROUNDS = 3


class GoToObject(Skill):
    """Drive to where an object or a piece of furniture is within the arm's reach, and face it.

    A robot without an arm drives to within a metre. For furniture, reach is taken to the nearest
    free spot on it.
    """

    target: Detection
    approach: Approach
    poses: list[Pose]

    def precondition(self) -> Steps:
        """Check that the robot can drive and that the object is known and in place."""
        yield from refuse_immobile(self.robot, "GoToObject")
        self.target = find_object(self.robot, self.call.object_id)

    def plan(self) -> None:
        """Rank the places to stand."""
        self._plan()
        if not self.poses:
            raise SkillFailure(
                Cause.UNREACHABLE,
                f"No free floor is known within {self.approach.within:.2f} m of "
                f"{self.target.object_id}; explore around it, or leave it to a teammate.",
            )

    def execute(self) -> Steps:
        """Drive to the best place; rank again where the object turns out to be elsewhere."""
        return self._drive()

    def postcondition(self) -> None:
        """Check that the object is still there and within reach."""
        self.target = find_object(self.robot, self.call.object_id)
        self.approach = self._approach()
        distance = self.approach.distance_from(self.robot.pose().point)
        if distance > self.approach.within - self.settings.reach_slack:
            raise SkillFailure(
                Cause.TOO_FAR,
                f"The drive ended {distance:.2f} m from {self.target.object_id}, farther than "
                f"{self.approach.within:.2f} m; try GoToObject again.",
            )
        self.summary = f"{self.target.object_id} is {distance:.2f} m away."

    def _drive(self) -> Steps:
        outcome = Outcome(False, Cause.UNREACHABLE, "")
        for _ in range(_ROUNDS):
            outcome = yield from drive_to_one(
                self.robot, self.poses, self.target.object_id, self._watch
            )
            found = find_object(self.robot, self.call.object_id)
            near = outcome.success and self._reached(found)
            if near or not (outcome.success or self._has_moved(found)):
                break
            self.target = found
            self._plan()
            if not self.poses:
                break
        if not outcome.success:
            raise SkillFailure(outcome.cause or Cause.UNREACHABLE, outcome.message)

    def _watch(self) -> Outcome | None:
        """End the drive where the object is gone or has moved."""
        found = self.robot.graph().object(self.call.object_id)
        if found is None or found.status is not Presence.PRESENT or self._has_moved(found):
            return Outcome(
                False, Cause.LOST_OBJECT, f"{self.call.object_id} is no longer where it was seen."
            )
        return None

    def _has_moved(self, found: Detection) -> bool:
        return found.position.planar_distance_to(self.target.position) > _MOVED

    def _reached(self, found: Detection) -> bool:
        self.target = found
        self.approach = self._approach()
        distance = self.approach.distance_from(self.robot.pose().point)
        return distance <= self.approach.within - self.settings.reach_slack

    def _plan(self) -> None:
        self.approach = self._approach()
        self.poses = approach_poses(
            self.approach,
            self.robot.pose(),
            self.robot.world.grid,
            self.settings.approach_attempts,
        )

    def _approach(self) -> Approach:
        target, robot = self.target, self.robot
        graph, card = robot.graph(), robot.card.capability
        room = graph.room(target.room) or graph.room_at(target.position)
        under = carrier(robot, target)
        small = not target.is_receptacle
        reaches = card.can_manipulate and card.reach > 0.0
        return Approach(
            target=footprint(target),
            within=card.reach if reaches else self.settings.near_without_arm,
            margin=self.settings.reach_margin,
            radius=robot.radius,
            spots=self._spots() if reaches else (),
            keep_off=(footprint(target),) if small else (),
            solid=() if small and under is None else (footprint(under or target),),
            outline=room.outline if room is not None else None,
            teammates=robot.world.teammates,
        )

    def _spots(self) -> tuple[Point, ...]:
        if not self.target.is_receptacle:
            return (self.target.position,)
        every = put_down_spots(
            self.target,
            DEFAULT_SIZE,
            self.robot.graph().objects,
            self.robot.world.grid,
            self.settings.edge_margin,
        )
        return tuple(middle_first(self.target, every))
