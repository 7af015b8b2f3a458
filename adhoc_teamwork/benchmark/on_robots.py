# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make an episode of a suite the task of a run on robots: `robots_task` says how (executable).

python -m adhoc_teamwork.benchmark.on_robots --taskset FOLDER --episode NAME --out task.json
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.benchmark.agents.llm_session import assigned_task
from adhoc_teamwork.benchmark.suites.registry import C_WAH, TDW_MAT, find_suite
from adhoc_teamwork.benchmark.suites.suite import Suite
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.task_check import check_task_in_house
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.tasks.goal_task import told_witness, within_reach
from adhoc_teamwork.simulation.tasks.misplacing import HandLimits
from adhoc_teamwork.simulation.tasks.scenario import load_card, openings_of
from adhoc_teamwork.simulation.tasks.sight import Sight
from adhoc_teamwork.simulation.tasks.task_maker import hand_out
from adhoc_teamwork.teamwork.settings.command_line import Parser
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import Episode, MisplacedObject, Task, TaskRobot

CARDS = {C_WAH.name: "wheels_and_arm.yaml", TDW_MAT.name: "quadruped.yaml"}
"""The body of all robots, by suite: of those that ship, the one that sees and reaches most of its
goods. Those of the second lie on the floor as well."""
_NAMED = 24
"""How many episodes a refusal names at the most."""


@dataclass(frozen=True)
class EpisodeRequest:
    """Say which episode is asked for: a task set's folder, and the id of a task in it."""

    taskset: Path
    episode: str
    seed: int = 0
    without_adhoc: bool = False


def make_task(request: EpisodeRequest) -> tuple[Task, House]:
    """Return the task of a run and its house as loaded.

    Raises:
        ConfigError: The folder is no task set of such a suite, it has no such task, or a file in it
            is wrong.
    """
    folder = request.taskset
    taskset = load_taskset(folder)
    if taskset.suite not in CARDS:
        names = " or ".join(CARDS)
        kind = f"a task set of the suite {taskset.suite}" if taskset.suite else "no set of a suite"
        raise ConfigError(f"{folder}: {kind}; expected one of {names}")
    bench = _find(taskset, request.episode, folder)
    file = (folder / bench.house).resolve()
    house = load_house(file)
    check_task_in_house(bench, house)
    task = robots_task(bench, find_suite(taskset.suite), house, file)
    robots = tuple(r for r in task.robots if not (request.without_adhoc and r.ad_hoc))
    task = replace(task, seed=request.seed, robots=robots)
    if (hard := hard_goods(task, house)) and task.episode is not None:
        text = f"arm or camera of these robots may not get to {len(hard)} of the goods: "
        differs = (*task.episode.differs, text + ", ".join(hard))
        task = replace(task, episode=replace(task.episode, differs=differs))
    return task, house


def robots_task(bench: BenchTask, suite: Suite, house: House, file: Path) -> Task:
    """Return what robots are to do in an episode: its goods, goal, zone, starts and horizon.

    All robots are there from the start, and have one body. Seconds are those of a suite's robots'
    clocks.

    Args:
        bench: The episode.
        suite: The suite that it is of.
        house: Its house as loaded.
        file: Of the house.

    Raises:
        ConfigError: The episode has no goal, or names a task that is none.
    """
    assignment = bench.assignment
    if assignment is None or not assignment.goal.wishes:
        raise ConfigError(f"{bench.task_id}: no goal; expected a task of a suite")
    timing = suite.timing
    return Task(
        f"{suite.name} {bench.task_id}",
        str(file),
        bench.seed,
        tuple(told_witness(item, house) for item in bench.misplaced),
        tuple(
            TaskRobot(r.name, CARDS[suite.name], r.start, ad_hoc=r is bench.adhoc)
            for r in (*bench.team, bench.adhoc)
        ),
        timing.horizon * timing.step_seconds,
        furnishing=assigned_task(assignment).furnishing,
        inside=assignment.inside,
        kind=assignment.task,
        # What is delivered stays where it lies: no robot is told that containers are used up.
        told=replace(assignment.told, zone=0.0),
        wishes=assignment.goal.wishes,
        zone=assignment.goal.zone,
        episode=Episode(
            suite.name,
            bench.task_id,
            timing.horizon,
            timing.unit,
            timing.step_seconds,
            tuple(_differs(bench, assignment, suite)),
        ),
    )


def hard_goods(task: Task, house: House) -> tuple[str, ...]:
    """Return the goods that no robot of the team surely sees and takes where they lie, by name.

    What is behind a door is where a hand gets that opens the door.

    Raises:
        ConfigError: A robot's card or URDF is missing or wrong.
    """
    config, doors = config_dir(), dict(task.inside)
    cards = {robot.name: load_card(robot.card, config) for robot in task.robots}
    sight = Sight.of(house, task.robots, cards, openings_of(task.robots, cards, config))
    hands = HandLimits(sight.reaches)

    def is_hard(item: MisplacedObject) -> bool:
        thing = house.object(doors.get(item.object, item.object))
        reached = thing is not None and within_reach(thing, task.furnishing, hands)
        return not reached or (item.object not in doors and not sight.shows(item))

    return tuple(item.object for item in task.misplaced if is_hard(item))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    options = _parser().parse_args(words)
    request = EpisodeRequest(options.taskset, options.episode, options.seed, options.without_adhoc)
    return hand_out(lambda: make_task(request), options.out, options.list_misplaced)


def _find(taskset: TaskSet, name: str, folder: Path) -> BenchTask:
    names = [task.task_id for task in taskset.tasks]
    if name not in names:
        some = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
        raise ConfigError(f"episode {name!r:.100}: not in {folder}; expected one of {some}")
    return taskset.tasks[names.index(name)]


def _differs(bench: BenchTask, assignment: Assignment, suite: Suite) -> Iterator[str]:
    """Yield what robots do otherwise than the suite has it, a sentence each."""
    body = CARDS[suite.name].removesuffix(".yaml")
    yield f"robots are of the kind {body}: an action lasts as long as its base and arm take"
    hands = max(robot.hands for robot in (*bench.team, bench.adhoc))
    if hands > 1:
        yield f"a robot has one hand, where the suite has {hands}"
    if suite.sees_rooms:
        yield "a robot sees what its camera shows, where the suite shows it all of its room"
    if assignment.goal.zone:
        yield "what is delivered stays where it lies, where the suite takes it out of the game"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m adhoc_teamwork.benchmark.on_robots",
        description="Make an episode of a suite the task of a run on robots.",
    )
    parser.add_argument("--taskset", type=Path, required=True, help="folder of a suite's task set")
    parser.add_argument("--episode", required=True, help="the id of a task in it")
    parser.add_argument(
        "--seed", type=whole_number(), default=0, metavar="N", help="for everything drawn"
    )
    parser.add_argument("--without-adhoc", action="store_true", help="leave the ad hoc robot out")
    parser.add_argument("--out", type=Path, help="the task file to write")
    parser.add_argument("--list-misplaced", action="store_true", help="say what is wanted where")
    return parser


if __name__ == "__main__":
    sys.exit(main())
