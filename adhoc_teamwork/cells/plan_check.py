# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check a proposed plan before anything moves; the first failure is told as text.

The order is RoCo's (roco.txt section III-B): format, task constraints, inverse kinematics,
collisions at the goals, waypoints. What is told names robot and number, and never what to do
instead. All is bounded by what is tried, never by time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from adhoc_teamwork.cells.actions import CellAction, read_action
from adhoc_teamwork.cells.clearance import Carried, Clearance
from adhoc_teamwork.cells.constraints import complaint
from adhoc_teamwork.cells.hands import Follow, Grip, Hands, Reach, Way, touching
from adhoc_teamwork.cells.relations import relations
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import CellTask, Goal
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction, parse_plan
from adhoc_teamwork.teamwork.team.causes import Cause

UNEVEN, SHORT = 2.0, 0.2
"""How many times as long as a path's middle step its steps may be: at the most, at the least."""
_TRIES = 8
"""Ways of combining the robots' ways that are looked at."""


@dataclass(frozen=True)
class Checked:
    """Hold a plan that passed: actions, and the ways by which inverse kinematics allows them."""

    actions: Mapping[str, CellAction]
    ways: Mapping[str, Sequence[Way]]


@dataclass(frozen=True)
class Verdict:
    """Say whether a plan passed; `feedback` is for the prompt of the next dialog otherwise."""

    plan: Checked | None
    failed: Step | None = None
    feedback: str = ""


@dataclass(eq=False)
class _Goals:
    """Hold where an action has one hand, for each time that it comes down somewhere."""

    states: list[Floats] = field(default_factory=list)
    near: list[frozenset[str]] = field(default_factory=list)
    carried: list[Carried | None] = field(default_factory=list)


class PlanCheck:
    """Run the checks for one episode.

    Args:
        script: What actions mean to hands.
        goal: What is to be reached.
    """

    def __init__(self, script: Script, goal: Goal) -> None:
        self._script, self._goal = script, goal

    @property
    def _task(self) -> CellTask:
        return self._script.task

    def check(self, text: str, state: CellState) -> Verdict:
        """Return whether a plan can be carried out from a state."""
        try:
            return Verdict(self._checked(text, state))
        except ArmFailure as failure:
            return Verdict(None, failure.step, f"{failure.step}: {failure.message}.")

    def _checked(self, text: str, state: CellState) -> Checked:
        actions = self._read(parse_plan(text, list(self._task.agents)))
        wrong = complaint(self._task, self._goal, actions, relations(self._script, state))
        if wrong:
            raise ArmFailure(Step.TASK, Cause.BAD_ARGUMENT, wrong)
        active = {robot: action for robot, action in actions.items() if not action.waits}
        ways = {n: self._reachable(replace(one, path=()), state) for n, one in active.items()}
        self._check_goals(ways)
        self._check_waypoints(actions, ways)
        for robot, action in active.items():
            if action.path:
                ways[robot] = self._along(action, state)
        return Checked(actions, ways)

    def _along(self, action: CellAction, state: CellState) -> list[Way]:
        """Return the ways of an action along its path.

        Raises:
            ArmFailure: The arm cannot follow it.
        """
        try:
            return self._reachable(action, state)
        except ArmFailure as failure:
            raise _refuse(f"{failure.message}, along its path") from None

    def _read(self, planned: Mapping[str, ArmAction]) -> dict[str, CellAction]:
        return {robot: read_action(self._task, one) for robot, one in planned.items()}

    def _reachable(self, action: CellAction, state: CellState) -> list[Way]:
        """Return the ways of an action that inverse kinematics allows, paths left out."""
        ways = self._script.ways.of(action, state)
        try:
            return self._script.hands.reachable(action.robot, ways)
        except ArmFailure as failure:
            if failure.step is Step.INVERSE_KINEMATICS:
                message = f"{action.robot}: {action}: out of reach: {failure.message}"
                raise ArmFailure(failure.step, failure.cause, message) from None
            raise

    def _check_goals(self, ways: Mapping[str, Sequence[Way]]) -> None:
        """Check that all hands can be at their goals at once, in one of the ways.

        Raises:
            ArmFailure: However they are, they touch something.
        """
        hands = self._script.hands
        hands.geometry.take(hands.world.positions())
        choices = sorted(product(*(range(len(own)) for own in ways.values())), key=sum)
        failed: ArmFailure | None = None
        for choice in choices[:_TRIES]:
            chosen = {n: own[which] for (n, own), which in zip(ways.items(), choice, strict=True)}
            try:
                self._check_together(chosen)
                return
            except ArmFailure as failure:
                failed = failed or failure
        if failed is not None:
            raise failed

    def _check_together(self, ways: Mapping[str, Way]) -> None:
        hands = self._script.hands
        goals = {name: _goals(hands, name, way) for name, way in ways.items()}
        for number in range(max((len(one.states) for one in goals.values()), default=0)):
            now = {n: min(number, len(one.states) - 1) for n, one in goals.items() if one.states}
            carried = {
                name: held
                for name, which in now.items()
                if (held := goals[name].carried[which]) is not None
            }
            carried |= {n: c for n, c in hands.carried.items() if n not in now}
            allowed = [
                (min(one, other), max(one, other))
                for name, which in now.items()
                for one in (name, *([carried[name].name] if name in carried else []))
                for other in goals[name].near[which]
            ]
            clear = Clearance(hands.geometry, tuple(now), carried, allowed)
            state = np.concatenate([goals[name].states[which] for name, which in now.items()])
            touch = clear.first_touch(state[None])
            if touch is not None:
                raise touching("with all hands at their goals", touch)

    def _check_waypoints(
        self, actions: Mapping[str, CellAction], ways: Mapping[str, Sequence[Way]]
    ) -> None:
        """Check the points of paths: as many for each, evenly spaced, in reach, and free.

        Raises:
            ArmFailure: They are not; the message says whose, and which.
        """
        paths = {robot: action.path for robot, action in actions.items() if action.path}
        if len({len(path) for path in paths.values()}) > 1:
            counts = ", ".join(f"{name} has {len(path)}" for name, path in paths.items())
            raise _refuse(f"all paths must have as many points: {counts}")
        hands, found = self._script.hands, dict[str, list[Floats]]()
        hands.geometry.take(hands.world.positions())
        for robot, path in paths.items():
            _check_spacing(robot, hands.pose(robot)[:3, 3], path, _end(ways[robot][0]))
            turn = end_pose(ways[robot][0])[:3, :3]
            found[robot] = [self._at_point(robot, n, one, turn) for n, one in enumerate(path)]
        held = hands.carried
        rope_end = self._script.grasps.rope_end
        rope = [name for name in paths if name in held and rope_end(held[name].name)]
        for number in range(len(next(iter(paths.values()), ()))):
            clear = Clearance(hands.geometry, tuple(paths), held, ())
            states = np.concatenate([found[name][number] for name in paths])
            touch = clear.first_touch(states[None])
            if touch is not None:
                raise _refuse(
                    f"at point {number + 1} of {' and '.join(paths)} {touch.body} touches "
                    f"{touch.other}"
                )
            if len(rope) == 2:
                self._check_rope(number, [paths[name][number] for name in rope], rope)

    def _at_point(
        self, robot: str, number: int, at: tuple[float, float, float], turn: Floats
    ) -> Floats:
        """Return the joint state nearest to the present one in which a hand is at a point."""
        hands = self._script.hands
        target = np.eye(4)
        target[:3, :3], target[:3, 3] = turn, at
        try:
            return np.asarray(hands.reaching(robot, hands.at[robot], target)[0])
        except ArmFailure:
            raise _refuse(
                f"{robot}: point {number + 1} of its path, at {at}, is out of its reach"
            ) from None

    def _check_rope(
        self, number: int, points: Sequence[tuple[float, float, float]], robots: Sequence[str]
    ) -> None:
        rope = next(iter(self._task.cell.ropes.values()))
        length = float(np.linalg.norm(np.subtract(rope.end, rope.begin)))
        apart = float(np.linalg.norm(np.subtract(points[0], points[1])))
        if apart > length:
            raise _refuse(
                f"at point {number + 1} {' and '.join(robots)} are {apart:.2f} m apart, and the "
                f"rope between them is {length:.2f} m long"
            )


