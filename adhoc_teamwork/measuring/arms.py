# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --speed`: measure planning of one arm, and of two past each other."""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, box
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings, OmplPlanner
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.several_arms.jointly import JointPlanner
from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.input_words import file_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PROGRAM = "adhoc skills --speed"
SOLVED = 99.0
"""Per cent of reachable goals that must be solved."""
P50, P95, TOGETHER_P50 = 0.1, 1.0, 1.0
"""Seconds: what planning may take for one arm, and for two together."""
_APART = 1.1
"""Metres between the bases of two robots that face each other."""


@dataclass(frozen=True)
class Timing:
    """Hold what planning many motions took, in seconds, and how many were found."""

    name: str
    seconds: tuple[float, ...]
    solved: int

    @property
    def share(self) -> float:
        """Return how many were found, in per cent."""
        return 100.0 * self.solved / len(self.seconds)

    def took(self, percent: float) -> float:
        """Return the seconds that so many per cent of them kept below."""
        return float(np.percentile(self.seconds, percent))

    def row(self) -> list[str]:
        """Return the cells of the printed table."""
        times = (f"{self.took(percent):.3f}" for percent in (50.0, 95.0))
        return [self.name, str(len(self.seconds)), f"{self.share:.1f}", *times]

    def meets(self, solved: float, p50: float, p95: float) -> bool:
        """Tell whether the bounds are kept; the share is in per cent."""
        return self.share >= solved and self.took(50.0) <= p50 and self.took(95.0) <= p95


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Plan one arm to random poses among furniture, and two arms that face each other, and "
            "measure the processor's time. Exit code 1: a limit is missed."
        ),
    )
    parser.add_argument("--speed", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--urdf", type=file_to_read, metavar="FILE", help="default: the quadruped's"
    )
    parser.add_argument("--goals", type=whole_number(1), default=200, metavar="N", help="one arm's")
    parser.add_argument("--pairs", type=whole_number(1), default=40, metavar="N", help="two arms'")
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0 where the limits are kept, 1 otherwise.

    Raises:
        ConfigError: The file is no robot, or its robot has no arm.
    """
    options = build_parser().parse_args(words)
    arm = load_arms(options.urdf or config_dir() / "robots" / "quadruped.urdf", payload=1.0)[0]
    alone = one_arm(arm, options.goals)
    both = two_arms(arm, options.pairs)
    headings = ["arms", "goals", "solved %", "p50 s", "p95 s"]
    PlainConsole(highlight=False).print(table(headings, [alone.row(), both.row()], texts=1))
    kept = alone.meets(SOLVED, P50, P95) and both.meets(SOLVED, TOGETHER_P50, np.inf)
    return DONE if kept else FAILED


def one_arm(arm: Manipulator, goals: int) -> Timing:
    """Plan from the stowed posture to random reachable poses among a table, a shelf and things."""
    rng = np.random.default_rng(1)
    home = stowed(arm)
    seconds, solved = [], 0
    for number in range(goals):
        cell = Cell([arm], furniture(arm, rng))
        while not cell.collisions.free(home)[0]:
            cell = Cell([arm], furniture(arm, rng))
        target = arm.tool_poses(free_state(cell, rng))[0]
        planner = OmplPlanner(cell, seed=number)
        took, found = timed_plan(lambda p=planner, t=target: p.to_pose(home, t))  # type: ignore[misc]
        seconds.append(took)
        solved += found is not None and ends_at(arm, found.positions[-1], target)
    return Timing(f"one arm, {arm.dof} joints", tuple(seconds), solved)


def two_arms(arm: Manipulator, pairs: int) -> Timing:
    """Plan two arms that face each other over the same space to random reachable poses."""
    rng = np.random.default_rng(2)
    facing = np.diag([-1.0, -1.0, 1.0, 1.0])
    facing[0, 3] = _APART + 2.0 * float(arm.shoulder[0])
    arms = [arm.of_robot("left"), arm.at(facing).of_robot("right")]
    cell = Cell(arms)
    settings = ArmSettings(iterations=3000)
    seconds, solved = [], 0
    for number in range(pairs):
        start, goal = free_state(cell, rng), free_state(cell, rng)
        targets = [a.tool_poses(cell.part(i, goal))[0] for i, a in enumerate(arms)]
        planner = JointPlanner(cell, settings, seed=number)
        took, found = timed_plan(
            lambda p=planner, s=start, t=targets: p.to_poses(s, t)  # type: ignore[misc]
        )
        seconds.append(took)
        solved += found is not None and all(
            ends_at(a, cell.part(i, found.positions[-1]), targets[i]) for i, a in enumerate(arms)
        )
    return Timing(f"two arms, {cell.dof} joints", tuple(seconds), solved)


def furniture(arm: Manipulator, rng: np.random.Generator) -> list[Obstacle]:
    """Return a floor, a table, a shelf above it and things on it, in front of an arm."""
    x, height = float(arm.shoulder[0]) + 0.6, float(rng.uniform(0.35, 0.7))
    made = [
        box("floor", (0.0, 0.0, -0.02), (4.0, 4.0, 0.02)),
        box("table", (x, 0.0, height - 0.02), (0.6, 1.2, 0.04)),
        box("shelf", (x + 0.15, 0.0, height + rng.uniform(0.4, 0.5)), (0.3, 1.2, 0.03)),
    ]
    for number in range(5):
        size = rng.uniform((0.04, 0.04, 0.06), (0.1, 0.1, 0.25))
        at = rng.uniform((x - 0.25, -0.5), (x + 0.25, 0.5))
        centre = (at[0], at[1], height + size[2] / 2.0)
        made.append(box(f"thing {number}", centre, tuple(size), float(rng.uniform(0.0, np.pi))))
    return made


def free_state(cell: Cell, rng: np.random.Generator) -> Floats:
    """Return a random joint state, (dof,), in which nothing touches."""
    for _ in range(100):
        states = rng.uniform(cell.lower, cell.upper, (64, cell.dof))
        free = states[cell.collisions.free(states)]
        if len(free):
            return np.asarray(free[0])
    raise ValueError("no free state of the arms was found among the furniture")


def timed_plan(plan: Callable[[], JointTrajectory]) -> tuple[float, JointTrajectory | None]:
    """Return the seconds of processor time of a plan, and the plan where there is one."""
    began = time.thread_time()
    try:
        found = plan()
    except ArmFailure:
        return time.thread_time() - began, None
    return time.thread_time() - began, found


def ends_at(arm: Manipulator, state: Floats, target: Floats) -> bool:
    """Tell whether an arm's grasp point is at a pose, (4, 4), in a joint state."""
    return bool(np.abs(arm.tool_poses(state)[0] - target).max() < 0.01)
