# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan what a hand does at a point: the motions and what the fingers do after each."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.skills.arms.attempts import first_planned
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings, OmplPlanner, reaching_any
from adhoc_teamwork.skills.arms.search import GiveUp
from adhoc_teamwork.skills.arms.straight import straight
from adhoc_teamwork.skills.grasping.carrying import (
    STEP,
    carrying_postures,
    clear_of,
    sticking_out,
    with_berth,
)
from adhoc_teamwork.skills.grasping.grasps import TILTS, Item, hand_turn, item_box
from adhoc_teamwork.skills.grasping.letting_go import (
    ABOVE,
    poses_to_let_go,
    share_of_surfaces,
)
from adhoc_teamwork.skills.grasping.pick_and_place import (
    Care,
    Fingers,
    ManipulationStage,
    PickAndPlace,
    are_alike,
    loaded,
)
from adhoc_teamwork.skills.grasping.surroundings import (
    SUPPORT,
    UNKNOWN_SIZE,
    Scene,
    beside,
    item_at,
    making_room,
    seen_below,
    surface_heights,
    surroundings,
    thing_at,
)
from adhoc_teamwork.skills.grasping.tight_box import with_depth
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause

Place = tuple[float, float, float]
STOW = "stow"
"""Name of the last stage, in which the arm gets out of the way."""
_MOVE = "move the door"
PULL = 0.13
"""Metres that the hand moves a door: what turns or slides it by then."""
_HEIGHTS = (0.0, 0.15, -0.15)
"""How far above the front's point a door is taken as well, metres."""
_CLEAR, _CLEAR_LOADED = 0.05, 0.16
"""Metres before a door's front at which its handle is taken, by an empty and by a full hand."""
_PUSH_FROM, _PUSH_TO = 0.17, 0.03
_MOST_WAYS = 200
"""Ways of moving a door that are tried in full."""
_LOWER = (0.03, 0.05)
"""Metres by which the hand lets go lower where the arm does not get to a point above furniture."""
_DRAW_BACK = 0.03
"""Metres by which the hand draws back from a button."""
_OVER = 0.03
"""Metres above the rim of a container at which the hand lets go."""
_BEFORE, _MOST_BEFORE = 0.05, 0.13
"""Metres between what is put into furniture and its front, and of its middle at the most."""
_FALL = 0.1
"""Metres by which a seat may be lower unknowingly."""
_POSTURES, _STRIDE = 8, 20
"""Carrying postures that a search for a way tries to get to; a second one takes each 20th."""
_INWARDS, _UP, _ASIDE = (0.0, 0.1, 0.2, 0.3, 0.4), (0.0, 0.1, 0.2), (0.0, 0.15, -0.15)
"""Metres by which a load is drawn straight towards the robot, up and aside."""
_PATIENCE = 4
"""A search that may take long grows its trees so many times as often."""
_MOST_LINES = 4
"""From the ends of so many of these ways a search for the rest is tried."""
_DOOR_TURNS = (0.0, math.radians(30.0), -math.radians(30.0))


@dataclass(frozen=True)
class Held:
    """Hold what is in the hand: its middle in the frame of the grasp point, (4, 4).

    `seen_from` is the floor point, in the frame of `item`, from where it was taken.
    """

    item: Item
    in_hand: Floats
    seen_from: tuple[float, float] | None = None

    @property
    def guesses(self) -> tuple["Held", ...]:
        """Return what it may be, the largest first: of a box only the front may have been seen."""
        if self.seen_from is None:
            return (self,)
        whole = with_depth(self.item, self.seen_from)
        if whole is self.item:
            return (self,)
        in_hand = np.linalg.inv(self.taken_from) @ item_box(whole).pose
        return replace(self, item=whole, in_hand=in_hand, seen_from=None), self

    @property
    def aside(self) -> float:
        """Return how far to the left of where the hand approaches to its middle is, metres."""
        return float(self.in_hand[1, 3])

    @property
    def taken_from(self) -> Floats:
        """Return the hand's pose, (4, 4), in which it takes or took the thing where it stands."""
        return item_box(self.item).pose @ np.linalg.inv(self.in_hand)


