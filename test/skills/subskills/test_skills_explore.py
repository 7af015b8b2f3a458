# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frontiers and Explore, in houses whose truth the robot uncovers by looking."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skills_fakes import ARM_CARD, Bench, open_grid, scene, square_room, table

from adhoc_teamwork.skills.belief.exploration_memory import ExplorationMemory
from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.belief.walls import with_walls
from adhoc_teamwork.skills.places.eye import Eye
from adhoc_teamwork.skills.places.frontier import Seeker, region, share_seen, wanted_cells
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind

EXPLORE = SubSkillKind.EXPLORE
ROOMS = (square_room("room_0", 0, 0, 5), square_room("room_1", 5, 0, 5))


def two_rooms() -> SemanticGrid:
    """Return the truth: two rooms of five metres, a wall with a door, and furniture."""
    grid = open_grid(10.0, 5.0)
    cells = grid.cells.copy()
    cells[:, 49:51] = 100
    cells[18:30, 49:51] = 0
    cells[36:48, 3:12] = 100
    cells[3:15, 70:75] = 100
    return SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 0.0)


class LookingBench(Bench):
    """A robot whose camera uncovers the truth, a look every half second."""

    def __init__(
        self, truth: SemanticGrid, pose: Pose, blind: bool = False, walls_show: bool = True
    ) -> None:
        super().__init__(ARM_CARD, pose)
        self.truth, self.blind, self.walls_show = truth, blind, walls_show
        self.known = np.full(truth.cells.shape, -1, dtype=np.int8)
        self.eye = Eye.of(ARM_CARD.capability)
        self.look_at = 0.0
        self.inspected = np.zeros_like(self.known)
        self.world.graph = scene(rooms=ROOMS)
        self.look()

    def look(self) -> None:
        """Uncover what is in view, walls and furniture fronts included."""
        assert self.world.pose is not None
        seen = self.eye.view(self.truth, self.world.pose)
        walls = np.zeros_like(seen)
        beside = ((1, 0), (-1, 0), (0, 1), (0, -1)) if self.walls_show else ()
        for rows, columns in beside:
            walls |= np.roll(seen, (rows, columns), axis=(0, 1)) & self.truth.occupied
        if not self.blind:
            self.known[seen | walls] = self.truth.cells[seen | walls]
            x, y = self.truth.centres
            near = np.hypot(x - self.world.pose.x, y - self.world.pose.y) < 2.0
            over = self.eye.view(replace(self.truth, cells=self.inspected * 0), self.world.pose)
            self.inspected[near & over] = 100
        self.world.grid = replace(self.truth, cells=self.known.copy(), stamp=self.clock.now)
        self.world.inspected = replace(self.world.grid, cells=self.inspected.copy())

    def share_known(self, *rooms: Room) -> float:
        """Return how much of the free floor of rooms was uncovered, 0 to 1."""
        inside = [self.truth.inside(room.outline, 0.1) for room in rooms]
        return float((self.known[np.any(inside, axis=0) & self.truth.free] >= 0).mean())

    def step(self, seconds: float = 0.1):  # type: ignore[no-untyped-def]
        if self.clock.now >= self.look_at:
            self.look()
            self.look_at = self.clock.now + 0.5
        return super().step(seconds)


def test_explore_looks_at_a_whole_room_and_says_so() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    result = bench.run(EXPLORE, room_id="room_0")
    assert result.success, result
    assert bench.share_known(ROOMS[0]) > 0.93
    assert any(text.startswith("looked at") for text in bench.texts)
    assert result.duration < 90.0
    again = bench.run(EXPLORE, room_id="room_0")
    assert again.success
    assert again.duration < 12.0


def test_explore_looks_over_tops_of_furniture_from_near() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    bed = table("Bed_0", 0.75, 4.2, Size(0.9, 1.2, 0.3), room="room_0")
    bench.world.graph = scene(bed, rooms=ROOMS)
    assert len(bench.robot.looks.unseen(bed, bench.world.inspected))
    assert bench.run(EXPLORE, room_id="room_0").success
    assert not len(bench.robot.looks.unseen(bed, bench.world.inspected))


