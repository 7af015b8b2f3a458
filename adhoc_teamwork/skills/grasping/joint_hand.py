# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The arm back end that plans in this process and moves joints through ros2_control."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import NamedTuple, Protocol

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.search import GiveUp
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.back_ends.motion import (
    DONE,
    STOPPED,
    EndedMotion,
    Motion,
    Outcome,
    SteppedMotion,
    Steps,
    followed,
)
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.grasping.hand_plan import (
    STOW,
    UNKNOWN,
    HandPlan,
    HandPlanner,
    Held,
)
from adhoc_teamwork.skills.grasping.pick_and_place import Care, Fingers, ManipulationStage
from adhoc_teamwork.skills.grasping.surroundings import Scene
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause


class Grip(Motion, Protocol):
    """Follow the fingers to a gap; it has succeeded where they stand still in the end."""

    @property
    def stalled(self) -> bool:
        """Tell, once it has ended, whether something is between the fingers."""


class Controllers(Protocol):
    """Move one arm's joints and fingers; every motion is polled and can be cancelled."""

    @property
    def ready(self) -> bool:
        """Tell whether both controllers answer."""

    def state(self, joints: tuple[str, ...]) -> Floats | None:
        """Return where joints are, radians or metres; None while one is unknown."""

    def holding(self) -> bool | None:
        """Tell whether the fingers feel something; None while unknown."""

    def follow(self, trajectory: JointTrajectory) -> Motion:
        """Start moving along a trajectory; what stops it makes the motion's outcome."""

    def grip(self, gap: float) -> Grip:
        """Start moving the fingers to a gap, metres."""


HANDLE_GAP = 0.02
"""To what gap the fingers close on a door's handle, metres."""
CLOSED_GAP = 0.0
_GAPS = {
    Fingers.CLOSE: CLOSED_GAP,
    Fingers.HANDLE: HANDLE_GAP,
    Fingers.BUTTON: HANDLE_GAP,
}
"""To what gap the fingers close; else they open."""
_FEELING = 1.0
"""Seconds of the robot's clock that the fingers' sensor may take to show what was taken."""
_MOST_MISSED = 8
_MATTERS = frozenset((Cause.CANCELLED, Cause.TOO_HEAVY, Cause.HAND_EMPTY))
"""What counts as a failure also on the way back to the stowed posture."""
_DRAWN_BACK = frozenset((Cause.GRASP_FAILED, Cause.NOT_OPENABLE, Cause.NO_STATE, Cause.TOO_HEAVY))
"""Failures of the fingers after which the arm is where its trajectory led."""
_SAME = 0.05
"""Joints within this of a posture, radians, are in it."""
_PLANS = 3
"""So many plans are made while the base does not stay where it is."""
_MOVED, _TURNED = 0.02, 0.03
"""A base that moved or turned by more, metres and radians, moves the hand too far off."""
_Make = Callable[[Scene, Held | None, GiveUp], HandPlan]


class _Coming(NamedTuple):
    """Hold a plan that is being made, and where odometry had the base when that began."""

    plan: "Future[HandPlan]"
    at: Pose | None


