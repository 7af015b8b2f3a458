# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill PutObject."""

import math
from collections.abc import Generator

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.climbing import LEVEL
from adhoc_teamwork.skills.places.room_places import places_around
from adhoc_teamwork.skills.rules.preconditions import place_to_put
from adhoc_teamwork.skills.rules.reach import opening
from adhoc_teamwork.skills.rules.refused import put_refused
from adhoc_teamwork.skills.skill import Progress, Skill, Steps
from adhoc_teamwork.skills.subskills.base_placement import (
    BasePlacement,
    may_be_higher,
    stand_better,
)
from adhoc_teamwork.skills.subskills.containers import put_into
from adhoc_teamwork.skills.subskills.driving import drive_to_one
from adhoc_teamwork.skills.subskills.handling import held_size, ready_to_handle, show_hand
from adhoc_teamwork.skills.subskills.put_down import LIFT, as_firm, floor_spots
from adhoc_teamwork.teamwork.bodies.reach_line import before_arm
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import FLOOR, INFERRED, Detection
from adhoc_teamwork.teamwork.team.causes import Cause

_ANOTHER_SPOT = frozenset((Cause.NO_SPACE, Cause.RELEASE_FAILED, Cause.TOO_FAR, Cause.BLOCKED))
_FREE_FLOOR = 4.0
"""Where no floor is free within reach, some is looked for as far away, metres of driving."""
_STANDS = 2
"""From so many places it is put down at the most: what GoToObject rehearsed, and one beside."""