def _goals(hands: Hands, robot: str, way: Way) -> _Goals:
    """Return where a way brings the hand down."""
    made, here = _Goals(), hands.at[robot]
    carried = hands.carried.get(robot)
    for number, step in enumerate(way):
        if isinstance(step, Reach):
            here = hands.states_at(robot, here, step, way[number + 1 :], 1)[0]
        elif isinstance(step, Follow):
            here = hands.follow(robot, here, step.poses)[-1]
            following = way[number + 1] if number + 1 < len(way) else None
            if following is None or isinstance(following, Grip):
                made.states.append(here)
                made.near.append(step.near)
                made.carried.append(carried)
        elif isinstance(step, Grip):
            carried = step.takes
    return made


def end_pose(way: Way) -> Floats:
    """Return the pose, (4, 4), to which a path of a way leads: where the hand then grips."""
    last = None
    for step in way:
        if isinstance(step, Grip):
            break
        if isinstance(step, Follow):
            last = step.poses[-1]
        elif isinstance(step, Reach):
            last = step.pose
    assert last is not None
    return last


def _end(way: Way) -> Floats:
    return np.asarray(end_pose(way)[:3, 3])


def _check_spacing(
    name: str, hand: Floats, path: Sequence[tuple[float, float, float]], target: Floats
) -> None:
    """Check that no step of a path is much longer or shorter than the others.

    Raises:
        ArmFailure: One is.
    """
    lengths = np.linalg.norm(np.diff(np.array([hand, *path, target]), axis=0), axis=1)
    middle = float(np.median(lengths))
    is_long = bool(lengths.max() > UNEVEN * middle)
    if is_long or lengths.min() < SHORT * middle:
        step = int(lengths.argmax() if is_long else lengths.argmin())
        raise _refuse(
            f"{name}: its path is uneven: step {step + 1} is {lengths[step]:.2f} m long and most "
            f"are {middle:.2f} m"
        )


def _refuse(message: str) -> ArmFailure:
    return ArmFailure(Step.WAYPOINTS, Cause.BAD_ARGUMENT, message)
