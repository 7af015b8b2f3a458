# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan picking an object up and putting it down: pre-grasp, approach, lift; and their reverse."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, raised
from adhoc_teamwork.robot_model.collision.collision import Collisions
from adhoc_teamwork.robot_model.collision.covering import cover_box, fill_box
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.skills.arms.attempts import first_planned
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step, later
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.planner import (
    ArmSettings,
    Effort,
    OmplPlanner,
    check_state,
    reaching_any,
)
from adhoc_teamwork.skills.arms.search import GiveUp, never
from adhoc_teamwork.skills.arms.straight import straight
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.grasping.carrying import clear_of, with_berth
from adhoc_teamwork.skills.grasping.grasps import Grasp, Item, grasps, item_box, narrowest
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause

BACK = 0.10
"""Metres between pre-grasp and grasp."""
LIFT = 0.10
"""Metres that a grasped object is lifted straight up, and a hand is drawn back afterwards."""
SHARES = (1.0, 0.5, 0.25)
"""Where there is no room for that, half or a quarter of it must do."""
_BESIDE = 0.02
"""Metres by which what is at its place may seem to be in what is beside it."""
_ALIKE = 0.05
"""Ways to hold an object are alike that differ by less than that, metres or of a cosine."""
MOST_TRIED = 24
"""Joint states at a grasp, or at a place, that are tried in full."""


class Care(StrEnum):
    """Say how much is tried before a hand is said to be unable to do its work from a place."""

    GLANCE = "glance"
    """From few seeds, and without a way for the arm: some tenths of a second."""
    REHEARSE = "rehearse"
    """From all seeds, and without a way for the arm."""
    PLAN = "plan"
    """From all seeds, with the arm's way to where the hand begins its work."""


class Fingers(StrEnum):
    """Say what the gripper does after a stage's motion."""

    STAY = "stay"
    OPEN = "open"
    CLOSE = "close"
    HANDLE = "handle"
    BUTTON = "button"


@dataclass(frozen=True)
class ManipulationStage:
    """Hold one motion of a manipulation and what the fingers do at its end."""

    name: str
    motion: JointTrajectory
    fingers: Fingers = Fingers.STAY


@dataclass(frozen=True)
class Manipulation:
    """Hold the stages of a pick or a place, and the grasp as the object sits in the hand.

    Attributes:
        stages: In their order; each begins where the last ends.
        in_hand: The object's middle in the frame of the grasp point, (4, 4).
        text: How the object is taken: "from above".
        left: What was put down, where it is then; None where it is in the hand.
    """

    stages: tuple[ManipulationStage, ...]
    in_hand: Floats
    text: str
    left: Obstacle | None = None

    @property
    def duration(self) -> float:
        """Return how long its motions take together, in seconds."""
        return sum(stage.motion.duration for stage in self.stages)


Reached = Sequence[tuple[int, Floats]]
"""Joint states, (dof,), that reach one of some poses, with the pose's number."""
Worth = Callable[[Floats], float]
"""Says what a way to hold an object is worth, up to 1: its middle in the grasp frame is (4, 4)."""