UNKNOWN = Held(
    Item("the object", (0.0, 0.0, 0.0), (UNKNOWN_SIZE.x, UNKNOWN_SIZE.y, UNKNOWN_SIZE.z)),
    pose((0.0, 0.0, 0.0), hand_turn(0.0, TILTS[1]).T),
)
"""What the hand holds where nobody saw it taken, as after a restart."""


@dataclass(frozen=True)
class HandPlan:
    """Hold stages in their order, and what is in the hand after them.

    It `sticks_out` where there is no room here to bring it as near to the body as it could be.
    """

    stages: tuple[ManipulationStage, ...]
    held: Held | None
    sticks_out: bool = False


class HandPlanner:
    """Plan with one arm among what its robot believes to be around.

    Args:
        arm: In the robot's frame.
        stowed: Joint state, (dof,), to which the arm returns; radians.
        settings: Bounds of each motion's planning.
    """

    def __init__(
        self, arm: Manipulator, stowed: Floats, settings: ArmSettings | None = None
    ) -> None:
        self.arm, self.stowed = arm, stowed
        self._settings = settings or ArmSettings()
        self._alone = float(sticking_out(arm, stowed[None])[0])

    def grasp(
        self,
        scene: Scene,
        point: Point,
        give_up: GiveUp,
        care: Care = Care.PLAN,
        missed: Sequence[Floats] = (),
        refused: Sequence[Held] = (),
    ) -> HandPlan:
        """Return how to take what is at a point, metres in `map`.

        With less `care` it is found out only whether the hand could, which takes a fraction of the
        time: the plan then has no stages. No grasp is tried that is like one that `missed`; the
        last are those with which letting go of the same thing was `refused`.

        Raises:
            ArmFailure: It cannot be taken.
        """
        arm, item = self._standing(scene.base), item_at(scene.graph, point, scene.seen)
        known, base = surroundings(scene), scene.base.point
        around = _off(arm, making_room(known, item, scene.seen, base), scene.state)
        hand = PickAndPlace(arm, around, self._settings, rims=True, give_up=give_up, care=care)
        heights = surface_heights(scene.graph, item)

        def worth(in_hand: Floats) -> float:
            if any(o.item.name == item.name and are_alike(o.in_hand, in_hand) for o in refused):
                return 0.0
            return share_of_surfaces(self.arm, item, in_hand, heights)

        pick = hand.pick(scene.state, item, SUPPORT, missed, worth)
        held = Held(item, pick.in_hand, (scene.base.x, scene.base.y))
        if care is not Care.PLAN:
            return HandPlan((), held)
        end, near = pick.stages[-1].motion.positions[-1], beside(known, item)

        def among(one: Held) -> _Loaded:
            return _Loaded(loaded(arm, one.item, one.in_hand), around, near, end)

        try:
            away = self._carried(held, map(among, held.guesses), give_up)
        except ArmFailure:
            away = HandPlan((), held, sticks_out=True)
        return replace(away, stages=(*pick.stages, *away.stages))

    def _carried(
        self,
        held: Held,
        guesses: Iterable["_Loaded"],
        give_up: GiveUp,
        patient: bool = False,
    ) -> HandPlan:
        """Return the way from where the arm is to where it may carry what it holds.

        Where there is none for any guess at that, it is a part of the way; the `patient` seek for
        longer before.

        Raises:
            ArmFailure: It cannot even be drawn in.
        """
        whole = (self._whole_way, self._long_sought) if patient else (self._whole_way,)
        ways = [*((way, False) for way in whole), (self._first_part, True)]

        def planned(one: tuple[tuple[_Draw, bool], _Loaded]) -> HandPlan:
            (way, sticks_out), load = one
            return HandPlan(way(load, give_up), held, sticks_out=sticks_out)

        return first_planned(product(ways, guesses), planned, give_up)

    def _whole_way(self, load: "_Loaded", give_up: GiveUp) -> tuple[ManipulationStage, ...]:
        """Return the way to where the load may be carried, which may begin with a straight one.

        Raises:
            ArmFailure: There is none.
        """

        def after(line: Floats) -> tuple[ManipulationStage, ...]:
            stow = self._stow(load, line[-1], self._settings, give_up)
            return (self._along(load, line, "draw in"), *stow)

        try:
            return self._stow(load, load.start, self._settings, give_up)
        except ArmFailure:
            if not load.straight_ways:
                raise
        return first_planned(load.straight_ways[:_MOST_LINES], after, give_up)

    def _long_sought(self, load: "_Loaded", give_up: GiveUp) -> tuple[ManipulationStage, ...]:
        """Return such a way from where the load is, by a search that may take long.

        Raises:
            ArmFailure: There is none.
        """
        patient = replace(self._settings, iterations=_PATIENCE * self._settings.iterations)
        return self._stow(load, load.start, patient, give_up)

    def _stow(
        self, load: "_Loaded", start: Floats, settings: ArmSettings, give_up: GiveUp
    ) -> tuple[ManipulationStage, ...]:
        """Return the way of a load from a joint state to where it may be carried.

        Raises:
            ArmFailure: There is none.
        """
        around = [*load.around, *clear_of(load.arm, load.near, start[None])]
        return self._out_of_the_way(load.arm, around, start, give_up, settings)

    def _first_part(self, load: "_Loaded", _give_up: GiveUp) -> tuple[ManipulationStage, ...]:
        """Return a straight way on which the load comes nearer to the robot.

        Raises:
            ArmFailure: There is none.
        """
        for line in load.straight_ways[:1]:
            out = sticking_out(load.arm, np.stack([load.start, line[-1]]))
            if out[0] - out[1] > STEP:
                return (self._along(load, line, STOW),)
        raise ArmFailure(Step.COLLISION, Cause.BLOCKED, "what it holds cannot be drawn in")

    def _along(self, load: "_Loaded", line: Floats, name: str) -> ManipulationStage:
        return ManipulationStage(name, OmplPlanner(Cell([load.arm]), self._settings).line(line))

    def release(
        self,
        scene: Scene,
        point: Point,
        held: Held | None,
        give_up: GiveUp,
        care: Care = Care.PLAN,
    ) -> HandPlan:
        """Return how to put down what is held, its bottom's middle at a point, metres in `map`.

        Where the arm does not get so high, it lets go a little lower: a point has air below it.
        Where what is below is seen to be much lower, as a seat before its back, it lets go above
        that: nothing is dropped. Less `care` is as for `grasp`.

        Raises:
            ArmFailure: It cannot be put there.
        """
        had = held or UNKNOWN
        guesses = had.guesses if care is Care.PLAN else (had,)
        return first_planned(
            guesses, lambda one: self._release_as(scene, point, one, give_up, care), give_up
        )

    def _release_as(
        self, scene: Scene, point: Point, had: Held, give_up: GiveUp, care: Care
    ) -> HandPlan:
        """Return how to put down what is taken to be that."""
        point = self._above_what_is_seen(scene, point, had)

        def at_height(lower: float) -> HandPlan:
            there = Point(point.x, point.y, point.z - lower)
            return self._release_at(scene, there, had, give_up, care)

        try:
            return at_height(0.0)
        except ArmFailure as failure:
            if failure.step is not Step.INVERSE_KINEMATICS:
                raise
            return first_planned(_LOWER, at_height, give_up)

    def _above_what_is_seen(self, scene: Scene, point: Point, had: Held) -> Point:
        centre = (point.x, point.y, point.z + had.item.size[2] / 2.0)
        known = surroundings(scene, [had.item.name])
        seat = seen_below(known, replace(had.item, centre=centre), scene.seen)
        return replace(point, z=seat + ABOVE) if point.z - seat > ABOVE + _FALL else point

    def _release_at(
        self, scene: Scene, point: Point, had: Held, give_up: GiveUp, care: Care
    ) -> HandPlan:
        """Return how to put down what the hand has, its bottom's middle at that very point."""
        arm = self._standing(scene.base)
        centre = (point.x, point.y, point.z + had.item.size[2] / 2.0)
        there = replace(had.item, centre=centre)
        known, full = surroundings(scene, [had.item.name]), loaded(arm, had.item, had.in_hand)
        space = making_room(known, there, scene.seen, scene.base.point)
        around = _off(full, space, scene.state)
        hand = PickAndPlace(arm, around, self._settings, give_up=give_up, care=care)
        place = (point.x, point.y, point.z)
        targets = list(poses_to_let_go(arm, had.item, had.in_hand, place))
        near = beside(known, there)
        put = hand.place_any(scene.state, had.item, had.in_hand, targets, SUPPORT, near)
        if care is not Care.PLAN:
            return HandPlan((), None)
        left = () if put.left is None else (put.left,)
        end = put.stages[-1].motion.positions[-1]
        back = self._back(arm, [*around, *left], end, give_up)
        return HandPlan((*put.stages, *back), None)

    def put_in(self, scene: Scene, point: Point, held: Held | None, give_up: GiveUp) -> HandPlan:
        """Return how to let go over the container, or before the open furniture, at a point.

        Raises:
            ArmFailure: The arm cannot get there.
        """
        container, had = thing_at(scene.graph, point), held or UNKNOWN
        if container is not None:
            rim = container.position.z + container.size.z / 2.0
            there = Point(container.position.x, container.position.y, rim + _OVER)
        else:
            half = max(had.item.size[:2]) / 2.0
            there = Point(*_before(scene.base, point, min(_BEFORE + half, _MOST_BEFORE)))
        return self._release_at(scene, there, had, give_up, Care.PLAN)

    def door(
        self, scene: Scene, point: Point, shut: bool, held: Held | None, give_up: GiveUp
    ) -> HandPlan:
        """Return how to pull open, or push shut, the door or lid whose front is at a point.

        Raises:
            ArmFailure: The arm cannot get there, or not move it far enough.
        """
        clear = _CLEAR if held is None else _CLEAR_LOADED
        begin, end = (_PUSH_FROM, _PUSH_TO) if shut else (clear, clear + PULL)
        return self._at_front(scene, point, (begin, end), held, give_up)

    def button(self, scene: Scene, point: Point, held: Held | None, give_up: GiveUp) -> HandPlan:
        """Return how to press the button of the thing whose front is at a point.

        Raises:
            ArmFailure: The arm cannot get there.
        """
        clear = _CLEAR if held is None else _CLEAR_LOADED
        plan = self._at_front(scene, point, (clear, clear + _DRAW_BACK), held, give_up)
        return replace(plan, stages=tuple(map(_pressing, plan.stages)))

    def tuck(self, scene: Scene, held: Held | None, give_up: GiveUp) -> HandPlan:
        """Return how to bring the arm, and what it holds, to where they are out of the way.

        Raises:
            ArmFailure: It had better stay as it is.
        """
        arm = self._standing(scene.base)
        if held is None:
            known = surroundings(scene)
            stow = self._out_of_the_way(arm, known, scene.state, give_up, self._settings)
            return HandPlan(stow, None)
        known = surroundings(scene, [held.item.name])
        hand = arm.tool_poses(scene.state[None])[0]

        def taken_for(one: Held) -> _Loaded:
            full, (x, y, z) = loaded(arm, one.item, one.in_hand), (hand @ one.in_hand)[:3, 3]
            there = replace(one.item, centre=(x, y, z))
            around = making_room(known, there, scene.seen, scene.base.point)
            return _Loaded(full, around, beside(known, there), scene.state)

        return self._carried(held, map(taken_for, held.guesses), give_up, patient=True)

    def is_near(self, held: Held, state: Floats) -> bool:
        """Tell whether what is held hardly sticks out farther than the empty arm when stowed.

        Args:
            held: What is in the hand.
            state: Where the arm is, (dof,).
        """
        out = (
            sticking_out(loaded(self.arm, one.item, one.in_hand), state[None])[0]
            for one in held.guesses
        )
        return bool(max(out) <= self._alone + STEP)

    def _at_front(
        self,
        scene: Scene,
        point: Point,
        way: tuple[float, float],
        held: Held | None,
        give_up: GiveUp,
    ) -> HandPlan:
        """Return how to take hold before a front, and to let go there, so many metres from it."""
        arm = self._standing(scene.base)
        if held is not None:
            arm = loaded(arm, held.item, held.in_hand)
        ways = [
            (
                pose(_before(scene.base, place, way[0]), turn),
                pose(_before(scene.base, place, way[1]), turn),
            )
            for place in (Point(point.x, point.y, point.z + above) for above in _HEIGHTS)
            for turn in _door_turns(scene.base.heading_to(point))
        ]
        around = surroundings(scene, [held.item.name] if held else [])
        around = _off(arm, [_touchable(o, point, arm.hand) for o in around], scene.state)
        planner = OmplPlanner(Cell([arm], around), self._settings, give_up=give_up)
        stages = _moved_door(planner, scene.state, ways)
        stages = stages if held is None else _by_full_hand(stages)
        back = self._back(arm, around, stages[-1].motion.positions[-1], give_up)
        return HandPlan((*stages, *back), held)

    def _standing(self, base: Pose) -> Manipulator:
        return self.arm.standing_at(base.x, base.y, base.yaw)

    def _back(
        self,
        arm: Manipulator,
        around: Sequence[Obstacle],
        start: Floats,
        give_up: GiveUp,
    ) -> tuple[ManipulationStage, ...]:
        """Return the way from a state to where the arm is out of the way; none to stay there."""
        try:
            return self._out_of_the_way(arm, around, start, give_up, self._settings)
        except ArmFailure:
            return ()

    def _out_of_the_way(
        self,
        arm: Manipulator,
        around: Sequence[Obstacle],
        start: Floats,
        give_up: GiveUp,
        settings: ArmSettings,
    ) -> tuple[ManipulationStage, ...]:
        """Return the way from a joint state to the stowed posture, or to where it may carry.

        None is needed where nowhere what it holds sticks out less.

        Raises:
            ArmFailure: There is none.
        """
        kept = _off(arm, around, start)
        if arm.load is None:
            planner = OmplPlanner(Cell([arm], kept), settings, give_up=give_up)
            return (ManipulationStage(STOW, planner.to_state(start, self.stowed)),)
        postures = carrying_postures(arm, self.stowed, self._alone)
        gains = sticking_out(arm, start[None]) - sticking_out(arm, postures)
        postures = postures[gains > STEP]
        if not len(postures):
            return ()

        def among(way: tuple[Sequence[Obstacle], int]) -> tuple[ManipulationStage, ...]:
            obstacles, stride = way
            planner = OmplPlanner(Cell([arm], obstacles), settings, give_up=give_up)
            goals = postures[planner.cell.collisions.free(postures)]
            if not len(goals):
                message = "where what it holds sticks out less it is in something"
                raise ArmFailure(Step.COLLISION, Cause.BLOCKED, message)
            some = goals[::stride][:_POSTURES]
            return (ManipulationStage(STOW, planner.along(planner.path(start, some))),)

        # What the load touches by what errs is a little smaller, and still in its way.
        free = {id(obstacle) for obstacle in kept}
        touched = clear_of(arm, [o for o in around if id(o) not in free], start[None])
        known = [*kept, *touched]
        ways = [(with_berth(arm, known, start[None]), 1), (known, _STRIDE)]
        return first_planned([*ways, *([(kept, _STRIDE)] if touched else [])], among, give_up)


