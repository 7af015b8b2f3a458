# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill GoToObject."""

import math
from collections.abc import Generator, Iterator

from adhoc_teamwork.skills.back_ends.motion import DONE, Outcome
from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.belief.walls import with_walls
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.approach import SPACING
from adhoc_teamwork.skills.places.climbing import refuse_steps
from adhoc_teamwork.skills.places.frontier import Seeker
from adhoc_teamwork.skills.rules.lookup import find_object
from adhoc_teamwork.skills.rules.preconditions import thing_to_go_to
from adhoc_teamwork.skills.skill import Progress, Skill, Steps
from adhoc_teamwork.skills.subskills.base_placement import APART, BasePlacement
from adhoc_teamwork.skills.subskills.driving import THERE, drive_to_one, hear_of, ready_to_drive
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import Cause

_MOVED = 0.3
_A_LITTLE = 0.1
"""By so little outside the reach, metres, a robot drives on before it tries another place."""
_OTHERWISE = 0.05
"""Extents that end so far from where they did, metres, leave other places to stand."""
_ROUNDS = 3
_BESIDE = 0.4
"""Metres about a place that a drive ended short of within which others may well be got to."""
_CROWDED, _PATIENCE = 1.5, 5.0
"""A teammate within so many metres of a thing may stand in the way; it may move on, seconds."""
_NO_WAY = (Cause.UNREACHABLE, Cause.NAVIGATION_REJECTED, Cause.NAVIGATION_ABORTED)


