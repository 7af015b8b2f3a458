# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Back ends and a small world for the skills' tests; the fakes obey the real ones' contracts."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.skills.back_ends.motion import DONE, EndedMotion, Motion, Outcome
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.registry import all_skills
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.bodies.robot_card import Body, RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Detection, Room, SceneGraph
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

ARM_CARD = RobotCard(
    Capability(
        robot_type="quadruped with arm",
        can_manipulate=True,
        camera_height=0.6,
        camera_pitch=0.2,
        horizontal_fov=1.3,
        vertical_fov=1.0,
        camera_range=4.0,
        payload=1.0,
        reach=0.8,
        reach_min_height=0.0,
        reach_max_height=1.0,
        max_speed=0.6,
    ),
    Body(radius=0.3),
)
SIDE_CARD = replace(
    ARM_CARD,
    grasps=GraspShares(
        (0.2, 1.0),
        (0.0, 1.0),
        ((0.5, 0.5), (0.5, 0.5)),
        line=ReachLine(-math.pi / 2.0, -0.1),
    ),
)
"""Of a robot whose arm reaches straight to the right, 0.1 m behind its axis."""
ARMLESS_CARD = RobotCard(Capability(robot_type="tall", camera_height=1.4, camera_pitch=0.5))


class FakeClock:
    """Hold the time, in seconds; `advance` moves it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class FakeDrive:
    """Drive a world's pose along a straight line as the clock goes on."""

    def __init__(
        self, navigator: "FakeNavigator", goal: Pose, mode: str, backs_up: bool = False
    ) -> None:
        self._navigator, self._goal, self._mode = navigator, goal, mode
        self._backs_up = backs_up
        self._outcome: Outcome | None = None
        self._last = navigator.clock()
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True
        self._navigator.cancels += 1

    @property
    def distance_remaining(self) -> float:
        pose = self._navigator.world.pose
        return pose.point.planar_distance_to(self._goal.point) if pose else math.nan

    def poll(self) -> Outcome | None:
        if self._outcome is None:
            self._outcome = self._look()
        return self._outcome

    def _look(self) -> Outcome | None:
        step = max(0.0, self._navigator.clock() - self._last) * self._navigator.speed
        self._last = self._navigator.clock()
        if self._cancelled and self._mode != "deaf":
            return Outcome(False, Cause.CANCELLED, "the drive was cancelled as asked")
        if self._mode == "abort":
            return Outcome(False, Cause.NAVIGATION_ABORTED, "the navigation system gave up")
        if self._mode == "no_way":
            return Outcome(False, Cause.UNREACHABLE, "no way leads there")
        if self._mode == "silent":
            return None
        world = self._navigator.world
        assert world.pose is not None
        left = self.distance_remaining
        if left <= step:
            world.pose, world.odometer = self._goal, world.odometer + left
            return DONE
        share = step / left
        world.pose = Pose(
            world.pose.x + share * (self._goal.x - world.pose.x),
            world.pose.y + share * (self._goal.y - world.pose.y),
            self._goal.yaw if self._backs_up else world.pose.heading_to(self._goal.point),
        )
        world.odometer += step
        return None


class FakeNavigator:
    """Obey `modes`, one per goal, the last for all that follow.

    Modes are succeed, reject, abort, no_way, silent, missing, and deaf: it succeeds whatever it is
    told. `cancels` counts how often a drive was told to end. `backed` are the distances by which it
    was to back up.
    """

    def __init__(self, world: World, clock: FakeClock, speed: float = 0.6) -> None:
        self.world, self.clock, self.speed = world, clock, speed
        self.modes = ["succeed"]
        self.goals: list[Pose] = []
        self.drives: list[Motion] = []
        self.backed: list[float] = []
        self.cleared = self.cancels = 0

    def clear(self) -> None:
        self.cleared += 1

    @property
    def ready(self) -> bool:
        return self.modes[0] != "missing"

    def go_to(self, pose: Pose) -> Motion:
        self.goals.append(pose)
        return self._drive(pose, backs_up=False)

    def back_up(self, distance: float) -> Motion:
        here = self.world.pose
        assert here is not None
        self.backed.append(distance)
        there = here.transform(-distance, 0.0)
        return self._drive(Pose(there.x, there.y, here.yaw), backs_up=True)

    def _drive(self, pose: Pose, backs_up: bool) -> Motion:
        mode = self.modes.pop(0) if len(self.modes) > 1 else self.modes[0]
        drive: Motion = FakeDrive(self, pose, mode, backs_up)
        if mode == "reject":
            drive = EndedMotion(Outcome(False, Cause.NAVIGATION_REJECTED, "refused the goal"))
        if mode == "missing":
            drive = EndedMotion(Outcome(False, Cause.SERVER_MISSING, "is not running"))
        self.drives.append(drive)
        return drive


