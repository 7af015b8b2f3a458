# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check a proposed plan of several arms before anything moves; the first failure is told as text.

The order is RoCo's (roco.txt section III-B): parsing, task constraints, inverse kinematics,
collisions, waypoints. What passes holds the joint goals that planning begins from.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.several_arms.jointly import JointPlanner
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction, parse_plan
from adhoc_teamwork.teamwork.team.causes import Cause

Constraint = Callable[[Mapping[str, ArmAction]], str]
"""Return what is wrong with the actions of all robots, or an empty text."""
Aim = Callable[[ArmAction], Floats | None]
"""Return the pose, (4, 4), at which an action ends the hand's motion; None where it waits."""

UNEVEN = 2.0
"""A step of a path may be at most this many times as long as the path's middle step."""


@dataclass(frozen=True)
class CheckedPlan:
    """Hold a plan that passed: actions, where the hands go, and poses on the way."""

    actions: Mapping[str, ArmAction]
    targets: tuple[Floats | None, ...]
    waypoints: tuple[tuple[Floats | None, ...], ...]


@dataclass(frozen=True)
class Verdict:
    """Say whether a plan passed; `feedback` is for the prompt of the next round otherwise."""

    plan: CheckedPlan | None
    failed: Step | None = None
    feedback: str = ""


class PlanCheck:
    """Run the chain for one task.

    Args:
        planner: Of all arms, in the order of `agents`.
        agents: The robots' names in the plan's text.
        aim: Where actions take the hand; raises ArmFailure for one that it does not know.
        constraints: Of the task and of the robots.
    """

    def __init__(
        self,
        planner: JointPlanner,
        agents: Sequence[str],
        aim: Aim,
        constraints: Sequence[Constraint] = (),
    ) -> None:
        if len(agents) != len(planner.cell.arms):
            raise ValueError(f"{len(agents)} names for {len(planner.cell.arms)} arms")
        self._planner, self._agents, self._aim = planner, tuple(agents), aim
        self._constraints = tuple(constraints)

    def check(self, text: str, start: Floats) -> Verdict:
        """Return whether a plan can be carried out from a joint state of all arms, (dof,)."""
        try:
            return Verdict(self._checked(text, start))
        except ArmFailure as failure:
            return Verdict(None, failure.step, f"Failed at {failure.step}: {failure.message}.")

    def _checked(self, text: str, start: Floats) -> CheckedPlan:
        actions = parse_plan(text, self._agents)
        for constraint in self._constraints:
            complaint = constraint(actions)
            if complaint:
                raise ArmFailure(Step.TASK, Cause.BAD_ARGUMENT, complaint)
        targets = tuple(self._aim(actions[name]) for name in self._agents)
        self._planner.goals(start, targets)
        waypoints = self._waypoints(actions, targets, start)
        return CheckedPlan(actions, targets, waypoints)

    def _waypoints(
        self, actions: Mapping[str, ArmAction], targets: Sequence[Floats | None], start: Floats
    ) -> tuple[tuple[Floats | None, ...], ...]:
        """Return the poses at each step of the paths: the hand is turned as at the target.

        Raises:
            ArmFailure: Paths differ in length, are uneven, or a point of one cannot be reached.
        """
        paths = {name: actions[name].path for name in self._agents if actions[name].path}
        if not paths:
            return ()
        if len({len(path) for path in paths.values()}) > 1:
            counts = ", ".join(f"{name} has {len(path)}" for name, path in paths.items())
            raise _refuse(f"all paths must have as many points: {counts}")
        for name, path in paths.items():
            self._check_spacing(name, path, targets, start)
        steps = []
        for index in range(len(next(iter(paths.values())))):
            steps.append(self._step(index, paths, targets))
        here = start
        for index, poses in enumerate(steps):
            try:
                here = self._planner.goals(here, poses)[0]
            except ArmFailure as failure:
                raise _refuse(f"at point {index + 1} of the paths {failure.message}") from None
        return tuple(steps)

    def _step(
        self,
        index: int,
        paths: Mapping[str, tuple[tuple[float, float, float], ...]],
        targets: Sequence[Floats | None],
    ) -> tuple[Floats | None, ...]:
        poses: list[Floats | None] = []
        for name, target in zip(self._agents, targets, strict=True):
            if name not in paths:
                poses.append(None)
                continue
            turn = target[:3, :3] if target is not None else None
            poses.append(pose(paths[name][index], turn))
        return tuple(poses)

    def _check_spacing(
        self,
        name: str,
        path: Sequence[tuple[float, float, float]],
        targets: Sequence[Floats | None],
        start: Floats,
    ) -> None:
        index = self._agents.index(name)
        cell = self._planner.cell
        hand = cell.arms[index].tool_poses(cell.part(index, start))[0][:3, 3]
        target = targets[index]
        ends = [target[:3, 3]] if target is not None else []
        lengths = np.linalg.norm(np.diff(np.array([hand, *path, *ends]), axis=0), axis=1)
        middle = float(np.median(lengths))
        if middle > 0.0 and lengths.max() > UNEVEN * middle:
            step = int(lengths.argmax()) + 1
            raise _refuse(
                f"the path of {name} is uneven: step {step} is {lengths.max():.2f} m long and "
                f"most are {middle:.2f} m"
            )


def _refuse(message: str) -> ArmFailure:
    return ArmFailure(Step.WAYPOINTS, Cause.BAD_ARGUMENT, message)