@dataclass(frozen=True, eq=False)
class _Loaded:
    """Hold an arm with its load, in the joint state `start`, (dof,), and what is around it.

    What is `near` it may touch where it is.
    """

    arm: Manipulator
    around: Sequence[Obstacle]
    near: Sequence[Obstacle]
    start: Floats

    @cached_property
    def straight_ways(self) -> list[Floats]:
        """Return straight ways, (n, dof), in, up and aside: first what brings the load nearest.

        Between two boards, upright beside a wall, or flat on the floor, hardly a search finds how
        to begin.
        """
        clear = clear_of(self.arm, [*self.around, *self.near], self.start[None])
        free = Cell([self.arm], clear).collisions
        hand = self.arm.tool_poses(self.start[None])[0]
        course = self.arm.base[:2, 3] - hand[:2, 3]
        course /= max(float(np.linalg.norm(course)), 1e-6)
        left = np.array([-course[1], course[0]])
        lines = []
        for inwards, up, aside in islice(product(_INWARDS, _UP, _ASIDE), 1, None):
            target = hand.copy()
            target[:2, 3] += inwards * course + aside * left
            target[2, 3] += up
            try:
                line = straight(self.arm, free, self.start, target, "the way in")
            except ArmFailure:
                continue
            lines.append((float(sticking_out(self.arm, line[-1:])[0]), line))
        return [line for _, line in sorted(lines, key=lambda one: one[0])]


