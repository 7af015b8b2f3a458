# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill Explore: look at a room, or anywhere, until nothing is left to look at."""

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.belief.exploration_memory import ExplorationMemory
from adhoc_teamwork.skills.belief.footprint import on_the_floor
from adhoc_teamwork.skills.belief.grid import Mask, SemanticGrid
from adhoc_teamwork.skills.belief.walls import with_walls
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.climbing import refuse_stairs_to, steps_to_room
from adhoc_teamwork.skills.places.frontier import (
    Seeker,
    Viewpoint,
    region,
    share_seen,
    wanted_cells,
)
from adhoc_teamwork.skills.places.room_places import places_in_room
from adhoc_teamwork.skills.rules.exploring import Exploration
from adhoc_teamwork.skills.rules.lookup import find_room
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.driving import hear_of, ready_to_drive
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.ground import Outline
from adhoc_teamwork.teamwork.scene import Room, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause

_WAIT_FOR_MAP = 5.0
_PROMISE_LEFT = 0.25
_CHECKED_VIEWS = 5
_WAYS_IN = 3
_MOST_TOPS = 8
"""From so many places tops of furniture are looked over in one exploration."""
_HARDLY_SEEN = 0.5
_SILENCE = 10.0
_SAME_FRONTIER = 1.0
"""Viewpoints nearer to each other than this, metres, show about the same."""
_REASON_TAKEN = Outcome(False, Cause.CANCELLED, "a teammate drives there")
_REASON_NOTHING_LEFT = Outcome(False, Cause.CANCELLED, "most of it was seen on the way")