class PutObject(Skill):
    """Put what the hand holds on or in a receptacle within reach; `Floor` is one, too."""

    receptacle: Detection | None
    spots: list[Point]

    def precondition(self) -> Steps:
        """Check body, hand, receptacle and height."""
        return self._check()

    def plan(self) -> None:
        """Choose free spots on or in the receptacle that the arm reaches from here."""
        if self._has_door():
            return
        if self.receptacle is None:
            self.spots = self._floor_spots(self.robot.pose())
            return
        placement = BasePlacement(self.robot, self.receptacle, self.call.object_id)
        self.spots = placement.spots_from(self.robot.pose())
        if not self.spots:
            self._refuse(placement)

    def execute(self) -> Steps:
        """Open the hand over one spot after the other until one takes the object.

        Where there was no room lies something that nobody knew of: spots away from it come first,
        but none where the object may rather fall.
        """
        if self._has_door():
            yield from self._let_in()
            return
        if not self.spots:
            yield from self._drive_to_free_floor()
        yield from self._release()

    def postcondition(self) -> Steps:
        """Check that the hand feels nothing any more, and that nothing is seen to have fallen."""
        yield from self._feel()
        yield from self._look()
        self.robot.picked = None
        self.summary = f"{self.call.object_id} was put down: {self.call.receptacle_id}."

    def _check(self) -> Steps:
        yield from ready_to_handle(self.robot, "PutObject")
        self.receptacle = place_to_put(self.robot, self.call)

    def _floor_spots(self, base: Pose) -> list[Point]:
        """Return free spots on the floor that the arm reaches from a pose."""
        robot, reach = self.robot, self.robot.card.capability.reach_at(LIFT)
        held, objects = held_size(robot, self.call.object_id), robot.graph().objects
        ease = robot.ease_of_putting
        free = [
            spot
            for spot in floor_spots(
                before_arm(base, ease.line), robot.radius, reach, held, objects, robot.world.grid
            )
            if ease.is_faced(base, spot) and self._serves(spot, base)
        ]
        return free[: self.settings.put_attempts]

    def _drive_to_free_floor(self) -> Steps:
        """Drive to the nearest place known from where the arm reaches free floor."""
        robot, grid, here = self.robot, self.robot.world.grid, self.robot.pose()
        around = places_around(grid, here, robot.radius, _FREE_FLOOR) if grid is not None else ()
        pose = next((place for place in around if self._floor_spots(place)), None)
        if pose is not None:
            yield from drive_to_one(robot, [pose], FLOOR)
            self.spots = self._floor_spots(robot.pose())
        if not self.spots:
            raise SkillFailure(
                Cause.NO_SPACE,
                f"No free floor is within the arm's reach, nor where I could drive to within "
                f"{_FREE_FLOOR:g} m.",
            )

    def _serves(self, spot: Point, base: Pose) -> bool:
        """Tell whether the arm serves a spot on the floor, also where that is of another height."""
        ground, can = self.robot.world.ground, self.robot.card.capability
        if ground is None:
            return True
        rise = ground.height(spot.x, spot.y) - ground.height(base.x, base.y)
        return abs(rise) < LEVEL or can.reach_min_height <= spot.z + rise <= can.reach_max_height

    def _has_door(self) -> bool:
        """Tell whether it goes into something that opens, and not onto it."""
        return self.receptacle is not None and self.receptacle.opens

    def _let_in(self) -> Steps:
        if self.receptacle is not None:
            point = opening(self.robot, self.receptacle)
            yield from put_into(self.robot, self.receptacle, point)

    def _refuse(self, placement: BasePlacement) -> None:
        name = placement.target.object_id
        if not placement.has_room:
            raise put_refused(name, Cause.NO_SPACE, "")
        nearest = placement.distance
        if math.isinf(nearest):
            raise SkillFailure(
                Cause.TOO_FAR,
                f"A wall is between the robot and {name}: GoToObject <{name}> first.",
            )
        reach = placement.approach.within
        raise SkillFailure(
            Cause.TOO_FAR,
            f"The nearest free spot of {name} is {nearest:.2f} m away and the arm reaches "
            f"{reach:.2f} m: GoToObject <{name}> first.",
        )

    def _release(self) -> Steps:
        where, tried, stood = self.call.receptacle_id, 0, list[tuple[Point, float]]()
        last = Outcome(False, Cause.NO_SPACE, "no spot was free")
        for _ in range(_STANDS):
            left = list(self.spots)
            while left:
                spot = self.robot.vain.likeliest(where, self._as_firm(left))
                left.remove(spot)
                tried += 1
                motion = self.robot.hand.release(spot)
                last = yield from self.robot.follow(motion, f"putting it down: {where}")
                if last.success:
                    self.robot.vain.forget(where)
                    self.robot.world.let_go[self.call.object_id] = spot
                    return
                if last.cause is Cause.NO_SPACE:
                    left = self._left_for(spot, left)
                if last.cause not in _ANOTHER_SPOT:
                    break
            if last.cause is Cause.NO_SPACE and self._reaches_another_board():
                continue
            if not self.robot.vain.failed(where, last.cause, self.robot.pose()):
                break
            if not (yield from self._stand_better(stood)):
                break
        spots = f"{tried} spots" if tried != 1 else "one spot"
        said = f"{spots} tried, the last failed because {last.message}"
        raise put_refused(where, last.cause, said)

    def _as_firm(self, left: list[Point]) -> list[Point]:
        """Return those of the spots that are left where it falls no likelier than at the first."""
        if self.receptacle is None:
            return left
        robot, held = self.robot, held_size(self.robot, self.call.object_id)
        return as_firm(left, held, robot.world.grid, robot.settings.edge_margin)

    def _left_for(self, spot: Point, left: list[Point]) -> list[Point]:
        """Remember that a spot had no room, or was too low, and return which are left."""
        where, robot = self.call.receptacle_id, self.robot
        furniture, is_known = self.receptacle, robot.vain.is_too_low(where)
        if furniture is None or is_known or not may_be_higher(robot, furniture):
            robot.vain.had_no_room(where, spot)
            return left
        robot.vain.was_too_low(where)
        return self._spots_on(furniture)

    def _spots_on(self, furniture: Detection) -> list[Point]:
        """Return where it may go on furniture from where the robot stands, the best first."""
        placement = BasePlacement(self.robot, furniture, self.call.object_id)
        return placement.spots_from(self.robot.pose())

    def _reaches_another_board(self) -> bool:
        """Choose spots on another board of the furniture, if it has one; tell if there are any."""
        if self.receptacle is None:
            return False
        placement = BasePlacement(self.robot, self.receptacle, self.call.object_id)
        while placement.try_another_board():
            self.spots = self._spots_on(self.receptacle)
            if self.spots:
                return True
        return False

    def _stand_better(self, stood: list[tuple[Point, float]]) -> Generator[Progress, None, bool]:
        """Yield until the robot stands where it gets to other spots, if it may; tell whether."""
        if self.receptacle is None:
            return False
        name = self.call.object_id
        if not (yield from stand_better(self.robot, self.receptacle, stood, name)):
            return False
        self.spots = self._spots_on(self.receptacle)
        return bool(self.spots)

    def _feel(self) -> Steps:
        if not (yield from show_hand(self.robot, holding=False)):
            raise SkillFailure(
                Cause.RELEASE_FAILED,
                "The hand opened and still holds the object; try PutObject again.",
            )

    def _look(self) -> Steps:
        """Give the camera a moment; what lies on the floor beside the receptacle has fallen."""
        if self.receptacle is None or self._has_door():
            return
        opened, name = self.robot.clock(), self.call.object_id

        def seen() -> Detection | None:
            found = self.robot.graph().object(name)
            is_seen = found is not None and found.seen > opened and found.confidence > INFERRED
            return found if is_seen else None

        yield from self.robot.wait_until(
            lambda: seen() is not None, self.settings.look_time, f"looking where {name} lies"
        )
        found = seen()
        if found is None or found.receptacle != FLOOR:
            return
        if footprint(self.receptacle).distance_to(found.position) > 0.0:
            self.robot.picked = None
            raise SkillFailure(
                Cause.FELL,
                f"{name} fell to the floor beside {self.receptacle.object_id}: pick it up again.",
            )
