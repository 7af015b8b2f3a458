# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prove that a task with a goal can be done in time: let robots do it that know everything."""

from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.episodes.play import Episode, house_plan
from adhoc_teamwork.benchmark.oracle.all_knowing import AllKnowing
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.teamwork.settings.config import ConfigError

HAULING, FETCHING = "rhp", "mhp"
"""The rules that robots which know everything follow: where a goal has a zone, and elsewhere."""


@dataclass(frozen=True)
class Proof:
    """Say how far robots that know everything came: `alone` is the team without the ad hoc robot.

    `steps` are those until all was done, or the horizon; `done` of `total` parts of the goal.
    """

    task_id: str
    alone: bool
    steps: int
    done: int
    total: int

    @property
    def holds(self) -> bool:
        """Tell whether all was done."""
        return self.done == self.total


def prove(task: BenchTask, house_dir: Path) -> Proof:
    """Return whether a task can be done in time: by the team alone, or with the ad hoc robot.

    It is acted out in the world of the task, by its rules; nothing is searched for, as robots are
    told before each step where everything is, what is closed in included.

    Raises:
        ConfigError: The task has no goal that says what is to be moved.
    """
    if task.assignment is None or not task.assignment.goal.wishes:
        raise ConfigError(
            f"task {task.task_id}: no goal that says what is moved; expected a task of a suite"
        )
    alone = _play(task, house_dir, with_adhoc=False)
    return alone if alone.holds else _play(task, house_dir, with_adhoc=True)


def _play(task: BenchTask, house_dir: Path, with_adhoc: bool) -> Proof:
    if with_adhoc:
        task = replace(task, team=(*task.team, task.adhoc), adhoc=replace(task.adhoc, name="none"))
    has_zone = task.assignment is not None and bool(task.assignment.goal.zone)
    rule = HAULING if has_zone else FETCHING
    session = LlmSession("")
    episode = Episode(
        EpisodeKey(task.task_id, rule, NONE, 0), task, house_plan(house_dir, task.house), session
    )

    def make(
        policy: str, robot: BenchRobot, of: BenchTask, plan: HousePlan, send: Send, by: LlmSession
    ) -> Controller:
        seed = f"{of.seed}/{of.task_id}/{robot.name}"
        made = by.planner(policy, robot, plan, seed, send, of.assignment)
        return AllKnowing(made, episode.world)

    episode.make = make
    try:
        result = episode.run()
    finally:
        session.close()
    return Proof(task.task_id, not with_adhoc, result.team_steps, result.tidied, result.total)