class PickAndPlace:
    """Plan with one arm; what is asked of the body is checked before anything is planned.

    Args:
        arm: Standing in the planning frame.
        obstacles: What is around, the object to pick among it or not.
        settings: Bounds of each motion's planning.
        seed: Of the random numbers.
        rims: Take what is too wide for the gripper by its upper edge (`grasps`).
        give_up: Asked now and then whether nobody waits for the plan any more.
        care: How much is tried; what is rehearsed has no stages, and tells that the hand can do its
            work from where the arm stands.
    """

    def __init__(
        self,
        arm: Manipulator,
        obstacles: Sequence[Obstacle],
        settings: ArmSettings | None = None,
        seed: int = 0,
        rims: bool = False,
        give_up: GiveUp = never,
        care: Care = Care.PLAN,
    ) -> None:
        self.arm, self.obstacles = arm, tuple(obstacles)
        self.settings, self._seed, self._rims = settings or ArmSettings(), seed, rims
        self._give_up, self._care = give_up, care

    def pick(
        self,
        start: Floats,
        item: Item,
        support: str = "",
        missed: Sequence[Floats] = (),
        worth: Worth | None = None,
    ) -> Manipulation:
        """Return how to take an object up.

        Args:
            start: The arm's joint state, (dof,).
            item: The object.
            support: Name of the obstacle that it lies on: the fingers may touch it.
            missed: Poses of the hand, (4, 4), in which the fingers closed on nothing: none like
                these is tried again.
            worth: What a way to hold the object is worth: those that are worth all come first,
                then each by its worth. Where None, or where it is only rehearsed, all are worth
                the same.

        Raises:
            ArmFailure: The object is too heavy or too wide, or no grasp can be carried out; the
                failure of the grasp that came furthest is told.
        """
        self._check_body(item)
        choices = [
            one for one in self._grasps(item) if not any(one.is_like(other) for other in missed)
        ]
        if not choices:
            message = f"the fingers closed on nothing wherever they could take {item.name}"
            raise ArmFailure(Step.TASK, Cause.GRASP_FAILED, message)
        others = [o for o in self.obstacles if o.name != item.name]
        with_item = Cell([self.arm], [*others, item_box(item)])
        if not with_item.collisions.free(start[None])[0]:
            # A hand that is at the object already may leave it any way it likes.
            with_item = Cell([self.arm], others)
        planner = OmplPlanner(with_item, self.settings, self._seed, self._give_up)
        check_state(with_item.collisions, start, "the arm's present state")
        near = with_item.collisions.allowing(self.arm.hand, frozenset((item.name, support)))
        poses = [grasp.pose for grasp in choices]

        def reached(effort: Effort) -> Reached:
            return reaching_any(self.arm, near, start, poses, planner.random, effort)

        def take(number: int, state: Floats, share: float) -> Manipulation:
            return self._take(start, item, choices[number], state, planner, near, support, share)

        if worth is None or self._care is not Care.PLAN:
            return self._first(reached, take)
        asked = _once_for_alike(worth)
        held = [np.linalg.inv(pose) @ item_box(item).pose for pose in poses]
        return self._first(reached, take, lambda number: asked(held[number]))

    def _grasps(self, item: Item) -> list[Grasp]:
        """Return the grasps of an object; an arm that reaches along a line takes things there.

        Fingers that open wider than a thing take it to one side of its middle as well.
        """
        arm, there = self.arm, self.arm.on_its_line(item.centre)
        if there != item.centre:
            aside = float(np.linalg.norm(np.subtract(there, item.centre)))
            on_line = replace(item, centre=there)
            made = grasps(on_line, arm.opening - 2.0 * aside, arm.shoulder_floor)
            if made:
                return made
        return grasps(item, arm.opening, arm.shoulder_floor, self._rims)

    def place(
        self, start: Floats, item: Item, in_hand: Floats, target: Floats, support: str = ""
    ) -> Manipulation:
        """Return how to put down what the hand holds.

        Args:
            start: The arm's joint state, (dof,), the object in the hand.
            item: The object; where it is does not matter.
            in_hand: Its middle in the frame of the grasp point, (4, 4).
            target: Where its middle goes, (4, 4), in the planning frame.
            support: Name of the obstacle that it goes on.

        Raises:
            ArmFailure: It cannot be put there.
        """
        return self.place_any(start, item, in_hand, [target], support)

    def place_any(
        self,
        start: Floats,
        item: Item,
        in_hand: Floats,
        targets: Sequence[Floats],
        support: str = "",
        beside: Sequence[Obstacle] = (),
    ) -> Manipulation:
        """Return how to put down what the hand holds, in the first of some poses that it reaches.

        Args:
            start: The arm's joint state, (dof,), the object in the hand.
            item: The object; where it is does not matter.
            in_hand: Its middle in the frame of the grasp point, (4, 4).
            targets: Where its middle goes, (4, 4) each, in the planning frame.
            support: Name of the obstacle that it goes on.
            beside: What it may touch at its place by what errs, and must not on the way there.

        Raises:
            ArmFailure: It cannot be put there.
        """
        others = [o for o in self.obstacles if o.name != item.name]
        carrying = self._loaded(others, item, in_hand)
        planner = OmplPlanner(carrying, self.settings, self._seed, self._give_up)
        check_state(carrying.collisions, start, "the arm's present state")
        near = self._slightly_loaded(others, item, in_hand, support)
        into = np.linalg.inv(in_hand)
        goals = [target @ into for target in targets]

        def reached(effort: Effort) -> Reached:
            return reaching_any(carrying.arms[0], near, start, goals, planner.random, effort)

        def put(number: int, state: Floats, share: float) -> Manipulation:
            higher = raised(goals[number], share * LIFT)
            backed = _backed(goals[number], share * BACK)
            above = carrying.collisions, "the state before it is put down"
            over = self._line(near, state, (higher, backed), "the way down", above)
            left = replace(item_box(item), pose=targets[number])
            empty = Cell([self.arm], [*others, left])
            free = empty.collisions.allowing(self.arm.hand, frozenset((support, item.name)))
            away = self._off(free, state, goals[number], "the retreat")
            text = "put down from above"
            if self._care is not Care.PLAN:
                return Manipulation((), in_hand, text, left)
            return Manipulation(
                (
                    ManipulationStage("transfer", self._transfer(planner, start, over[-1], beside)),
                    ManipulationStage("lower", planner.line(over[::-1]), Fingers.OPEN),
                    ManipulationStage("retreat", planner.line(away)),
                ),
                in_hand,
                text,
                left,
            )

        return self._first(reached, put)

    def _first(
        self,
        reached: Callable[[Effort], Reached],
        carry_out: Callable[[int, Floats, float], Manipulation],
        worth: Callable[[int], float] = lambda _number: 1.0,
    ) -> Manipulation:
        """Return what comes of the first state from which a manipulation can be carried out.

        Where none of a few states serves although no search for a path was in vain, which takes
        time, others that reach the same poses are tried; poses that are not worth all only then.

        Raises:
            ArmFailure: None can; the failure that came furthest is told.
        """

        def first_of(ways: Iterable[tuple[int, Floats, float]]) -> Manipulation:
            return first_planned(ways, lambda way: carry_out(*way), self._give_up)

        if self._care is Care.GLANCE:
            return first_of(_ways(reached(Effort.NEAREST), worth))
        furthest: ArmFailure | None = None
        try:
            ways = _best_ways(reached(Effort.MORE_WHERE_NONE), worth)
            first = next(ways, None)
            if first is not None:
                return first_of(chain((first,), ways))
        except ArmFailure as failure:
            if failure.step is Step.SEARCH:
                raise
            furthest = failure
        try:
            return first_of(_ways(reached(Effort.MANY), worth))
        except ArmFailure as failure:
            raise later(furthest, failure) from None

    def _transfer(
        self, planner: OmplPlanner, start: Floats, goal: Floats, beside: Sequence[Obstacle]
    ) -> JointTrajectory:
        """Return a way on which the load keeps clear of things by more than it must, if there is.

        Whether there is one at all is found out first: a search in vain takes longest of all.

        Raises:
            ArmFailure: There is none at all.
        """
        arm, ends = planner.arm, np.stack([start, goal])
        around = [*planner.cell.obstacles, *clear_of(arm, beside, ends)]

        def among(obstacles: Sequence[Obstacle]) -> JointTrajectory:
            one = OmplPlanner(Cell([arm], obstacles), self.settings, self._seed, self._give_up)
            return one.along(one.path(start, [goal]))

        close = among(planner.cell.obstacles)
        clearer = [with_berth(arm, around, ends), *([around] if beside else [])]
        try:
            return first_planned(clearer, among, self._give_up)
        except ArmFailure:
            if self._give_up():
                raise
            return close

    def _off(self, collisions: Collisions, state: Floats, hand: Floats, what: str) -> Floats:
        """Return the line from a state at an object away from it: backwards, or else straight up.

        Raises:
            ArmFailure: The arm can do neither.
        """
        ends = [
            end
            for share in SHARES
            for end in (_backed(hand, share * BACK), raised(hand, share * LIFT))
        ]
        return self._line(collisions, state, ends, what)

    def _line(
        self,
        collisions: Collisions,
        state: Floats,
        ends: Sequence[Floats],
        what: str,
        clear: tuple[Collisions, str] | None = None,
    ) -> Floats:
        """Return the first line from a state to one of some poses of the hand, (4, 4).

        Args:
            collisions: What must not be touched on the way.
            state: Where the line begins, (dof,).
            ends: The preferred first.
            what: Names the motion in a refusal.
            clear: What must not be touched where it ends, and what a refusal calls that state.

        Raises:
            ArmFailure: There is none; the failure that came furthest is told.
        """
        furthest: ArmFailure | None = None
        for end in ends:
            try:
                line = straight(self.arm, collisions, state, end, what)
                if clear is not None:
                    check_state(clear[0], line[-1], clear[1])
            except ArmFailure as failure:
                furthest = later(furthest, failure)
            else:
                return line
        assert furthest is not None
        raise furthest

    def _check_body(self, item: Item) -> None:
        """Check payload, width and reach before anything is planned."""
        if item.mass is not None and item.mass > self.arm.payload:
            raise ArmFailure(
                Step.TASK,
                Cause.TOO_HEAVY,
                f"{item.name} weighs {item.mass:g} kg and {self.arm.name} lifts "
                f"{self.arm.payload:g} kg",
            )
        if narrowest(item) > self.arm.opening and not self._rims:
            raise ArmFailure(
                Step.TASK,
                Cause.GRASP_FAILED,
                f"{item.name} is {narrowest(item):.2f} m wide and the gripper of {self.arm.name} "
                f"opens {self.arm.opening:.2f} m",
            )
        distance = float(np.linalg.norm(np.array(item.centre) - self.arm.shoulder))
        if distance > self.arm.longest + max(item.size) / 2.0:
            raise ArmFailure(
                Step.TASK,
                Cause.TOO_FAR,
                f"{item.name} is {distance:.2f} m from the shoulder of {self.arm.name}, which "
                f"reaches {self.arm.longest:.2f} m",
            )

    def _take(
        self,
        start: Floats,
        item: Item,
        grasp: Grasp,
        state: Floats,
        planner: OmplPlanner,
        near: Collisions,
        support: str,
        share: float,
    ) -> Manipulation:
        """Return the stages about one joint state at a grasp: what costs least is tried first."""
        others = [o for o in self.obstacles if o.name != item.name]
        backed, higher = _backed(grasp.pose, share * BACK), raised(grasp.pose, share * LIFT)
        # Drawn back, a hand that lies flat still touches what carries the object.
        before = planner.cell.collisions, "the state before the grasp"
        back = self._line(near, state, (backed, higher), "the approach", before)
        in_hand = np.linalg.inv(grasp.pose) @ item_box(item).pose
        carrying = self._loaded(others, item, in_hand)
        leaving = self._slightly_loaded(others, item, in_hand, support)
        lifted = carrying.collisions, "the lifted state"
        # Straight up it may come to where it still is right beside what it was beside before, and
        # at the top of its reach it lifts by less than it was drawn back before the grasp.
        ends = [raised(begin, other * LIFT) for other in SHARES for begin in (grasp.pose, backed)]
        lift = self._line(leaving, state, ends, "the lift", lifted)
        if self._care is not Care.PLAN:
            return Manipulation((), in_hand, grasp.text)
        path = planner.path(start, [back[-1]])
        return Manipulation(
            (
                ManipulationStage("pre-grasp", planner.along(path), Fingers.OPEN),
                ManipulationStage("approach", planner.line(back[::-1]), Fingers.CLOSE),
                ManipulationStage("lift", planner.line(lift)),
            ),
            in_hand,
            grasp.text,
        )

    def _loaded(self, obstacles: Sequence[Obstacle], item: Item, in_hand: Floats) -> Cell:
        """Return a cell in which the arm carries the object."""
        return Cell([loaded(self.arm, item, in_hand)], obstacles)

    def _slightly_loaded(
        self, obstacles: Sequence[Obstacle], item: Item, in_hand: Floats, support: str
    ) -> Collisions:
        """Return what an arm must not touch that has the object at its place.

        There it may be right beside other things, as a pillow at a headboard: extents err, and a
        cover is larger than the object. Only well inside of it nothing may be.
        """
        load = fill_box(item.size, _BESIDE).moved(self.arm.tool @ in_hand)
        cell = Cell([self.arm.carrying(load)], obstacles)
        return cell.collisions.allowing(self.arm.hand, frozenset((support,)))


