"""Plan picking an object up and putting it down: pre-grasp, approach, lift; and their reverse."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from robot_model.covering import cover_box
from robot_model.obstacles import Obstacle, box
from skills.arms.failure import ArmFailure, Step
from skills.arms.grasps import Grasp, Item, grasps, narrowest
from skills.arms.manipulator import Cell, Manipulator
from skills.arms.planner import ArmSettings, OmplPlanner, check_state
from skills.arms.straight import straight
from skills.arms.trajectory import JointTrajectory
from skills.causes import Cause
from teamwork.enums import StrEnum

Array = NDArray[np.float64]

BACK = 0.10
"""Metres between pre-grasp and grasp."""
LIFT = 0.10
"""Metres that a grasped object is lifted straight up, and a hand is drawn back afterwards."""
MOST_GRASPS = 12
"""Grasps that are tried in full; each costs at least one round of inverse kinematics."""


class Fingers(StrEnum):
    """Say what the gripper does after a stage's motion."""

    STAY = "stay"
    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True)
class Stage:
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
    """

    stages: tuple[Stage, ...]
    in_hand: Array
    text: str

    @property
    def duration(self) -> float:
        """Return how long its motions take together, in seconds."""
        return sum(stage.motion.duration for stage in self.stages)


class PickAndPlace:
    """Plan with one arm; what is asked of the body is checked before anything is planned.

    Args:
        arm: Standing in the planning frame.
        obstacles: What is around, the object to pick among it or not.
        settings: Bounds of each motion's planning.
        seed: Of the random numbers.
    """

    def __init__(
        self,
        arm: Manipulator,
        obstacles: Sequence[Obstacle],
        settings: ArmSettings | None = None,
        seed: int = 0,
    ) -> None:
        self.arm, self.obstacles = arm, tuple(obstacles)
        self.settings, self._seed = settings or ArmSettings(), seed

    def pick(self, start: Array, item: Item, support: str = "") -> Manipulation:
        """Return how to take an object up.

        Args:
            start: The arm's joint state, (dof,).
            item: The object.
            support: Name of the obstacle that it lies on: the fingers may touch it.

        Raises:
            ArmFailure: The object is too heavy or too wide, or no grasp can be carried out; the
                failure of the grasp that came furthest is told.
        """
        self._check_body(item)
        base = self.arm.base[:2, 3]
        choices = grasps(item, self.arm.opening, (float(base[0]), float(base[1])))
        furthest: ArmFailure | None = None
        for grasp in choices[:MOST_GRASPS]:
            try:
                return self._take(start, item, grasp, support)
            except ArmFailure as failure:
                furthest = _later(furthest, failure)
        assert furthest is not None  # an object that is not too wide has grasps
        raise furthest

    def place(
        self, start: Array, item: Item, in_hand: Array, target: Array, support: str = ""
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
        others = [o for o in self.obstacles if o.name != item.name]
        carrying = self._loaded(others, item, in_hand)
        goal = target @ np.linalg.inv(in_hand)
        above = _raised(goal, LIFT)
        planner = OmplPlanner(carrying, self.settings, self._seed)
        check_state(carrying.collisions, start, "the arm's present state")
        over = planner.path(start, planner.reaching(start, above))
        near = carrying.collisions.allowing(self._hand_bodies, frozenset((support,)))
        lower = straight(self.arm, near, over[-1], goal, "the way down")
        empty = Cell([self.arm], [*others, _as_obstacle(replace(item, centre=_at(target)))])
        free = empty.collisions.allowing(self._hand_bodies, frozenset((support, item.name)))
        away = _backed(goal, BACK)
        retreat = straight(self.arm, free, lower[-1], away, "the retreat")
        return Manipulation(
            (
                Stage("transfer", planner.along(over)),
                Stage("lower", planner.line(lower), Fingers.OPEN),
                Stage("retreat", planner.line(retreat)),
            ),
            in_hand,
            "put down from above",
        )

    @property
    def _hand_bodies(self) -> frozenset[str]:
        return self.arm.hand

    def _check_body(self, item: Item) -> None:
        """Check payload, width and reach before anything is planned."""
        if item.mass is not None and item.mass > self.arm.payload:
            raise ArmFailure(
                Step.TASK,
                Cause.TOO_HEAVY,
                f"{item.name} weighs {item.mass:g} kg and {self.arm.name} lifts "
                f"{self.arm.payload:g} kg",
            )
        if narrowest(item) > self.arm.opening:
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

    def _take(self, start: Array, item: Item, grasp: Grasp, support: str) -> Manipulation:
        others = [o for o in self.obstacles if o.name != item.name]
        with_item = Cell([self.arm], [*others, _as_obstacle(item)])
        planner = OmplPlanner(with_item, self.settings, self._seed)
        check_state(with_item.collisions, start, "the arm's present state")
        bent = planner.reaching(start, grasp.backed(BACK))
        near = with_item.collisions.allowing(self._hand_bodies, frozenset((item.name, support)))
        # The grasp is tried before a way to its pre-grasp is searched, which costs more.
        failure: ArmFailure | None = None
        for state in bent:
            try:
                approach = straight(self.arm, near, state, grasp.pose, "the approach")
                in_hand = np.linalg.inv(grasp.pose) @ _middle(item)
                carrying = self._loaded(others, item, in_hand)
                leaving = carrying.collisions.allowing(self._hand_bodies, frozenset((support,)))
                up = _raised(grasp.pose, LIFT)
                lift = straight(self.arm, leaving, approach[-1], up, "the lift")
                check_state(carrying.collisions, lift[-1], "the lifted state")
                path = planner.path(start, [state])
            except ArmFailure as error:
                failure = _later(failure, error)
                continue
            return Manipulation(
                (
                    Stage("pre-grasp", planner.along(path), Fingers.OPEN),
                    Stage("approach", planner.line(approach), Fingers.CLOSE),
                    Stage("lift", planner.line(lift)),
                ),
                in_hand,
                grasp.text,
            )
        assert failure is not None  # `reaching` gave at least one state
        raise failure

    def _loaded(self, obstacles: Sequence[Obstacle], item: Item, in_hand: Array) -> Cell:
        """Return a cell in which the arm carries the object."""
        load = cover_box(item.size).moved(self.arm.tool @ in_hand)
        return Cell([self.arm.carrying(load)], obstacles)


def _as_obstacle(item: Item) -> Obstacle:
    return box(item.name, item.centre, item.size, item.yaw)


def _middle(item: Item) -> Array:
    return _as_obstacle(item).pose


def _raised(pose: Array, height: float) -> Array:
    moved = pose.copy()
    moved[2, 3] += height
    return moved


def _backed(pose: Array, distance: float) -> Array:
    return Grasp(pose, 0.0, "").backed(distance)


def _at(pose: Array) -> tuple[float, float, float]:
    x, y, z = pose[:3, 3]
    return float(x), float(y), float(z)


def _later(one: ArmFailure | None, other: ArmFailure) -> ArmFailure:
    """Return the failure of the later step: it says more."""
    order = list(Step)
    if one is None or order.index(other.step) > order.index(one.step):
        return other
    return one