def test_a_top_is_not_given_up_for_drives_that_the_robot_was_called_away_from() -> None:
    truth = two_rooms()
    bench = LookingBench(truth, Pose(8.5, 2.5, 0.0))
    bench.known[:] = truth.cells
    bench.look()
    bed = table("Bed_0", 0.75, 4.2, Size(0.9, 1.2, 0.3), room="room_0")
    bench.world.graph = scene(bed, rooms=ROOMS)
    for _ in range(4):
        bench.executor.start(SubSkill(EXPLORE, room_id="room_0"))
        for _ in range(20):
            assert bench.step() is None
        bench.executor.cancel()
        assert bench.finish().cause is Cause.CANCELLED
        bench.world.pose = Pose(8.5, 2.5, 0.0)
    assert bench.run(EXPLORE, room_id="room_0").success
    assert not len(bench.robot.looks.unseen(bed, bench.world.inspected))


def test_explore_looks_along_tops_above_the_camera() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    high = bench.robot.capability.camera_height + 0.2
    desk = table("Desk_0", 0.75, 4.2, Size(0.9, 1.2, high), room="room_0")
    bench.world.graph = scene(desk, rooms=ROOMS)

    def left() -> int:
        return len(bench.robot.looks.unseen(desk, bench.world.inspected, ROOMS[0].outline))

    assert left()
    assert bench.run(EXPLORE, room_id="room_0").success
    assert not left()


def test_explore_looks_over_tops_beyond_a_room_without_outline() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    bed = table("Bed_0", 0.75, 4.2, Size(0.9, 1.2, 0.3), room="room_0")
    bench.world.graph = scene(bed, rooms=(Room("room_9", ()), *ROOMS))
    assert bench.run(EXPLORE).success
    assert not len(bench.robot.looks.unseen(bed, bench.world.inspected))


def test_explore_anywhere_goes_through_the_door() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 2.4, math.pi))
    result = bench.run(EXPLORE)
    assert result.success, result
    assert bench.share_known(*ROOMS) > 0.93


def test_explore_another_room_drives_in() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, math.pi))
    result = bench.run(EXPLORE, room_id="room_1")
    assert result.success, result
    assert bench.share_known(ROOMS[1]) > 0.93


def test_who_begins_in_a_doorway_explores_the_room_behind() -> None:
    """One said so of a room to which it had turned its back, and looked at none of it."""
    bench = LookingBench(two_rooms(), Pose(4.95, 2.4, 0.1))
    result = bench.run(EXPLORE, room_id="room_0")
    assert result.success, result
    assert bench.share_known(ROOMS[0]) > 0.93


def test_who_stands_under_a_table_explores_the_room_about_it() -> None:
    """A low robot drove under one, and said that nothing more could be looked at from there."""
    truth = two_rooms()
    truth.cells[10:34, 14:36] = 100
    bench = LookingBench(truth, Pose(2.4, 2.2, 0.0))
    bench.known[:, :20] = truth.cells[:, :20]
    bench.known[truth.cells == 100] = 100
    bench.look()
    result = bench.run(EXPLORE, room_id="room_0")
    assert result.success, result
    assert bench.share_known(ROOMS[0]) > 0.9


@pytest.mark.parametrize("start", [Pose(8.0, 2.0, 1.5), Pose(1.0, 1.0, 0.0)])
def test_what_is_behind_a_wall_that_the_map_does_not_show_is_not_looked_at_in_vain(
    start: Pose,
) -> None:
    """A corridor along a room, its door at one end: from the room nothing of it shows."""
    outlines = ((0, 0), (10, 0), (10, 3.4), (0, 3.4)), ((0, 3.4), (10, 3.4), (10, 5), (0, 5))
    grid = open_grid(10.0, 5.0)
    cells = grid.cells.copy()
    cells[33:35] = 100
    cells[33:35, 2:10] = 0
    bench = LookingBench(replace(grid, cells=cells), start, walls_show=False)
    rooms = tuple(Room(f"room_{n}", outline) for n, outline in enumerate(outlines))
    bench.world.graph = scene(rooms=rooms)
    result = bench.run(EXPLORE, room_id="room_1")
    assert result.success, result
    corridor = bench.truth.inside(outlines[1], 0.1) & bench.truth.free
    assert (bench.known[corridor] >= 0).mean() > 0.93


def test_explore_ends_where_nothing_can_be_driven_to() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    bench.navigator.modes = ["no_way"]
    result = bench.run(EXPLORE, room_id="room_0")
    assert result.cause == Cause.UNREACHABLE
    assert len(bench.navigator.goals) <= Settings().failures_in_a_row