_Ways = Iterator[tuple[int, Floats, float]]
"""States with their pose's number, and the share of the full lift to try."""


def _best_ways(reached: Reached, worth: Callable[[int], float]) -> _Ways:
    """Yield those whose poses are worth all, which is asked only once it is their turn."""
    best: list[tuple[int, Floats]] = []
    for one in reached:
        if len(best) < MOST_TRIED and worth(one[0]) >= 1.0:
            best.append(one)
            yield *one, SHARES[0]
    for share in SHARES[1:]:
        for one in best:
            yield *one, share


def _ways(reached: Reached, worth: Callable[[int], float]) -> _Ways:
    """Yield those whose poses are worth all, then the others by their worth."""
    yield from _best_ways(reached, worth)
    others = [one for one in reached if worth(one[0]) < 1.0]
    others.sort(key=lambda one: -worth(one[0]))
    for share in SHARES:
        for one in others[:MOST_TRIED]:
            yield *one, share


def are_alike(one: Floats, other: Floats) -> bool:
    """Tell whether two ways to hold an object hardly differ: its middle in the grasp frame, (4, 4).

    They are as far from straight down then, and take it at as far from its middle.
    """
    apart = np.abs(one[:3, 3] - other[:3, 3]).max()
    return bool(max(apart, abs(one[0, 2] - other[0, 2])) < _ALIKE)


def _once_for_alike(worth: Worth) -> Worth:
    """Return the same, asked once for all ways to hold an object that hardly differ."""
    known: list[tuple[Floats, float]] = []

    def asked(in_hand: Floats) -> float:
        for other, found in known:
            if are_alike(other, in_hand):
                return found
        known.append((in_hand, worth(in_hand)))
        return known[-1][1]

    return asked


def loaded(arm: Manipulator, item: Item, in_hand: Floats) -> Manipulator:
    """Return an arm that carries an object, given by its middle in the grasp frame, (4, 4)."""
    return arm.carrying(cover_box(item.size).moved(arm.tool @ in_hand))


def _backed(pose: Floats, distance: float) -> Floats:
    return Grasp(pose, 0.0, "").backed(distance)
