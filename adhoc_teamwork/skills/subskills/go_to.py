# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills GoToPoint and GoToRoom."""

import numpy as np
import shapely

from adhoc_teamwork.skills.belief.footprint import on_the_floor
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.climbing import refuse_stairs_to
from adhoc_teamwork.skills.places.room_places import places_in_room
from adhoc_teamwork.skills.rules.preconditions import check_displacement, room_to_enter
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.driving import drive_to_one, hear_of, ready_to_drive
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause

_WELL_INSIDE = 0.4
_SMALLEST_STEP = 0.02


class GoToPoint(Skill):
    """Drive by a displacement in the robot's own frame, x ahead and y left, metres."""

    goal: Pose

    def precondition(self) -> Steps:
        """Check that the robot can drive, and that the displacement is a sensible one."""
        yield from ready_to_drive(self.robot, "GoToPoint")
        check_displacement(self.call.dx, self.call.dy, self.settings.longest_displacement)

    def plan(self) -> None:
        """Turn the displacement into a pose in `map`, moved a little off what stands there."""
        here = self.robot.pose()
        wanted = here.transform(self.call.dx, self.call.dy)
        place = self._free_near(wanted)
        near = here.point.planar_distance_to(place) < _SMALLEST_STEP
        self.goal = Pose(place.x, place.y, here.yaw if near else here.heading_to(place))

    def execute(self) -> Steps:
        """Drive there."""
        return self._drive()

    def postcondition(self) -> None:
        """Check that the robot is there."""
        off = self.robot.pose().point.planar_distance_to(self.goal.point)
        if off > self.settings.point_tolerance:
            raise SkillFailure(
                Cause.NAVIGATION_ABORTED, f"The drive ended {off:.2f} m away from its goal."
            )
        self.summary = f"Now at ({self.goal.x:.2f}, {self.goal.y:.2f})."

    def _drive(self) -> Steps:
        outcome = yield from drive_to_one(self.robot, [self.goal], "that point")
        if not outcome.success:
            raise SkillFailure(outcome.cause or Cause.NAVIGATION_ABORTED, outcome.message)

    def _free_near(self, wanted: Point) -> Point:
        grid = self.robot.world.grid
        cell = grid.cell(wanted) if grid is not None else None
        if grid is None or cell is None or grid.clearance[cell] >= self.robot.radius:
            return wanted
        x, y = grid.centres
        distance = np.hypot(x - wanted.x, y - wanted.y)
        distance = np.where(grid.standable(self.robot.radius), distance, np.inf)
        row, column = np.unravel_index(int(distance.argmin()), distance.shape)
        if distance[row, column] > self.settings.snap_distance:
            raise SkillFailure(
                Cause.UNREACHABLE,
                f"Something stands at ({wanted.x:.2f}, {wanted.y:.2f}); "
                "choose another displacement.",
            )
        return grid.centre(int(row), int(column))


class GoToRoom(Skill):
    """Drive to open floor in a room, named by its id or, failing that, by its type."""

    room: Room
    poses: list[Pose]

    def precondition(self) -> Steps:
        """Check that the robot can drive and that there is such a room."""
        yield from ready_to_drive(self.robot, "GoToRoom")
        yield from hear_of(self.robot, lambda: self.robot.rooms)
        self.room = room_to_enter(self.robot, self.call.room_id)
        refuse_stairs_to(self.robot, self.room)

    def plan(self) -> None:
        """Choose open known floor in the room, else what may be open; nothing when well inside."""
        here = self.robot.pose()
        if self._depth(here.point) >= _WELL_INSIDE:
            self.poses = [here]
            return
        places = places_in_room(
            self.room,
            self.robot.world.grid,
            on_the_floor(self.robot.graph().objects),
            here.point,
            self.robot.radius,
            self.settings.approach_attempts,
        )
        self.poses = [Pose(p.x, p.y, here.heading_to(p)) for p in places]

    def execute(self) -> Steps:
        """Drive there."""
        return self._drive()

    def postcondition(self) -> None:
        """Check that the robot is in the room."""
        if self._depth(self.robot.pose().point) < 0.0:
            raise SkillFailure(
                Cause.NAVIGATION_ABORTED, f"The drive ended outside {self.room.room_id}."
            )
        self.summary = f"Now in {self.room.room_id}."

    def _drive(self) -> Steps:
        outcome = yield from drive_to_one(self.robot, self.poses, self.room.room_id)
        if not outcome.success:
            raise SkillFailure(outcome.cause or Cause.UNREACHABLE, outcome.message)

    def _depth(self, point: Point) -> float:
        """Return how far inside the room a point is, metres; negative outside."""
        polygon = shapely.make_valid(shapely.Polygon(self.room.outline))
        at = shapely.Point(point.x, point.y)
        edge = float(polygon.boundary.distance(at))
        return edge if polygon.contains(at) else -edge