class JointHand:
    """Move a hand along planned joint trajectories; cancelling stops the arm where it is.

    Planning runs on a thread of its own: a motion that is polled never blocks. What the hand took,
    and how, is remembered until it lets go; after a restart a small object is assumed.

    Args:
        planner: Of the robot's arm.
        controllers: Of the same arm.
        world: What the robot believes.
        clock: The robot's, seconds.
    """

    def __init__(
        self,
        planner: HandPlanner,
        controllers: Controllers,
        world: World,
        clock: Callable[[], float],
    ) -> None:
        self._planner, self._controllers, self._world = planner, controllers, world
        self._clock = clock
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="arm")
        self._held: Held | None = None
        self._tucked: Floats | None = None
        """Where the arm was last out of the way with what it holds, (dof,)."""
        self._drawn_in: tuple[Pose | None, Floats] | None = None
        """Where base and arm were when it was drawn in as far as was possible there."""
        self._sticks_out = False
        self._missed: list[Floats] = []
        """Poses of the hand, (4, 4) in `map`, in which the fingers closed on nothing lately."""
        self._refused: list[Held] = []
        """What was held how when no plan was found to let go of it somewhere."""
        self._stopped = Event()
        self._newest: Future[HandPlan] | None = None

    @property
    def ready(self) -> bool:
        """Tell whether the controllers answer."""
        return self._controllers.ready

    @property
    def is_planning(self) -> bool:
        """Tell whether a plan or a rehearsal is being made."""
        # They are made one after another.
        return self._newest is not None and not self._newest.done()

    def shutdown(self) -> None:
        """Give up the plan that is being made, and let none begin any more."""
        self._stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def holding(self) -> bool | None:
        """Tell whether the fingers feel something; None while unknown."""
        return self._controllers.holding()

    @property
    def sticks_out(self) -> bool:
        """Tell whether there was no room to draw in what it holds, where that was tried last."""
        return self._sticks_out and self.holding() is True

    @property
    def held_extents(self) -> Size | None:
        """Return the extents, along its own axes, of what it took, metres; None where unknown."""
        held = self._held
        return Size(*held.item.size) if held is not None and self.holding() is True else None

    @property
    def held_aside(self) -> float:
        """Return how far to its left the hand has the middle of what it took, m; 0 if unknown."""
        held = self._held
        return held.aside if held is not None and self.holding() is True else 0.0

    def grasp(self, point: Point) -> Motion:
        """Start taking what is at `point` (`map`, metres)."""

        def make(scene: Scene, _held: Held | None, give_up: GiveUp) -> HandPlan:
            missed, refused = tuple(self._missed), tuple(self._refused)
            plan = self._planner.grasp(scene, point, give_up, missed=missed, refused=refused)
            self._sticks_out = plan.sticks_out
            return plan

        return self._start(make, Cause.GRASP_FAILED)

    def release(self, point: Point) -> Motion:
        """Start putting down what is held, the middle of its bottom at `point`."""
        return self._start(self._release(point, Care.PLAN), Cause.RELEASE_FAILED)

    def tuck(self) -> Motion:
        """Start bringing the arm out of the way, with what it holds, where it is not.

        What sticks out although it was drawn in is drawn in further where another place allows it.
        """
        state = self._controllers.state(self._planner.arm.joints)
        if state is not None and self._is_out_of_the_way(state):
            return EndedMotion(DONE)

        def make(scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
            self._drawn_in, self._sticks_out = (scene.base, scene.state), True
            plan = self._planner.tuck(scene, held, give_up)
            self._drawn_in, self._sticks_out = None, plan.sticks_out
            return plan

        return self._start(make, Cause.BLOCKED)

    def _is_out_of_the_way(self, state: Floats) -> bool:
        """Tell whether the arm in a state, (dof,), is as near to the body as it gets here."""
        base, posture = self._drawn_in or (None, None)
        if base is not None and base == self._world.pose and _is_at(state, posture):
            return True
        if not any(_is_at(state, at) for at in (self._planner.stowed, self._tucked)):
            return False
        held = self._held if self.holding() else None
        return held is None or self._planner.is_near(held, state)

    def could_grasp(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Start rehearsing `grasp` with the base at a pose in `map`; nothing moves."""

        def make(scene: Scene, _held: Held | None, give_up: GiveUp) -> HandPlan:
            missed = tuple(self._missed)
            return self._planner.grasp(scene, point, give_up, _care(thorough), missed)

        return self._start(make, Cause.GRASP_FAILED, base)

    def could_release(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Start rehearsing `release` with the base at a pose in `map`; nothing moves."""
        return self._start(self._release(point, _care(thorough)), Cause.RELEASE_FAILED, base)

    def open_door(self, point: Point) -> Motion:
        """Start pulling open the door or lid of what is at `point`."""
        return self._door(point, shut=False)

    def close_door(self, point: Point) -> Motion:
        """Start pushing shut the door or lid of what is at `point`."""
        return self._door(point, shut=True)

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into what is at `point`."""

        def make(scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
            return self._planner.put_in(scene, point, held, give_up)

        return self._start(make, Cause.RELEASE_FAILED)

    def set_state(self, point: Point, state: State) -> Motion:
        """Start pressing the button of what is at `point`: that it comes to `state` is not felt."""
        del state

        def make(scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
            return self._planner.button(scene, point, held, give_up)

        return self._start(make, Cause.BLOCKED)

    def _release(self, point: Point, care: Care) -> _Make:
        """Return what plans a release at a point, and remembers what it was refused for."""

        def make(scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
            try:
                return self._planner.release(scene, point, held, give_up, care)
            except ArmFailure:
                if held is not None and care is not Care.GLANCE and not give_up():
                    self._refused = [*self._refused, held][-_MOST_MISSED:]
                raise

        return make

    def _door(self, point: Point, shut: bool) -> Motion:
        def make(scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
            return self._planner.door(scene, point, shut, held, give_up)

        return self._start(make, Cause.BLOCKED)

    def _start(self, make: _Make, otherwise: Cause, base: Pose | None = None) -> Motion:
        """Start planning, with the base where it is or at a pose in `map`, and act by the plan."""
        stopped = self._stopped = Event()
        coming = self._plan(make, stopped, base)
        if isinstance(coming, Outcome):
            return EndedMotion(coming)
        return SteppedMotion(self._act(coming, make, otherwise, stopped), stopped)

    def _plan(self, make: _Make, stopped: Event, base: Pose | None = None) -> _Coming | Outcome:
        """Start planning with the base where it is, or at a pose; return why it cannot be begun."""
        state, base = self._controllers.state(self._planner.arm.joints), base or self._world.pose
        if state is None:
            return Outcome(False, Cause.SERVER_MISSING, "no joint states come from the arm")
        if base is None:
            return Outcome(False, Cause.NO_POSE, "the robot does not know where it is")
        world = self._world
        at = world.odometry
        scene = Scene(base, state, world.graph or SceneGraph(), world.grid, world.seen())
        held = (self._held or UNKNOWN) if self.holding() else None
        self._newest = self._threads.submit(make, scene, held, stopped.is_set)
        return _Coming(self._newest, at)

    def _act(self, coming: _Coming, make: _Make, otherwise: Cause, stopped: Event) -> Steps:
        """Yield what is under way, and return how the plan's stages ended.

        Where the base has moved meanwhile, as for a teammate, another plan is made from there.
        """
        for left in reversed(range(_PLANS)):
            while not coming.plan.done():
                yield None
            try:
                plan = coming.plan.result()
            except ArmFailure as failure:
                said = f"no plan ({failure.step}): {failure.message}"
                return Outcome(False, failure.cause, said)
            if not (left and plan.stages and self._has_moved_from(coming.at)):
                break
            again = self._plan(make, stopped)
            if isinstance(again, Outcome):
                return again
            coming = again
        done: list[ManipulationStage] = []
        for stage in plan.stages:
            if stage.name != STOW and self._has_moved_from(coming.at):
                said = f"the base was moved from where the hand's way was planned: {stage.name}"
                return Outcome(False, Cause.BLOCKED, said)
            outcome = yield from self._stage(stage, plan, otherwise, stopped)
            if outcome.success:
                done.append(stage)
                continue
            if stage.name == STOW and outcome.cause not in _MATTERS:
                # What was asked is done; the next motion begins where the arm stands.
                break
            if outcome.cause in _DRAWN_BACK:
                yield from self._draw_back([*done, stage], stopped)
            return outcome
        return DONE

    def _has_moved_from(self, at: Pose | None) -> bool:
        """Tell whether the base is elsewhere by more than the hand may miss what it works on."""
        here = self._world.odometry
        return here is not None and at is not None and here.is_apart(at, _MOVED, _TURNED)

    def _stage(
        self, stage: ManipulationStage, plan: HandPlan, otherwise: Cause, stopped: Event
    ) -> Steps:
        """Yield a stage's motion and then its fingers'; return how it ended."""
        carried = self._held is not None and self.holding() is True
        outcome = yield from self._along(stage.motion, stopped)
        if not outcome.success:
            return _told(outcome, stage, otherwise)
        if carried and self.holding() is False:
            self._held = None
            if plan.held is not None:
                return Outcome(
                    False, Cause.TOO_HEAVY, f"it slipped out of the fingers: {stage.name}"
                )
            return Outcome(False, Cause.HAND_EMPTY, f"the hand lost it on the way: {stage.name}")
        if stage.name == STOW:
            self._tucked = stage.motion.positions[-1]
            self._drawn_in = (self._world.pose, self._tucked)
        if stage.fingers is Fingers.STAY:
            return DONE
        return (yield from self._move_fingers(stage, plan, otherwise, stopped))

    def _move_fingers(
        self, stage: ManipulationStage, plan: HandPlan, otherwise: Cause, stopped: Event
    ) -> Steps:
        if stopped.is_set():
            return STOPPED
        self._tucked = None
        gap = _GAPS.get(stage.fingers, self._planner.arm.opening)
        grip = self._controllers.grip(gap)
        outcome = yield from followed(grip)
        if not outcome.success:
            return _told(outcome, stage, otherwise)
        if stage.fingers is Fingers.OPEN:
            if grip.stalled and self.holding():
                return Outcome(
                    False, Cause.NO_SPACE, "there is no room for it: it does not come off"
                )
            self._held = None
        elif not grip.stalled:
            nothing = "the fingers closed on nothing"
            if stage.fingers is Fingers.HANDLE:
                return Outcome(False, Cause.NOT_OPENABLE, f"{nothing} that opens")
            if stage.fingers is Fingers.BUTTON:
                return Outcome(False, Cause.NO_STATE, f"{nothing} that could be pressed")
            if plan.held is not None:
                self._missed = [*self._missed, plan.held.taken_from][-_MOST_MISSED:]
            return Outcome(False, Cause.GRASP_FAILED, nothing)
        elif stage.fingers is Fingers.CLOSE:
            self._held, self._missed = plan.held, []
            yield from self._felt()
        return DONE

    def _felt(self) -> Steps:
        """Yield until the sensor of the fingers shows what they took, for a bounded time."""
        began = self._clock()
        while self.holding() is not True and lately(began, self._clock(), _FEELING):
            yield None
        return DONE

    def _draw_back(self, stages: list[ManipulationStage], stopped: Event) -> Steps:
        """Open empty fingers and go back the way that the hand came; nobody asks how it went."""
        if self._held is None and not stopped.is_set():
            yield from followed(self._controllers.grip(self._planner.arm.opening))
        outcome = DONE
        for stage in reversed(stages):
            outcome = yield from self._along(stage.motion.backwards, stopped)
            if not outcome.success:
                break
        return outcome

    def _along(self, motion: JointTrajectory, stopped: Event) -> Steps:
        if stopped.is_set():
            return STOPPED
        if motion.duration == 0.0:
            return DONE
        return (yield from followed(self._controllers.follow(motion)))


def _is_at(state: Floats, posture: Floats | None) -> bool:
    return posture is not None and bool((np.abs(state - posture) < _SAME).all())


def _care(thorough: bool) -> Care:
    return Care.REHEARSE if thorough else Care.GLANCE


def _told(outcome: Outcome, stage: ManipulationStage, otherwise: Cause) -> Outcome:
    """Return a controller's failure with the stage that it ended."""
    cause = outcome.cause or otherwise
    return Outcome(False, cause, f"{stage.name}: {outcome.message}")