class Explore(Skill):
    """Drive from viewpoint to viewpoint until a region was looked at or nothing more can be.

    Frontier-based (paper, appendix on teammates' sub-skills): each viewpoint is the one that
    promises the most unseen floor per second. Then come tops of furniture below the camera that
    were not looked over from near.
    """

    rooms: tuple[Room, ...]
    where: str
    exploration: Exploration
    began: float
    first_stamp: float
    seeker: Seeker
    entered: set[Point]
    left_to_mate: bool
    tops_looked_at: int
    area: tuple[SemanticGrid, SceneGraph, Mask] | None
    walled: tuple[SemanticGrid, tuple[Outline, ...], SemanticGrid] | None

    def precondition(self) -> Steps:
        """Check that the robot can drive and look, that the room exists and that there is a map."""
        return self._begin()

    def plan(self) -> None:
        """Set up the camera's reach; viewpoints are planned one by one as the map grows."""
        self.seeker = Seeker.of(self.robot.card, self.settings)

    def execute(self) -> Steps:
        """Drive and look, viewpoint after viewpoint."""
        return self._look_around()

    def postcondition(self) -> None:
        """Say how much was looked at, and fail where what is left could not be driven to."""
        share = self._share()
        lasted = self.robot.clock() - self.began
        if self._grid().stamp == self.first_stamp and lasted > _SILENCE:
            raise SkillFailure(
                Cause.NO_MAP, f"No new semantic map has come from perception for {lasted:.0f} s."
            )
        rest = "nothing more of it can be looked at from where it can stand"
        if self.left_to_mate:
            rest = "a teammate drives to the rest"
        self.summary = self.exploration.judge(share, rest)

    @property
    def memory(self) -> ExplorationMemory:
        """Return what the robot remembers of earlier looks."""
        return self.robot.memory

    def _begin(self) -> Steps:
        yield from ready_to_drive(self.robot, "Explore")
        self.entered, self.area, self.walled = set(), None, None
        self.left_to_mate, self.tops_looked_at = False, 0
        if self.call.room_id:
            yield from hear_of(self.robot, lambda: self.robot.rooms)
            room = find_room(self.robot, self.call.room_id)
            self.rooms, self.where = (room,), room.room_id
            refuse_stairs_to(self.robot, room)
        else:
            rooms = self.robot.graph().rooms
            self.rooms = tuple(r for r in rooms if not steps_to_room(self.robot, r))
            self.where = "the house"
        self.exploration = Exploration(
            self.where, self.settings.explored_share, self.settings.failures_in_a_row
        )
        world = self.robot.world
        yield from self.robot.wait_until(
            lambda: world.grid is not None, _WAIT_FOR_MAP, "waiting for the semantic map"
        )
        self.began, self.first_stamp = self.robot.clock(), self._grid().stamp

    def _grid(self) -> SemanticGrid:
        """Return the map with the walls of the rooms, worked out once for both."""
        grid = self.robot.world.grid
        if grid is None:
            raise SkillFailure(
                Cause.NO_MAP, "No semantic map comes from perception, so nothing can be explored."
            )
        outlines = tuple(room.outline for room in self.robot.graph().rooms)
        if self.walled is None or self.walled[0] is not grid or self.walled[1] != outlines:
            here, radius = self.robot.pose().point, self.robot.radius
            self.walled = grid, outlines, with_walls(grid, outlines, here, radius)
        return self.walled[2]

    def _look_around(self) -> Steps:
        while not self.exploration.is_given_up:
            view = self._next_view()
            if view is None:
                return
            yield from self._look_from(view)
        if self._wanted(self._grid()).any():
            self.exploration.refuse_given_up()

    def _next_view(self) -> Viewpoint | None:
        grid, here, world = self._grid(), self.robot.pose(), self.robot.world
        wanted = self._wanted(grid)
        views = self.seeker.viewpoints(
            grid, wanted, here, world.teammates, world.claims, self.memory, self.robot.clock()
        )
        free = [view for view in views if not self._is_taken(view)]
        self.left_to_mate = bool(views) and not free
        for view in free[:_CHECKED_VIEWS]:
            # Only a view that shows something wanted makes progress, so that this loop ends.
            if self.seeker.gain_at(grid, wanted, view.pose) >= self.settings.smallest_frontier / 2:
                return view
        if self.left_to_mate:
            return None
        return self._way_in(grid, here) or self._over_tops(grid, here)

    def _over_tops(self, grid: SemanticGrid, here: Pose) -> Viewpoint | None:
        """Return a place from where tops of furniture show that were not looked over from near."""
        if self.tops_looked_at == _MOST_TOPS:
            return None
        looks, graph, inspected = self.robot.looks, self.robot.graph(), self.robot.world.inspected
        for room in self.rooms:
            if len(room.outline) < 3:
                continue
            pieces = [o for o in graph.objects if o.room == room.room_id]
            levels = [level for piece in pieces for level in looks.levels(piece)]
            tops = [(level, looks.unseen(level, inspected, room.outline)) for level in levels]
            tops = [(piece, points) for piece, points in tops if len(points)]
            pose = None
            if tops:
                pose = looks.best_view(grid, here, self.robot.radius, tops, room.outline)
            if pose is not None:
                self.tops_looked_at += 1
                return Viewpoint(pose, 0.0, is_over_tops=True)
        return None

    def _way_in(self, grid: SemanticGrid, here: Pose) -> Viewpoint | None:
        """Return a place in a room into which no known free floor gives a view."""
        furniture, radius = on_the_floor(self.robot.graph().objects), self.robot.radius
        for room in self.rooms:
            seen = share_seen(grid, grid.inside(room.outline), self.memory)
            if room.contains(here.point) or seen > _HARDLY_SEEN:
                continue
            for place in places_in_room(room, grid, furniture, here.point, radius, _WAYS_IN):
                if place not in self.entered:
                    self.entered.add(place)
                    return Viewpoint(Pose(place.x, place.y, here.heading_to(place)), 0.0)
        return None

    def _look_from(self, view: Viewpoint) -> Steps:
        promised = self._promise(view)
        last_stamp = self._grid().stamp

        def give_up() -> Outcome | None:
            nonlocal last_stamp
            if self._is_taken(view):
                return _REASON_TAKEN
            grid = self._grid()
            if grid.stamp == last_stamp or promised <= 0.0:
                return None
            last_stamp = grid.stamp
            left = self.seeker.gain_at(grid, self._wanted(grid), view.pose)
            return _REASON_NOTHING_LEFT if left < _PROMISE_LEFT * promised else None

        outcome = yield from self.robot.drive(view.pose, self._text(), give_up)
        if view.is_over_tops:
            # Not before the drive: who is called away on it has looked over nothing.
            self.robot.looks.tried(view.pose)
        if outcome in (_REASON_NOTHING_LEFT, _REASON_TAKEN):
            return
        if not outcome.success:
            self.exploration.failed(outcome.cause, outcome.message)
            self.memory.failed(view.pose, self.robot.clock())
            return
        self.exploration.arrived()
        yield from self.robot.fresh_map(self._text())
        grid = self._grid()
        eye = self.seeker.eye
        self.memory.looked(grid, eye.view(grid, self.robot.pose()) | eye.view(grid, view.pose))

    def _is_taken(self, view: Viewpoint) -> bool:
        """Tell whether a teammate that goes first drives to about the same place."""
        here, place = self.robot.pose().point, view.pose.point
        if here.planar_distance_to(place) < _SAME_FRONTIER:
            return False
        prior = self.robot.world.prior_claims
        return any(place.planar_distance_to(other) < _SAME_FRONTIER for other in prior)

    def _promise(self, view: Viewpoint) -> float:
        grid = self._grid()
        return self.seeker.gain_at(grid, self._wanted(grid), view.pose)

    def _area(self, grid: SemanticGrid) -> Mask:
        """Return the cells to explore, worked out once per map and scene graph."""
        graph = self.robot.graph()
        if self.area is None or self.area[0] is not grid or self.area[1] is not graph:
            furniture = on_the_floor(graph.objects)
            self.area = grid, graph, region(grid, self.rooms, furniture)
        return self.area[2]

    def _share(self) -> float:
        grid = self._grid()
        return share_seen(grid, self._area(grid), self.memory)

    def _wanted(self, grid: SemanticGrid) -> Mask:
        return wanted_cells(grid, self._area(grid), self.memory)

    def _text(self) -> str:
        return f"looked at {self._share():.0%} of {self.where}"