@dataclass
class FakeHand:
    """Answer with `outcomes`, one per call, then with success; `feel` is what its sensor says.

    `works_from` says what rehearsals end in, where they are thorough or it `glances`. `room` says
    whether there is room to draw in what it holds, asked whenever it is `tucked`.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    feel: bool | None = False
    slips: bool = False
    sticks: bool = False
    ready: bool = True
    points: list[Point] = field(default_factory=list)
    works_from: Callable[[Point, Pose], Outcome] = lambda _point, _base: DONE
    states: list[State] = field(default_factory=list)
    glances: bool = True
    room: Callable[[], bool] = lambda: True
    tucked: int = 0
    sticks_out: bool = False
    held_extents: Size | None = None
    held_aside: float = 0.0

    def _rehearsed(self, point: Point, base: Pose, thorough: bool) -> Outcome:
        if thorough or self.glances:
            return self.works_from(point, base)
        return Outcome(False, Cause.BLOCKED, "no plan was found at a glance")

    def holding(self) -> bool | None:
        return self.feel

    def grasp(self, point: Point) -> Motion:
        return self._act(point, holds=not self.slips)

    def release(self, point: Point) -> Motion:
        return self._act(point, holds=self.sticks)

    def tuck(self) -> Motion:
        self.tucked += 1
        self.sticks_out = self.feel is True and not self.room()
        return EndedMotion(DONE)

    def could_grasp(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        return EndedMotion(self._rehearsed(point, base, thorough))

    def could_release(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        return EndedMotion(self._rehearsed(point, base, thorough))

    def open_door(self, point: Point) -> Motion:
        return self._act(point, holds=self.feel)

    def close_door(self, point: Point) -> Motion:
        return self._act(point, holds=self.feel)

    def put_in(self, point: Point) -> Motion:
        return self._act(point, holds=self.sticks)

    def set_state(self, point: Point, state: State) -> Motion:
        self.states.append(state)
        return self._act(point, holds=self.feel)

    def _act(self, point: Point, holds: bool | None) -> Motion:
        self.points.append(point)
        outcome = self.outcomes.pop(0) if self.outcomes else DONE
        if outcome.success:
            self.feel = holds
        return EndedMotion(outcome)


@dataclass
class Bench:
    """Hold one robot among fakes and an executor to drive."""

    card: RobotCard = ARM_CARD
    pose: Pose | None = field(default_factory=lambda: Pose(1.0, 1.0, 0.0))

    def __post_init__(self) -> None:
        self.clock = FakeClock()
        self.world = World(pose=self.pose, odometry_at=(self.clock(), self.clock()))
        self.odometry_comes = True
        self.navigator = FakeNavigator(self.world, self.clock)
        self.hand = FakeHand()
        self.robot = Robot(self.card, self.navigator, self.hand, self.world, self.clock)
        self.executor = Executor(self.robot, all_skills())
        self.texts: list[str] = []

    def step(self, seconds: float = 0.1) -> SkillResult | None:
        """Step once and let time pass."""
        result = self.executor.step()
        if self.executor.feedback is not None:
            self.texts.append(self.executor.feedback.text)
        self.clock.advance(seconds)
        if self.odometry_comes:
            self.world.odometry_at = (self.clock(), self.clock())
        return result

    def finish(self, most: int = 20_000) -> SkillResult:
        """Step until the sub-skill under way has ended."""
        for _ in range(most):
            result = self.step()
            if result is not None:
                return result
        raise AssertionError("the sub-skill did not end")

    def run(self, kind: SubSkillKind, time_limit: float = 0.0, **arguments: object) -> SkillResult:
        """Carry out one sub-skill from begin to end."""
        self.executor.start(SubSkill(kind, **arguments), time_limit)  # type: ignore[arg-type]
        return self.finish()


def square_room(room_id: str, x: float, y: float, size: float, room_type: str = "") -> Room:
    """Return a square room with its lower left corner at (x, y)."""
    corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
    return Room(room_id, corners, room_type)


def thing(object_id: str, x: float, y: float, z: float = 0.5, **more: object) -> Detection:
    """Return something small that can be carried."""
    arguments: dict[str, object] = {"size": Size(0.08, 0.08, 0.1), "pickupable": True, **more}
    category = object_id.rsplit("_", 1)[0]
    return Detection(object_id, category, Point(x, y, z), **arguments)  # type: ignore[arg-type]


def table(object_id: str, x: float, y: float, size: Size, **more: object) -> Detection:
    """Return furniture on which things can be put, its top at its upper side."""
    arguments: dict[str, object] = {"is_receptacle": True, "support_height": size.z, **more}
    category = object_id.rsplit("_", 1)[0]
    position = Point(x, y, size.z / 2.0)
    return Detection(object_id, category, position, size=size, **arguments)  # type: ignore[arg-type]


def scene(*objects: Detection, rooms: tuple[Room, ...] = ()) -> SceneGraph:
    """Return a scene graph."""
    return SceneGraph(stamp=1.0, rooms=rooms, objects=objects)


def open_grid(
    width: float = 4.0, height: float = 4.0, resolution: float = 0.1, value: int = 0
) -> SemanticGrid:
    """Return a grid from (0, 0) to (width, height) with walls around it."""
    shape = (round(height / resolution), round(width / resolution))
    cells = np.full(shape, value, dtype=np.int8)
    cells[0, :] = cells[-1, :] = cells[:, 0] = cells[:, -1] = 100
    return SemanticGrid(cells, GridFrame.of_corner(0.0, 0.0, resolution, cells.shape), 1.0)


def with_box(grid: SemanticGrid, detection: Detection) -> SemanticGrid:
    """Return the grid with an object's footprint occupied."""
    x, y = grid.centres
    inside = (abs(x - detection.position.x) <= detection.size.x / 2.0) & (
        abs(y - detection.position.y) <= detection.size.y / 2.0
    )
    cells = grid.cells.copy()
    cells[inside] = 100
    return SemanticGrid(cells, grid.frame, grid.stamp)
