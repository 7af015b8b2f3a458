# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move the hands of a cell's arms: poses become joint states, joint states motion of all arms.

All is planned before anything moves: hands that go anywhere are planned as one mechanism, with
points on the way as goals in between (roco.txt section III-C), and what is in hands moves along.
Motion is open loop: what a plan says is sent to the motors, whatever becomes of it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

import numpy as np

from adhoc_teamwork.cells.at_work import PERIOD, CellAtWork
from adhoc_teamwork.cells.clearance import Carried, Clearance, Geometry
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.robot_model.collision.collision import Touch
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.failure import Step as Stage
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.inverse import by_distance, distinct, seeds, solve
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings, out_of_reach, search_path
from adhoc_teamwork.skills.arms.search import shortened
from adhoc_teamwork.skills.arms.straight import poses_between
from adhoc_teamwork.skills.arms.timing import timed
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.teamwork.team.causes import Cause

SPACING = 0.03
"""Metres between two poses of a straight motion that are solved."""
_JUMP = 0.6
"""Radians that a joint may turn between two of them."""
_SEEDS, _ENOUGH, _STATES, _ABLE = 16, 8, 4, 3
"""Seeds of inverse kinematics for a pose, after how many solutions it ends, how many of them are
tried, and how many ways."""
_LOOKS = 12
"""States of straight motions side by side that are checked."""
_COMBINED, _GOALS = 216, 6
"""Ways of combining the arms' states that are looked at, and how many of them are searched for."""
_TRIES = 8
"""Ways of combining the robots' ways that are tried."""
_SETTINGS = ArmSettings(iterations=1500)


@dataclass(frozen=True, eq=False)
class Reach:
    """Bring the hand to a pose, (4, 4), any way, but through the poses of `via`."""

    pose: Floats
    slowness: float = 1.0
    via: tuple[Floats, ...] = ()


@dataclass(frozen=True, eq=False)
class Follow:
    """Move the hand in straight lines from where it is, from pose to pose.

    `near` are things that hand and what it holds may touch on the way.
    """

    poses: tuple[Floats, ...]
    slowness: float = 1.0
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Grip:
    """Close the fingers or suck, which `takes` something; open them, or let go."""

    closed: bool
    takes: Carried | None = None
    seconds: float = 0.8


@dataclass(frozen=True)
class Rest:
    """Bring the arm back to the posture in which it began."""


@dataclass(frozen=True)
class Hold:
    """Stay, for what is poured out to fall."""

    seconds: float


Step = Reach | Follow | Grip | Rest | Hold
Way = Sequence[Step]


@dataclass(frozen=True, eq=False)
class Moving:
    """Hold a motion of some robots' joints, one robot's after the other's."""

    robots: tuple[str, ...]
    trajectory: JointTrajectory


@dataclass(frozen=True, eq=False)
class Part:
    """Hold what happens at once: motions that end together, grips, and a time to stay."""

    motions: tuple[Moving, ...] = ()
    grips: Mapping[str, Grip] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, eq=False)
class Motion:
    """Hold what was planned for all arms: parts one after the other, and how it ends.

    Attributes:
        parts: In their order.
        at: The joint state of each robot at its end, (dof,).
        carried: What each hand then holds, if all goes as planned.
    """

    parts: tuple[Part, ...]
    at: Mapping[str, Floats]
    carried: Mapping[str, Carried]


def arms_of(model: CellModel) -> dict[str, Manipulator]:
    """Return the planner's arm of each robot, where it stands, in the cell's frame."""
    kinds = {kind.name: kind for kind in model.kinds.values()}
    made = {
        name: manipulator(kind.model, kind.arm, kind.payload, open_fingers=True)
        for name, kind in kinds.items()
    }
    arms: dict[str, Manipulator] = {}
    for name, standing in model.cell.robots.items():
        base = pose(standing.at, rotation_rpy(0.0, 0.0, standing.yaw))
        arms[name] = made[standing.arm].of_robot(name).at(base)
    return arms


def reaching(
    arm: Manipulator, start: Floats, target: Floats, random: np.random.Generator
) -> Floats:
    """Return joint states, (n, dof), that bring the hand to a pose, the quickest first.

    Raises:
        ArmFailure: It is out of reach.
    """
    found = solve(arm, target, seeds(arm, start, _SEEDS, random), enough=_ENOUGH)
    if not len(found.states):
        raise out_of_reach(arm, target, found.gap)
    return by_distance(distinct(found.states), start, arm.velocity)