_Draw = Callable[[_Loaded, GiveUp], tuple[ManipulationStage, ...]]
"""Plans how a load is drawn in."""


def _moved_door(
    planner: OmplPlanner,
    start: Floats,
    ways: Sequence[tuple[Floats, Floats]],
) -> tuple[ManipulationStage, ...]:
    """Return the stages in which an empty hand takes a handle and moves it.

    Args:
        planner: Of the arm.
        start: Joint state to begin at, (dof,).
        ways: The hand's pose, (4, 4), where it takes the handle and where it lets go of it.

    Raises:
        ArmFailure: The arm can go none of the ways.
    """
    arm, collisions = planner.arm, planner.cell.collisions
    handles = [first for first, _ in ways]

    def move(reached: tuple[int, Floats]) -> tuple[ManipulationStage, ...]:
        number, state = reached
        line = straight(arm, collisions, state, ways[number][1], "the door's way")
        path = planner.path(start, [state])
        return (
            ManipulationStage("reach", planner.along(path), Fingers.OPEN),
            ManipulationStage("take hold", planner.line(path[-1:]), Fingers.HANDLE),
            ManipulationStage(_MOVE, planner.line(line), Fingers.OPEN),
        )

    reached = reaching_any(arm, collisions, start, handles, planner.random)
    return first_planned(reached[:_MOST_WAYS], move, planner.give_up)


