# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every sub-skill is: precondition, plan, execution, postcondition (paper section IV-F)."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.back_ends.protocols import Hand, Navigator
from adhoc_teamwork.skills.belief.ease import Ease
from adhoc_teamwork.skills.belief.exploration_memory import ExplorationMemory
from adhoc_teamwork.skills.belief.failed_standpoints import VainPlaces
from adhoc_teamwork.skills.belief.surfaces import SurfaceLooks
from adhoc_teamwork.skills.belief.walls import clear_of_walls
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.failure import no_pose
from adhoc_teamwork.skills.rules.lookup import room_outline
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Room, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_STALL_DISTANCE = 0.05
_STALL_TURN = 0.1


@dataclass(frozen=True)
class Progress:
    """Say what a sub-skill is doing now; `distance_remaining` in metres, NaN without meaning."""

    text: str
    distance_remaining: float = math.nan


Steps = Iterator[Progress]
"""What a stage returns that takes time: it yields while there is something to wait for."""


@dataclass
class Robot:
    """Hold what a sub-skill works with: the body's card, its back ends, the world, the clock.

    `clock` gives seconds of the robot's clock. `motions` are those that were started and may still
    be under way; the executor ends them when the sub-skill is cancelled. `picked` is what the hand
    took up last, as it was known then; None before that, and once it was put down. `heading_for` is
    where the base drives to, in `map`, None while it does not; `aimed_at` is where it was last
    sent; `backed_to` is where it last backed up to, or could not. `vain` is from where the hand
    could not do its work, `ease` how easily it does where. `looks` are from where its camera was to
    look over furniture.
    """

    card: RobotCard
    navigator: Navigator
    hand: Hand
    world: World
    clock: Callable[[], float]
    settings: Settings = field(default_factory=Settings)
    memory: ExplorationMemory = field(init=False)
    motions: list[Motion] = field(init=False, default_factory=list)
    picked: Detection | None = field(init=False, default=None)
    heading_for: Point | None = field(init=False, default=None)
    aimed_at: Pose | None = field(init=False, default=None)
    backed_to: Point | None = field(init=False, default=None)
    vain: VainPlaces = field(init=False)
    ease: Ease = field(init=False)
    looks: SurfaceLooks = field(init=False)

    def __post_init__(self) -> None:
        self.vain = VainPlaces(self.card.capability.reach)
        self.ease = Ease(self.card.grasps)
        self.memory = ExplorationMemory(self.settings)
        self.looks = SurfaceLooks(self.card.capability)

    @property
    def ease_of_putting(self) -> Ease:
        """Return how easily the hand works where, what it holds over the place."""
        return self.ease.beside(self.hand.held_aside)

    @property
    def radius(self) -> float:
        """Return how far the robot keeps its centre from what is occupied, in metres."""
        return self.card.body.radius + self.settings.clearance

    @property
    def capability(self) -> Capability:
        """Return what the body can do."""
        return self.card.capability

    @property
    def is_holding(self) -> bool:
        """Tell whether the hand is known to hold something."""
        return bool(self.hand.holding())

    @property
    def has_free_hand(self) -> bool:
        """Tell whether the hand can take something: there is one."""
        return not self.is_holding

    @property
    def place(self) -> Point | None:
        """Return where the robot stands, metres in `map`; None while it does not know."""
        return self.world.pose.point if self.world.pose is not None else None

    @property
    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms of the scene graph."""
        return self.graph().rooms

    @property
    def things(self) -> tuple[Detection, ...]:
        """Return the objects and receptacles of the scene graph."""
        return self.graph().objects

    def thing(self, object_id: str) -> Detection | None:
        """Return what the scene graph says of a thing, or None."""
        return self.graph().object(object_id)

    def is_walled_off(self, thing: Detection, point: Point) -> bool:
        """Tell whether a wall bars the hand the way from here to a point of a thing."""
        outline, grid = room_outline(self, thing), self.world.grid
        return not clear_of_walls(outline, grid, self.pose().point, [point])

    def graph(self) -> SceneGraph:
        """Return the robot's scene graph, empty before perception has said anything."""
        return self.world.graph or SceneGraph()

    def pose(self) -> Pose:
        """Return where the robot is in `map`.

        Raises:
            SkillFailure: It does not know.
        """
        if self.world.pose is None:
            raise no_pose()
        return self.world.pose

    def follow(self, motion: Motion, text: str) -> Generator[Progress, None, Outcome]:
        """Yield until a motion ends and return its outcome."""
        self.motions.append(motion)
        while (outcome := motion.poll()) is None:
            yield Progress(text, motion.distance_remaining)
        self.motions.remove(motion)
        return outcome

    def drive(
        self, pose: Pose, text: str, give_up: Callable[[], Outcome | None] = lambda: None
    ) -> Generator[Progress, None, Outcome]:
        """Yield until the robot has driven to `pose` or cannot; return the outcome.

        Its arm is brought out of the way before, as far as it can be. Where there is no room for
        that the robot backs up first, so as not to turn with what sticks out. `give_up` is asked at
        every step whether the drive has lost its purpose. A robot that has not moved for
        `Settings.stall_time` is blocked.
        """
        if self.capability.can_manipulate:
            yield from self._bring_arm_in()
        motion = self.navigator.go_to(pose)
        self.heading_for, self.aimed_at = pose.point, pose
        try:
            outcome = yield from self._drive(motion, text, give_up)
            if outcome.success:
                yield from self._look_where_it_stands()
        finally:
            self.heading_for = None
        return outcome

    def _bring_arm_in(self) -> Generator[Progress, None, None]:
        """Yield until the arm is as near to the body as there is room for, here or farther back."""
        text = "brings its arm out of the way"
        yield from self.follow(self.hand.tuck(), text)
        if self._has_backed_up():
            return
        for distance in self.settings.retreat:
            if not self.hand.sticks_out:
                break
            motion = self.navigator.back_up(distance)
            yield from self.follow(motion, f"backs up to where it {text}")
            yield from self._look_where_it_stands()
            self.backed_to = self.place
            yield from self.follow(self.hand.tuck(), text)

    def _has_backed_up(self) -> bool:
        """Tell whether it backed up to about here already, or tried to from here."""
        here, there, near = self.place, self.backed_to, self.settings.retreat[-1]
        return here is None or (there is not None and here.planar_distance_to(there) < near)

    def _look_where_it_stands(self) -> Generator[Progress, None, bool]:
        """Wait for odometry from after a drive's end: the navigation system's word may be first."""
        last = self.world.odometry_at
        return (
            yield from self.wait_until(
                lambda: math.isinf(last[0]) or self.world.odometry_at != last,
                self.settings.odometry_time,
                "looks where it stands",
            )
        )

    def _drive(
        self, motion: Motion, text: str, give_up: Callable[[], Outcome | None]
    ) -> Generator[Progress, None, Outcome]:
        ended: Outcome | None = None
        moved_at, moved_from = self.clock(), self.world.pose
        steps = self.follow(motion, text)
        while True:
            try:
                progress = next(steps)
            except StopIteration as stop:
                outcome: Outcome = stop.value
                return ended or outcome
            yield progress
            if ended is not None:
                continue
            if self.world.pose is not None:
                self.looks.glanced(self.world.pose)
            if _moved(moved_from, self.world.pose) or was_set_back(moved_at, self.clock()):
                moved_at, moved_from = self.clock(), self.world.pose
            ended = give_up()
            if ended is None and self.clock() - moved_at > self.settings.stall_time:
                waited = f"{self.settings.stall_time:g} s"
                ended = Outcome(False, Cause.BLOCKED, f"the robot has not moved for {waited}")
            if ended is not None:
                motion.cancel()

    def fresh_map(self, text: str) -> Generator[Progress, None, bool]:
        """Yield until a map shows what is seen from here, or it is clear that none will."""
        arrived, world = self.clock(), self.world
        return (
            yield from self.wait_until(
                lambda: world.grid is not None and world.grid.stamp > arrived,
                self.settings.map_time,
                text,
            )
        )

    def wait_until(
        self, condition: Callable[[], bool], seconds: float, text: str
    ) -> Generator[Progress, None, bool]:
        """Yield until a condition holds or time has passed; return whether it holds."""
        began = self.clock()
        while not condition():
            now = self.clock()
            if was_set_back(began, now):
                began = now
            elif now - began >= seconds:
                return False
            yield Progress(text)
        return True


class Skill(ABC):
    """Carry out one call of a sub-skill in four stages.

    A stage that takes time returns an iterator of progress; one that does not returns None. Any
    stage may raise SkillFailure; the executor adds which stage it was. The next stage starts when
    the last has ended. Sub-skills for new tasks derive from this and register by name.
    """

    def __init__(self, call: SubSkill, robot: Robot) -> None:
        self.call = call
        self.robot = robot
        self.settings = robot.settings
        self.summary = ""

    @abstractmethod
    def precondition(self) -> Steps | None:
        """Check that arguments, body and world allow it."""

    @abstractmethod
    def plan(self) -> Steps | None:
        """Decide how to do it."""

    @abstractmethod
    def execute(self) -> Steps | None:
        """Do it."""

    @abstractmethod
    def postcondition(self) -> Steps | None:
        """Check that it was done, and say so in `summary`."""


def _moved(before: Pose | None, after: Pose | None) -> bool:
    if before is None or after is None:
        return before is not after
    return after.is_apart(before, _STALL_DISTANCE, _STALL_TURN)