def follow(arm: Manipulator, start: Floats, poses: Sequence[Floats]) -> Floats:
    """Return joint states, (n, dof), along straight lines of the hand through poses.

    Raises:
        ArmFailure: The arm cannot follow.
    """
    states, here = [start], arm.tool_poses(start)[0]
    for goal in poses:
        for target in poses_between(here, goal, SPACING):
            solutions = solve(arm, target, states[-1][None])
            found = solutions.states
            if not len(found) or np.abs(found[0] - states[-1]).max() > _JUMP:
                raise out_of_reach(arm, target, solutions.gap)
            states.append(found[0])
        here = goal
    return np.array(states)


class Hands:
    """Plan and carry out steps of several robots at once, in a cell.

    Args:
        world: The cell, at its beginning.
        seed: Of the random numbers of inverse kinematics and searches.
    """

    def __init__(self, world: CellAtWork, seed: int = 0) -> None:
        self.world, self.arms = world, arms_of(world.model)
        self.random = np.random.default_rng(seed)
        self.geometry = Geometry(world.model, self.arms)
        self.at: dict[str, Floats] = {n: k.posture for n, k in world.model.kinds.items()}
        self.carried: dict[str, Carried] = {}
        loose = [*self.arms, *world.model.cell.ropes]
        loose += [name for name, thing in world.model.cell.things.items() if not thing.fixed]
        self._fixed = {
            name: Clearance(
                self.geometry, (name,), {}, [(min(name, o), max(name, o)) for o in loose]
            )
            for name in self.arms
        }
        """Say of each robot whether it touches what stands fast, whatever else is where."""
        self._solutions: dict[tuple[str, bytes, bytes], Floats | ArmFailure] = {}
        self._lines: dict[tuple[str, bytes, bytes], Floats | ArmFailure] = {}

    def pose(self, robot: str) -> Floats:
        """Return where a robot's hand was sent last, (4, 4): x approaches, y closes."""
        return np.asarray(self.arms[robot].tool_poses(self.at[robot])[0])

    def held(self, robot: str) -> Carried | None:
        """Return what a robot took and has not put down."""
        return self.carried.get(robot)

    def reachable(self, robot: str, ways: Sequence[Way]) -> list[Way]:
        """Return the first few of a robot's ways that inverse kinematics allows.

        Whatever is in between.

        Raises:
            ArmFailure: There is none.
        """
        made, failed = [], None
        for way in ways:
            try:
                self._solved(robot, way)
            except ArmFailure as failure:
                failed = failed or failure
                continue
            made.append(way)
            if len(made) == _ABLE:
                break
        if not made:
            raise failed or ValueError(f"{robot}: no way was given")
        return made

    def plan(self, ways: Mapping[str, Sequence[Way]]) -> Motion:
        """Plan one of each robot's ways; all begin their next step together.

        Raises:
            ArmFailure: A robot can do none of its ways, or no way of all together is free.
        """
        able = {name: self.reachable(name, own) for name, own in ways.items()}
        return self.plan_reachable(able)

    def plan_reachable(self, able: Mapping[str, Sequence[Way]]) -> Motion:
        """Plan as `plan` does, of ways that inverse kinematics allows."""
        choices = sorted(product(*(range(len(own)) for own in able.values())), key=sum)
        failed: ArmFailure | None = None
        for choice in choices[:_TRIES]:
            chosen = {n: own[which] for (n, own), which in zip(able.items(), choice, strict=True)}
            try:
                return _Planning(self).together(chosen)
            except ArmFailure as failure:
                failed = failed or failure
        assert failed is not None
        raise failed

    def play(self, motion: Motion) -> None:
        """Carry out what was planned."""
        self.at, self.carried = dict(motion.at), dict(motion.carried)
        self.forget()
        for part in motion.parts:
            self._play(part)

    def forget(self) -> None:
        """Work inverse kinematics out anew, as at the beginning of a round."""
        self._solutions.clear()
        self._lines.clear()

    def reaching(self, robot: str, start: Floats, target: Floats) -> Floats:
        """Return what `reaching` does, of one robot; what was asked in this round is known.

        Raises:
            ArmFailure: It is out of reach.
        """
        key = robot, start.tobytes(), target.tobytes()
        if key not in self._solutions:
            try:
                self._solutions[key] = reaching(self.arms[robot], start, target, self.random)
            except ArmFailure as failure:
                self._solutions[key] = failure
        return _given(self._solutions[key])

    def follow(self, robot: str, start: Floats, poses: Sequence[Floats]) -> Floats:
        """Return what `follow` does, of one robot; what was asked in this round is known.

        Raises:
            ArmFailure: The arm cannot follow.
        """
        key = robot, start.tobytes(), b"".join(one.tobytes() for one in poses)
        if key not in self._lines:
            try:
                self._lines[key] = follow(self.arms[robot], start, poses)
            except ArmFailure as failure:
                self._lines[key] = failure
        return _given(self._lines[key])

    def states_at(
        self, robot: str, start: Floats, step: Reach, rest: Way, most: int = _STATES
    ) -> list[Floats]:
        """Return joint states for a pose from which the lines up to the next reach can be.

        Those in which the arm touches nothing that stands fast come first.

        Raises:
            ArmFailure: There is none.
        """
        lines: list[Floats] = []
        for one in rest:
            if isinstance(one, (Reach, Rest)):
                break
            if isinstance(one, Follow):
                lines.extend(one.poses)
        failed, made = None, list[Floats]()
        states = self.reaching(robot, start, step.pose)
        is_free = self._fixed[robot].free(states)
        for state in [*states[is_free], *states[~is_free]][:_STATES]:
            try:
                self.follow(robot, state, lines)
            except ArmFailure as failure:
                failed = failure
                continue
            made.append(np.asarray(state))
            if len(made) == most:
                break
        if not made:
            assert failed is not None
            raise failed
        return made

    def _solved(self, robot: str, way: Way) -> None:
        """Check that an arm can go a way.

        Raises:
            ArmFailure: It cannot.
        """
        here = self.at[robot]
        for number, step in enumerate(way):
            if isinstance(step, Rest):
                here = self.world.model.kinds[robot].posture
            elif isinstance(step, Follow):
                here = self.follow(robot, here, step.poses)[-1]
            elif isinstance(step, Reach):
                here = self.states_at(robot, here, step, way[number + 1 :], 1)[0]

    def _play(self, part: Part) -> None:
        """Let all arms move, so that all end together."""
        seconds = max([part.seconds, *(one.trajectory.duration for one in part.motions)])
        closing = {name: grip.closed for name, grip in part.grips.items()}
        seconds = max([seconds, *(grip.seconds for grip in part.grips.values())])
        count = max(1, math.ceil(seconds / PERIOD))
        shares = np.linspace(0.0, 1.0, count + 1, dtype=np.float64)
        tracks: dict[str, Floats] = {}
        for one in part.motions:
            track, column = one.trajectory.at(shares * one.trajectory.duration), 0
            for name in one.robots:
                tracks[name] = track[:, column : column + self.arms[name].dof]
                column += self.arms[name].dof
        self.world.perform(tracks, closing, count)