def _pressing(stage: ManipulationStage) -> ManipulationStage:
    """Return a stage of a door's handle as that of a button."""
    if stage.fingers is Fingers.HANDLE:
        return replace(stage, name="press", fingers=Fingers.BUTTON)
    return replace(stage, name="draw back") if stage.name == _MOVE else stage


def _by_full_hand(stages: Sequence[ManipulationStage]) -> tuple[ManipulationStage, ...]:
    """Return the stages without opening the fingers: what they hold stays in them."""
    return tuple(
        replace(stage, fingers=Fingers.STAY) if stage.fingers is Fingers.OPEN else stage
        for stage in stages
    )


def _door_turns(ahead: float) -> list[Floats]:
    return [hand_turn(ahead + turn, tilt) for tilt in reversed(TILTS) for turn in _DOOR_TURNS]


def _before(base: Pose, point: Point, away: float) -> Place:
    """Return the place so far before a point, as seen from the robot, metres in `map`."""
    ahead = base.heading_to(point)
    return point.x - away * math.cos(ahead), point.y - away * math.sin(ahead), point.z


def _touchable(obstacle: Obstacle, point: Point, hand: frozenset[str]) -> Obstacle:
    """Return an obstacle that the hand may touch where a point is on it."""
    away = np.abs(np.array([point.x, point.y, point.z]) - obstacle.pose[:3, 3])
    on_it = bool((away < np.array(obstacle.half) + 0.05).all())
    return replace(obstacle, near=obstacle.near | hand) if on_it else obstacle


def _off(arm: Manipulator, obstacles: Sequence[Obstacle], state: Floats) -> list[Obstacle]:
    """Return the obstacles that an arm does not touch in a state: it is there, so they err."""
    kept = list(obstacles)
    while kept:
        touch = Cell([arm], kept).collisions.first_touch(state)
        if touch is None or all(o.name != touch.other for o in kept):
            break
        kept = [
            o
            for o in kept
            if o.name != touch.other or Cell([arm], [o]).collisions.free(state[None])[0]
        ]
    return kept