def test_explore_says_that_it_is_blocked_where_it_does_not_get_away() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    bench.navigator.modes = ["silent"]
    result = bench.run(EXPLORE, room_id="room_1")
    assert result.cause == Cause.BLOCKED
    assert "has not moved" in result.message


def test_explore_survives_single_failures() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    bench.navigator.modes = ["no_way", "succeed", "abort", "reject", "succeed"]
    assert bench.run(EXPLORE, room_id="room_0").success


def test_explore_without_a_map_with_a_silent_one_or_an_unknown_room() -> None:
    bench = Bench()
    result = bench.run(EXPLORE)
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.NO_MAP)
    bench = Bench()
    bench.world.graph, bench.world.grid = scene(rooms=ROOMS), open_grid(10.0, 5.0, value=-1)
    result = bench.run(EXPLORE, room_id="room_0")
    assert result.cause == Cause.NO_MAP
    result = bench.run(EXPLORE, room_id="attic")
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.UNKNOWN_ROOM)


def test_explore_says_how_far_it_came_when_time_runs_out() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0))
    result = bench.run(EXPLORE, time_limit=4.0, room_id="room_0")
    assert result.cause == Cause.TIMEOUT
    assert "looked at" in result.message


def test_explore_ends_though_some_cells_can_never_be_seen() -> None:
    bench = LookingBench(two_rooms(), Pose(1.0, 1.0, 0.0), blind=True)
    result = bench.run(EXPLORE, room_id="room_0", time_limit=2000.0)
    assert result.cause != Cause.TIMEOUT


def seeker() -> Seeker:
    """Return the seeker of the robot with an arm."""
    return Seeker(Eye.of(ARM_CARD.capability), 0.3, 0.6, Settings())


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.floats(0.6, 4.4), st.floats(0.6, 4.4))
def test_viewpoints_are_free_and_show_something(seed: int, x: float, y: float) -> None:
    rng = np.random.default_rng(seed)
    cells = open_grid(5.0, 5.0).cells.copy()
    for _ in range(4):
        row, column = rng.integers(0, 40, size=2)
        cells[row : row + 6, column : column + 6] = rng.choice([100, -1])
    cells[:, 30:] = np.where(rng.random() < 0.5, -1, cells[:, 30:])
    grid = SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 1.0)
    memory = ExplorationMemory(Settings())
    wanted = wanted_cells(grid, region(grid, (ROOMS[0],)), memory)
    start = Pose(x, y)
    for view in seeker().viewpoints(grid, wanted, start, (), (), memory, 0.0):
        assert view.gain >= Settings().smallest_frontier
        if view.pose.point == start.point:
            continue
        cell = grid.cell(view.pose.point)
        assert cell is not None
        assert grid.free[cell]
        assert grid.clearance[cell] >= 0.3


def half_seen() -> SemanticGrid:
    """Return a room of which the middle is known, and neither end."""
    cells = open_grid(12.0, 4.0).cells.copy()
    cells[:, :25] = -1
    cells[:, -25:] = -1
    return SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, 0.1, cells.shape), 1.0)


def test_a_teammate_at_one_end_sends_the_robot_to_the_other() -> None:
    grid, memory = half_seen(), ExplorationMemory(Settings())
    wanted = wanted_cells(grid, region(grid, ()), memory)
    start = Pose(6.0, 2.0, math.pi / 2)
    for mate, right in ((Point(3.0, 2.0), True), (Point(9.0, 2.0), False)):
        best = seeker().viewpoints(grid, wanted, start, (mate,), (), memory, 0.0)[0]
        assert (best.pose.x > 6.0 or math.cos(best.pose.yaw) > 0.0) is right


def test_where_a_teammate_drives_to_is_left_to_it() -> None:
    grid, memory = half_seen(), ExplorationMemory(Settings())
    wanted = wanted_cells(grid, region(grid, ()), memory)
    start = Pose(6.0, 2.0, math.pi / 2)
    for claim, right in ((Point(3.0, 2.0), True), (Point(9.0, 2.0), False)):
        best = seeker().viewpoints(grid, wanted, start, (), (claim,), memory, 0.0)[0]
        assert (best.pose.x > 6.0 or math.cos(best.pose.yaw) > 0.0) is right


