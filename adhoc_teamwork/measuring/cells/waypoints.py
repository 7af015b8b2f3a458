# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --waypoints`: what points on the way are worth to the planner (roco.txt, V-B).

Rounds of the two tasks with paths are planned again and again from the same state, each time with
other points: none, those of a straight line, those of a fixed way up, across and down, and those
that the model wrote. What the model wrote is then carried out, and the next round comes.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

import numpy as np

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.benchmark.arms.playing import cell_of, cells_folder
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.cells.actions import CellAction
from adhoc_teamwork.cells.dialog import Dialog, Past, Refused, Round, load_dialog
from adhoc_teamwork.cells.episode import MOST_REPLANS, Episode
from adhoc_teamwork.cells.hands import Motion
from adhoc_teamwork.cells.plan_check import Checked, PlanCheck, end_pose
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import ActionKind
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.measuring.arms import Timing
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.several_arms.plan_text import Place
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import say_lines

PROGRAM = "adhoc skills --waypoints"
TASKS = ("pack_grocery", "move_rope")
HIGH = 1.05
"""Metres above the floor of a fixed way: 0.35 above the tables."""
_MOST_EPISODES = 100

Points = Callable[[Floats, Floats, Sequence[Place]], Sequence[Place]]
"""Make points of where a hand is, (3,), where it is to go, (3,), and what the model wrote."""


def _straight(hand: Floats, goal: Floats, written: Sequence[Place]) -> Sequence[Place]:
    return _places(np.linspace(hand, goal, len(written) + 2, dtype=np.float64)[1:-1])


def _fixed(hand: Floats, goal: Floats, written: Sequence[Place]) -> Sequence[Place]:
    """Up, across, and down from above."""
    del written
    above = [np.array([*at[:2], max(HIGH, float(at[2]))]) for at in (hand, goal)]
    return _places(np.array([above[0], (above[0] + above[1]) / 2.0, above[1]]))


def _places(points: Floats) -> Sequence[Place]:
    return [(float(x), float(y), float(z)) for x, y, z in points]


WAYS: Mapping[str, Points] = {
    "none": lambda *_: (),
    "straight": _straight,
    "fixed": _fixed,
    "model's": lambda *given: given[2],
}
"""What is compared; the last is carried out."""


@dataclass(frozen=True)
class Tried:
    """Hold what one plan with one kind of points took, in seconds of the processor."""

    task: str
    does: str
    points: str
    seconds: float
    is_solved: bool


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Plan rounds of two tasks with points on the way of four kinds, and measure the "
            "processor's time and how often a way is found."
        ),
    )
    parser.add_argument("--waypoints", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--rounds", type=whole_number(1), default=20, metavar="N", help="of each task"
    )
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0.

    Raises:
        ConfigError: MuJoCo is missing.
    """
    options = build_parser().parse_args(words)
    tried = [one for task in TASKS for one in compare(task, options.rounds)]
    rows = []
    for task, does in dict.fromkeys((one.task, one.does) for one in tried):
        for points in WAYS:
            own = [one for one in tried if (one.task, one.does, one.points) == (task, does, points)]
            seconds = tuple(one.seconds for one in own)
            name, *figures = Timing(points, seconds, sum(one.is_solved for one in own)).row()
            rows.append([task, does, name, *figures])
    headings = ["task", "what is done", "points", "rounds", "solved %", "p50 s", "p95 s"]
    say_lines(table(headings, rows, texts=3))
    return DONE


def compare(task: str, rounds: int) -> list[Tried]:
    """Return what planning so many rounds of a task took with points of each kind."""
    made: list[Tried] = []
    for seed in islice(count(1), _MOST_EPISODES):
        for one in _episode(task, seed):
            made.extend(one)
            if len(made) >= rounds * len(WAYS):
                return made
    return made


def _episode(task: str, seed: int) -> Iterator[list[Tried]]:
    """Yield what was tried in each round of an episode that moves something."""
    description, model = cell_of(task)
    world = CellWorld(model)
    episode = Episode(description, world, begin(description, world, seed).goal, seed)
    offline = OfflineModel()
    dialog = Dialog(load_dialog(cells_folder()), episode.known(), lambda _: offline)
    check = PlanCheck(episode.script, episode.goal)
    last: Past | None = None
    for number in range(description.rounds):
        state = episode.world.observe()
        found = asyncio.run(_settled(dialog, check, episode, state, last))
        if found is None or not found[0].ways:
            return
        checked, plan = found
        active = {n: action for n, action in checked.actions.items() if not action.waits}
        tried, motion = [], None
        for points, make in WAYS.items():
            chosen = _with_points(checked, active, episode, make)
            begun = time.process_time()
            motion = _planned(episode, chosen, state)
            took = time.process_time() - begun
            tried.append(Tried(task, _does(active), points, took, motion is not None))
        yield tried
        if motion is None:
            return
        episode.script.hands.play(motion)
        episode.script.note(checked.actions)
        episode.script.settle(episode.world.observe())
        last = Past(number, (), plan, "all was carried out")


async def _settled(
    dialog: Dialog, check: PlanCheck, episode: Episode, state: CellState, last: Past | None
) -> tuple[Checked, str] | None:
    """Return the first plan that passes the checks."""
    own, feedback = episode.own(state), list[Refused]()
    for _ in range(MOST_REPLANS):
        talk = await dialog.talk(Round(0, own, (), last, tuple(feedback)))
        verdict = check.check(talk.plan, state)
        if verdict.plan is not None:
            return verdict.plan, talk.plan
        feedback.append(Refused(talk.plan, verdict.feedback))
    return None


def _with_points(
    checked: Checked, active: Mapping[str, CellAction], episode: Episode, make: Points
) -> dict[str, CellAction]:
    """Return actions with other points on their ways."""
    hands = episode.script.hands
    return {
        robot: replace(
            action,
            path=tuple(
                make(
                    hands.pose(robot)[:3, 3],
                    np.asarray(end_pose(checked.ways[robot][0])[:3, 3]),
                    action.path,
                )
            ),
        )
        for robot, action in active.items()
    }


def _planned(
    episode: Episode, actions: Mapping[str, CellAction], state: CellState
) -> Motion | None:
    """Return the motion of actions, planned from the same random numbers whatever was before."""
    script = episode.script
    script.hands.forget()
    script.hands.random = np.random.default_rng(0)
    try:
        return script.hands.plan({n: script.ways.of(one, state) for n, one in actions.items()})
    except ArmFailure:
        return None


def _does(actions: Mapping[str, CellAction]) -> str:
    """Return what robots do in a round: taking, putting down, or both."""
    takes = {action.verbs[0] is ActionKind.PICK for action in actions.values()}
    return "taking and putting" if len(takes) > 1 else "taking" if takes == {True} else "putting"