class GoToObject(Skill):
    """Drive to where an object or a piece of furniture is within the arm's reach, and face it.

    A robot without an arm drives to within a metre. For furniture, reach is taken to the nearest
    free spot on it.
    """

    target: Detection
    placement: BasePlacement
    poses: list[Pose]

    def precondition(self) -> Steps:
        """Check that the robot can drive and that the object is known and in place."""
        yield from ready_to_drive(self.robot, "GoToObject")
        yield from hear_of(self.robot, lambda: self.robot.things)
        self.target = thing_to_go_to(self.robot, self.call.object_id)
        refuse_steps(self.robot, self.target.position, self.target.object_id)

    def plan(self) -> None:
        """Rank the places to stand."""
        self.placement = BasePlacement(self.robot, self.target)
        self.poses = self.placement.poses()
        if not self.poses and self._view() is None:
            raise self._no_floor()

    def execute(self) -> Steps:
        """Drive to the best place; rank again where the object turns out to be elsewhere."""
        return self._drive()

    def postcondition(self) -> None:
        """Check that the object is still there and within reach, however barely.

        That is where there was no place farther inside, or none was got to.
        """
        self.target = find_object(self.robot, self.call.object_id)
        placement = BasePlacement(self.robot, self.target)
        distance, name = placement.distance, self.target.object_id
        if not placement.is_within_reach:
            if math.isinf(distance):
                raise SkillFailure(
                    Cause.TOO_FAR,
                    f"The drive ended where a wall is between the robot and {name}; "
                    "try GoToObject again.",
                )
            raise SkillFailure(
                Cause.TOO_FAR,
                f"The drive ended {distance:.3f} m from {name}, farther than "
                f"{placement.reach:.3f} m; "
                "try GoToObject again.",
            )
        self.summary = f"{name} is {distance:.2f} m away."

    def _drive(self) -> Steps:
        """Drive to where the hand can do its work, as rehearsed, and rehearse again on the spot.

        From afar things seem larger or elsewhere: where no place does, the likeliest is driven to
        all the same, once. Where no way leads to any, the robot ranks anew what looks otherwise by
        now, waits for a teammate there to move on, once, and looks at the floor about it that it
        has not seen, once.
        """
        outcome, name = Outcome(False, Cause.UNREACHABLE, ""), self.target.object_id
        here, looked, waited = DONE, False, False
        if not self.poses:
            looked = yield from self._look_about()
            if not self.poses:
                raise self._no_floor()
        for _ in range(_ROUNDS):
            good = yield from self.placement.rehearse()
            if good is None and not here.success and self.placement.is_for_the_hand:
                good = yield from self._at_another_board()
                if good is None:
                    raise self._no_base_pose(here)
            poses = self.poses if good is None else [good, *self._others(good)]
            outcome = yield from drive_to_one(self.robot, poses, name, self._watch)
            found = find_object(self.robot, self.call.object_id)
            moved = self._has_moved(found)
            if not (outcome.success or moved):
                if outcome.cause in _NO_WAY and not waited:
                    waited = True
                    if (yield from self._teammate_moves_on()):
                        continue
                self.placement.leave_out(*((pose.point, SPACING) for pose in poses))
                if outcome.cause in _NO_WAY and self._looks_otherwise(found):
                    self._rank_at(found)
                    if self.poses:
                        continue
                if looked or outcome.cause not in _NO_WAY:
                    break
                looked = yield from self._look_about()
                if not (looked and self.poses):
                    break
                continue
            self.target = found
            self.placement = BasePlacement(self.robot, found, tried=self.placement.tried)
            if outcome.success:
                yield from self._come_nearer()
            if outcome.success and self.placement.is_near:
                here = yield from self.placement.works_from(self.robot.pose(), thorough=True)
                if not here.success and (yield from self._turn_aside()):
                    here = DONE
                if here.success:
                    break
            if outcome.success and not moved:
                self.placement.leave_out(*self._in_vain())
            self.poses = self.placement.poses()
            if not self.poses:
                break
        if not outcome.success:
            raise SkillFailure(outcome.cause or Cause.UNREACHABLE, outcome.message)
        if not here.success and self.placement.is_near and self.placement.is_for_the_hand:
            raise self._no_base_pose(here)

    def _at_another_board(self) -> Generator[Progress, None, Pose | None]:
        """Yield while the hand rehearses on the furniture's other boards; return a good pose."""
        while self.placement.try_another_board():
            self._rank_at(self.target)
            good = yield from self.placement.rehearse()
            if good is not None:
                return good
        return None

    def _come_nearer(self) -> Steps:
        """Drive on by what the robot is short of, where a drive ended a little outside the reach.

        It aims as much beyond as a drive may end short: what is less far off it takes for there.
        """
        short = self.placement.short_of
        if 0.0 < short <= _A_LITTLE:
            ahead = self.placement.towards(self.robot.pose(), short + THERE)
            yield from drive_to_one(self.robot, [ahead], self.target.object_id, self._watch)

    def _teammate_moves_on(self) -> Generator[Progress, None, bool]:
        """Yield while all teammates about the object stay, for a while; tell whether one left."""
        world, place = self.robot.world, footprint(self.target)
        before = [mate for mate in world.teammates if place.distance_to(mate) < _CROWDED]

        def one_left() -> bool:
            stay = (any(m.planar_distance_to(b) < _MOVED for m in world.teammates) for b in before)
            return not all(stay)

        text = f"waits for a teammate to move on from {self.target.object_id}"
        return bool(before) and (yield from self.robot.wait_until(one_left, _PATIENCE, text))

    def _look_about(self) -> Generator[Progress, None, bool]:
        """Yield while the robot looks at floor about the object that it has not seen, if it can.

        Then rank again; tell whether it has looked.
        """
        view, name = self._view(), self.target.object_id
        if view is None:
            return False
        outcome = yield from drive_to_one(self.robot, [view], name)
        if not outcome.success:
            return False
        yield from self.robot.fresh_map(f"looks at the floor about {name}")
        self._rank_at(find_object(self.robot, self.call.object_id))
        return True

    def _rank_at(self, found: Detection) -> None:
        """Rank the places to stand at the object as it is known by now."""
        self.target = found
        self.placement = BasePlacement(self.robot, found, tried=self.placement.tried)
        self.poses = self.placement.poses()

    def _looks_otherwise(self, found: Detection) -> bool:
        """Tell whether it ends elsewhere than where it did when the places were ranked.

        Of a toilet, say, a teammate has seen the tank, and the robot has the bowl before it by now.
        """
        before, now = footprint(self.target), footprint(found)
        shift_x, shift_y = abs(now.x - before.x), abs(now.y - before.y)
        more_x, more_y = abs(now.half_x - before.half_x), abs(now.half_y - before.half_y)
        return max(shift_x + more_x, shift_y + more_y) > _OTHERWISE

    def _view(self) -> Pose | None:
        """Return from where floor about the object shows that nobody looked at, if there is any."""
        robot, world = self.robot, self.robot.world
        if world.grid is None:
            return None
        outlines = tuple(room.outline for room in robot.graph().rooms)
        grid = with_walls(world.grid, outlines, robot.pose().point, robot.radius)
        seeker = Seeker.of(robot.card, self.settings)
        wanted, now = self.placement.approach.unseen_floor(grid), robot.clock()
        views = seeker.viewpoints(
            grid, wanted, robot.pose(), world.teammates, (), robot.memory, now
        )
        return views[0].pose if views else None

    def _no_base_pose(self, here: Outcome) -> SkillFailure:
        name = self.target.object_id
        return SkillFailure(
            Cause.NO_BASE_POSE,
            f"From no place at {name} can the arm do it; from here it cannot because "
            f"{here.message.rstrip('.')}. Leave it to a teammate with another arm.",
        )

    def _no_floor(self) -> SkillFailure:
        return SkillFailure(
            Cause.UNREACHABLE,
            f"No free floor is known within {self.placement.approach.within:.2f} m of "
            f"{self.target.object_id}; explore around it, or leave it to a teammate.",
        )

    def _turn_aside(self) -> Generator[Progress, None, bool]:
        """Yield while the robot turns to where its hand can do it from this place, if it can."""
        for pose in self.placement.turned(self.robot.pose()):
            if (yield from self.placement.works_from(pose, thorough=True)).success:
                text = f"turning to {self.target.object_id}"
                turned = yield from self.robot.drive(pose, text, self._watch)
                return turned.success and self.placement.is_near
        return False

    def _in_vain(self) -> Iterator[tuple[Point, float]]:
        """Yield where the drive ended and where it was to end, with what is no other place.

        Where the navigation system stopped short, it will hardly get to what is as near to the aim.
        """
        ended, aimed = self.robot.pose().point, self.robot.aimed_at
        yield ended, APART
        if aimed is not None:
            short = ended.planar_distance_to(aimed.point)
            yield aimed.point, min(max(short, APART), _BESIDE)

    def _others(self, good: Pose) -> list[Pose]:
        """Return the other places, for where the navigation system finds no way to the good one."""
        apart = [p for p in self.poses if p.point.planar_distance_to(good.point) >= SPACING]
        return apart[: self.settings.approach_attempts - 1]

    def _watch(self) -> Outcome | None:
        """End the drive where the object is gone or has moved."""
        found = self.robot.graph().object(self.call.object_id)
        if found is None or found.status is not Presence.PRESENT or self._has_moved(found):
            return Outcome(
                False, Cause.LOST_OBJECT, f"{self.call.object_id} is no longer where it was seen."
            )
        return None

    def _has_moved(self, found: Detection) -> bool:
        """Tell whether it is elsewhere; furniture of which more was seen is where it was."""
        if not found.pickupable and footprint(found).distance_to(self.target.position) == 0.0:
            return False
        return found.position.planar_distance_to(self.target.position) > _MOVED