def test_of_two_that_drive_to_the_same_frontier_the_later_name_turns_to_another() -> None:
    bench = Bench(pose=Pose(6.0, 2.0, 0.0))
    bench.world.graph = scene(rooms=(Room("room_0", ((0, 0), (12, 0), (12, 4), (0, 4))),))
    bench.world.grid = half_seen()
    bench.executor.start(SubSkill(SubSkillKind.EXPLORE, room_id="room_0"))
    for _ in range(4):
        assert bench.step() is None
    first = bench.navigator.goals[0]
    assert bench.robot.heading_for == first.point
    bench.world.claims = bench.world.prior_claims = (first.point,)
    for _ in range(6):
        bench.step()
    assert len(bench.navigator.goals) > 1
    assert bench.navigator.goals[1].point.planar_distance_to(first.point) > 1.0


def test_failures_are_remembered_for_a_while() -> None:
    memory = ExplorationMemory(Settings())
    x, y = np.array([1.0, 3.0]), np.array([1.0, 3.0])
    memory.failed(Pose(1.1, 1.0), 10.0)
    assert not memory.left_alone(x, y, 11.0).any()
    memory.failed(Pose(1.0, 1.1), 12.0)
    assert memory.left_alone(x, y, 13.0).tolist() == [True, False]
    assert not memory.left_alone(x, y, 90.0).any()


def test_what_cannot_be_seen_does_not_count() -> None:
    grid, memory = half_seen(), ExplorationMemory(Settings())
    area = region(grid, ())
    before = share_seen(grid, area, memory)
    shown = grid.unseen & (grid.centres[0] < 6.0)
    memory.looked(grid, shown)
    assert share_seen(grid, area, memory) == before
    memory.looked(grid, shown)
    assert memory.unseeable(grid)[shown].all()
    assert share_seen(grid, area, memory) > before


def test_a_camera_looks_as_far_as_its_range_or_where_its_upper_edge_meets_the_floor() -> None:
    level = Eye.of(Capability("tall", camera_height=1.5, camera_range=3.5, vertical_fov=0.6))
    assert level.farthest == 3.5
    assert level.nearest == pytest.approx(0.4 * 3.5)
    down = Eye.of(Capability("low", camera_height=0.5, camera_pitch=0.9, vertical_fov=0.8))
    assert down.farthest == pytest.approx(0.5 / math.tan(0.5))
    grid = open_grid(6.0, 6.0)
    view = level.view(grid, Pose(1.0, 3.0, 0.0))
    for x, shown in ((2.0, False), (2.8, True), (4.2, True), (4.8, False), (0.5, False)):
        cell = grid.cell(Point(x, 3.05))
        assert cell is not None
        assert bool(view[cell]) is shown


@pytest.mark.parametrize("camera", [ARM_CARD.capability, Capability("tall", camera_height=1.5)])
@given(away=st.floats(0.15, 3.0), yaw=st.floats(-1.2, 1.2))
def test_no_camera_sees_through_a_wall_however_near_it_stands(
    camera: Capability, away: float, yaw: float
) -> None:
    """A low robot looked seven times at the next room through a wall 0.35 m before it."""
    wall = ((4.0, 0.0), (8.0, 0.0), (8.0, 6.0), (4.0, 6.0))
    cells = open_grid(8.0, 6.0).cells.copy()
    cells[:, 40:] = -1
    eye, here = Eye.of(camera), Pose(3.9 - away, 3.0, yaw)
    unwalled = SemanticGrid(cells, open_grid(8.0, 6.0).frame, 1.0)
    grid = with_walls(unwalled, (wall,), here.point, ARM_CARD.body.radius)
    beyond = grid.unseen & ~grid.opaque
    assert not (eye.view(grid, here) & beyond).any()
    gain, _ = eye.best_views(grid, beyond, np.array([here.x]), np.array([here.y]))
    assert gain[0] == 0.0


def test_floor_under_furniture_that_was_looked_at_is_not_missed() -> None:
    grid, memory = half_seen(), ExplorationMemory(Settings())
    bed = footprint(table("Bed_0", 1.5, 2.0, Size(2.4, 4.0, 0.5)))
    area = region(grid, (), (bed,))
    x, y = grid.centres
    assert not (area & grid.unseen & bed.contains(x, y)).any()
    assert share_seen(grid, area, memory) > share_seen(grid, region(grid, ()), memory)


def test_floor_under_furniture_that_was_only_heard_of_is_still_to_be_seen() -> None:
    bed = footprint(table("Bed_0", 1.2, 2.0, Size(2.0, 4.0, 0.5)))
    assert (region(half_seen(), (), (bed,)) == region(half_seen(), ())).all()