class _Planning:
    """Imagine one round of steps, part after part."""

    def __init__(self, hands: Hands) -> None:
        self._hands, self._arms = hands, hands.arms
        self._at, self._carried = dict(hands.at), dict(hands.carried)
        self._parts: list[Part] = []
        self._geometry = hands.geometry
        self._geometry.take(hands.world.positions())

    def together(self, ways: Mapping[str, Way]) -> Motion:
        """Return the motion of all robots' ways.

        Raises:
            ArmFailure: There is none.
        """
        for number in range(max(map(len, ways.values()), default=0)):
            now = {n: way[number] for n, way in ways.items() if number < len(way)}
            after = {n: way[number + 1 :] for n, way in ways.items()}
            lines = {n: one for n, one in now.items() if isinstance(one, Follow)}
            reaches = {n: one for n, one in now.items() if isinstance(one, (Reach, Rest))}
            grips = {n: one for n, one in now.items() if isinstance(one, Grip)}
            holds = [one.seconds for one in now.values() if isinstance(one, Hold)]
            if lines:
                self._lines(lines)
            if reaches:
                self._reaches(reaches, after)
            if grips or holds:
                self._grips(grips, max(holds, default=0.0))
        return Motion(tuple(self._parts), self._at, self._carried)

    def _grips(self, grips: Mapping[str, Grip], seconds: float) -> None:
        for name, grip in grips.items():
            self._settle(name)
            self._carried.pop(name, None)
            if grip.takes is not None:
                self._carried[name] = grip.takes
        self._parts.append(Part(grips=grips, seconds=seconds))

    def _settle(self, robot: str) -> None:
        """Leave what a hand holds where it is now."""
        if robot in self._carried:
            held = self._carried[robot]
            at = self._arms[robot].tool_poses(self._at[robot])[0] @ held.offset
            self._geometry.put_thing(held.name, at)

    def _clearance(self, robots: Sequence[str], near: Mapping[str, frozenset[str]]) -> Clearance:
        """Return what is checked while some robots move and the others stay."""
        for name in self._arms:
            self._geometry.put_arm(name, self._at[name])
            self._settle(name)
        allowed = [
            (min(one, other), max(one, other))
            for robot, names in near.items()
            for one in (robot, *([self._carried[robot].name] if robot in self._carried else []))
            for other in names
        ]
        return Clearance(self._geometry, robots, self._carried, allowed)

    def _lines(self, lines: Mapping[str, Follow]) -> None:
        """Let hands move in straight lines at once, or one after the other where they would meet.

        Raises:
            ArmFailure: A hand cannot, or touches something.
        """
        made = {name: self._line(name, one) for name, one in lines.items()}
        near = {name: one.near for name, one in lines.items()}
        shares = np.linspace(0.0, 1.0, _LOOKS, dtype=np.float64)
        side_by_side = [one.at(shares * one.duration) for one in made.values()]
        states = np.concatenate(side_by_side, axis=1)
        touch = self._clearance(tuple(lines), near).first_touch(states)
        if touch is None:
            self._parts.append(Part(tuple(Moving((n,), one) for n, one in made.items())))
        elif len(lines) == 1:
            raise touching("on the line of its hand", touch)
        else:
            for name, line in lines.items():
                self._lines({name: line})
            return
        for name, one in made.items():
            self._at[name] = one.positions[-1]

    def _line(self, name: str, step: Follow) -> JointTrajectory:
        arm = self._arms[name]
        path = self._hands.follow(name, self._at[name], step.poses)
        slow = step.slowness
        return timed(path, arm.joints, arm.velocity / slow, arm.acceleration / slow)

    def _reaches(self, steps: Mapping[str, Reach | Rest], after: Mapping[str, Way]) -> None:
        """Bring hands to poses by one search in the space of all their joints.

        Raises:
            ArmFailure: A pose is out of reach, or wherever they all reach they touch something, or
                no path was found.
        """
        robots = tuple(steps)
        arms = [self._arms[name] for name in robots]
        lower, upper = (np.concatenate([getattr(a, e) for a in arms]) for e in ("lower", "upper"))
        velocity = np.concatenate([arm.velocity for arm in arms])
        acceleration = np.concatenate([arm.acceleration for arm in arms])
        clear = self._clearance(robots, {})
        path = np.concatenate([self._at[name] for name in robots])[None]
        count = max(len(one.via) if isinstance(one, Reach) else 0 for one in steps.values())
        for number in range(count + 1):
            here = np.split(path[-1], np.cumsum([arm.dof for arm in arms])[:-1])
            last = number == count
            found = [
                self._goals(name, steps[name], number, last, one, after[name])
                for name, one in zip(robots, here, strict=True)
            ]
            goals = _free_goals(clear, found, path[-1], velocity)
            more = search_path(
                clear, (lower, upper), path[-1], goals, _SETTINGS, self._hands.random
            )
            if more is None:
                raise ArmFailure(
                    Stage.SEARCH,
                    Cause.BLOCKED,
                    f"no way for {' and '.join(robots)} together was found in "
                    f"{_SETTINGS.iterations} iterations",
                )
            more = shortened(clear, more, self._hands.random)
            path = np.concatenate([path, more[1:]])
        slow = max(one.slowness if isinstance(one, Reach) else 1.0 for one in steps.values())
        joints = tuple(joint for arm in arms for joint in arm.joints)
        motion = timed(path, joints, velocity / slow, acceleration / slow, clear)
        self._parts.append(Part((Moving(robots, motion),)))
        ends = np.split(motion.positions[-1], np.cumsum([arm.dof for arm in arms])[:-1])
        self._at.update(zip(robots, ends, strict=True))

    def _goals(
        self, name: str, step: Reach | Rest, number: int, last: bool, here: Floats, after: Way
    ) -> list[Floats]:
        """Return joint states in which a robot may be at the end of a part of its way."""
        if isinstance(step, Rest):
            return [self._hands.world.model.kinds[name].posture] if last else [here]
        if last:
            return self._hands.states_at(name, here, step, after)
        if number >= len(step.via):
            return [here]
        return list(self._hands.reaching(name, here, step.via[number]))


def _given(found: Floats | ArmFailure) -> Floats:
    if isinstance(found, ArmFailure):
        raise found
    return found


def _free_goals(
    clear: Clearance, found: Sequence[Sequence[Floats]], start: Floats, velocity: Floats
) -> list[Floats]:
    """Return free joint states of all arms together, the quickest first.

    Raises:
        ArmFailure: Wherever they all are they touch something.
    """
    made = [np.concatenate(one) for one in islice(product(*found), _COMBINED)]
    together = by_distance(np.array(made), start, velocity)
    goals: list[Floats] = []
    for state in together:
        if clear.free(state[None])[0]:
            goals.append(state)
            if len(goals) == _GOALS:
                break
    if not goals:
        touch = clear.first_touch(together)
        assert touch is not None
        raise touching("with all hands where they are to be", touch)
    return goals


def touching(when: str, touch: Touch) -> ArmFailure:
    """Return the failure of a state in which something touches."""
    return ArmFailure(Stage.COLLISION, Cause.BLOCKED, f"{when} {touch.body} touches {touch.other}")


def owners(touch: Touch) -> Iterable[str]:
    """Return whose what touches is: robots and things by name."""
    return (touch.body.split("/")[0], touch.other.split("/")[0])
