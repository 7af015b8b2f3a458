# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill GoToObject."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.belief.ease import EASY
from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.places.approach import Approach, approach_poses
from adhoc_teamwork.skills.places.climbing import refuse_steps
from adhoc_teamwork.skills.skill import Skill, SkillFailure, Steps
from adhoc_teamwork.skills.subskills.driving import drive_to_one, refuse_immobile
from adhoc_teamwork.skills.subskills.handling import check_height, held_size
from adhoc_teamwork.skills.subskills.lookup import carrier, find_object, room_outline
from adhoc_teamwork.skills.subskills.put_down import middle_first, put_down_spots, support_height
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import Cause

_MOVED = 0.3
_ROUNDS = 3
_MOST_POSES = 12
_APART = 0.15


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
        self._tried: list[Pose] = []
        refuse_steps(self.robot, self.target.position, self.target.object_id)
        self._refuse_height()

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
        distance = self._distance()
        within = self.approach.within - self.settings.reach_slack
        if distance > within:
            if math.isinf(distance):
                raise SkillFailure(
                    Cause.TOO_FAR,
                    f"The drive ended where a wall is between the robot and "
                    f"{self.target.object_id}; try GoToObject again.",
                )
            raise SkillFailure(
                Cause.TOO_FAR,
                f"The drive ended {distance:.2f} m from {self.target.object_id}, farther than "
                f"{within:.2f} m; try GoToObject again.",
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
            if outcome.success and not self._has_moved(found):
                # Where the drive ended, and where it was to end.
                self._tried += [self.robot.pose(), *filter(None, (self.robot.aimed_at,))]
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
        return self._distance() <= self._within() - self.settings.reach_slack

    def _distance(self) -> float:
        """Return how far the nearest spot is that no wall bars, metres; infinite without one."""
        self.approach = self._approach(self._spots())
        return self.approach.distance_from(self.robot.pose().point, self.robot.world.grid)

    def _refuse_height(self) -> None:
        """Refuse before driving what the arm could not do there: take it up, or put down on it."""
        if not self._reach():
            return
        if self.target.pickupable and not self.robot.hand.holding():
            check_height(self.robot, self.target.position.z, self.target.object_id)
        elif self.target.opens:
            # The hand works at the door, at whatever height it gets to.
            return
        elif self.target.is_receptacle and self.robot.hand.holding():
            check_height(self.robot, support_height(self.target), self.target.object_id)

    def _plan(self) -> None:
        """Rank the places to stand: with comfort if that is possible, else as near as it goes."""
        robot, name = self.robot, self.target.object_id
        self.approach = self._approach(self._spots())
        self._rank(lambda pose: not robot.vain.near(name, pose))
        if not self.poses and robot.vain.known(name):
            # There is no other side: what failed there may do by now.
            robot.vain.forget(name)
            self._rank(lambda _pose: True)

    def _rank(self, promising: Callable[[Pose], bool]) -> None:
        robot, tried = self.robot, self._tried
        for approach in self._choices():
            poses = approach_poses(approach, robot.pose(), robot.world.grid, _MOST_POSES)
            apart = (p for p in poses if all(_apart(p, other) for other in tried))
            self.poses = list(filter(promising, apart))[: self.settings.approach_attempts]
            if self.poses:
                return

    def _choices(self) -> Iterator[Approach]:
        """Yield where to stand: where the hand works easily, then anywhere within its reach."""
        robot, grid = self.robot, self.robot.world.grid
        # A cell of the map is occupied even where what stands there covers only its far side.
        unsure = grid.frame.cell / 2.0 if grid is not None else 0.0
        tight = max(robot.card.body.radius - unsure, 0.0)
        choices = [self._approach(spots) for spots in self._spot_choices()]
        for least_ease in (EASY, 0.0) if robot.ease.is_known else (0.0,):
            for approach in choices:
                yield replace(approach, least_ease=least_ease)
            for approach in choices:
                yield replace(
                    approach,
                    least_ease=least_ease,
                    margin=self.settings.tight_margin,
                    radius=tight,
                )

    def _approach(self, spots: tuple[Point, ...]) -> Approach:
        target, robot = self.target, self.robot
        under = carrier(robot, target)
        small = not target.is_receptacle or target.pickupable
        return Approach(
            target=footprint(target),
            within=self._within(),
            margin=self.settings.reach_margin,
            radius=robot.radius,
            spots=spots,
            keep_off=(footprint(target),) if small else (),
            solid=() if small and under is None else (footprint(under or target),),
            outline=room_outline(robot, target),
            teammates=robot.world.teammates,
            ground=robot.world.ground,
            ease=robot.ease,
        )

    def _within(self) -> float:
        return self._reach() or self.settings.near_without_arm

    def _reach(self) -> float:
        """Return how far the arm reaches, metres; zero without one."""
        card = self.robot.card.capability
        return card.reach if card.can_manipulate else 0.0

    def _spots(self) -> tuple[Point, ...]:
        return tuple(spot for choice in self._spot_choices() for spot in choice)

    def _spot_choices(self) -> list[tuple[Point, ...]]:
        """Return what the hand may have to get to, the best choice first."""
        if not self._reach():
            return [()]
        if self.target.opens:
            return [()]
        if not self.target.is_receptacle or self.target.pickupable:
            return [(self.target.position,)]
        choices = put_down_spots(
            self.target,
            held_size(self.robot),
            self.robot.graph().objects,
            self.robot.world.grid,
            self.settings.edge_margin,
        )
        return [tuple(choice) for choice in middle_first(self.target, choices)] or [()]


def _apart(one: Pose, other: Pose) -> bool:
    return one.point.planar_distance_to(other.point) > _APART
