# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Demonstrations: what an expert did in each situation, and what its teammates did."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS, encode
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats
from adhoc_teamwork.adhoc_planner.policies.learned.team_watch import TeamWatch
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.rule import Rule, by_rule
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.registry import NONE
from adhoc_teamwork.benchmark.episodes.play import Episode, MakeController
from adhoc_teamwork.benchmark.generation.robots import ADHOC
from adhoc_teamwork.benchmark.oracle.expert import Expert, Note, Truth
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

_EXPERT = "expert"
_NO_MODEL = ""
"""Nobody here asks one."""


@dataclass
class Examples:
    """Collect features (`INPUTS` values each) with the type of sub-skill that was chosen."""

    rows: list[Floats] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def add(self, features: Floats, kind: SubSkillKind) -> None:
        """Take down one choice."""
        self.rows.append(features)
        self.kinds.append(kind.value)

    def extend(self, other: "Examples") -> None:
        """Take over all choices of another collection."""
        self.rows += other.rows
        self.kinds += other.kinds

    def features(self) -> Floats:
        """Return the features, a row for each choice."""
        return np.array(self.rows, np.float32).reshape(-1, INPUTS)


def show_team(task: BenchTask, plan: HousePlan) -> Examples:
    """Return what each robot of a team of experts decided."""
    examples = Examples()
    truth = Truth.of(task, plan.house)

    def note(view: PlannerView, kind: SubSkillKind) -> None:
        examples.add(encode(view), kind)

    def controller_for(
        _policy: str,
        robot: BenchRobot,
        task: BenchTask,
        plan: HousePlan,
        send: Send,
        session: LlmSession,
    ) -> Controller:
        return session.planner(_expert(robot, task, truth, note), robot, plan, "", send)

    _play(EpisodeKey(task.task_id, _EXPERT, NONE, 0), task, plan, controller_for)
    return examples


def show_adhoc(
    task: BenchTask, plan: HousePlan, team: str, make: Callable[[str], Rule]
) -> tuple[Examples, Examples]:
    """Return what an expert decided beside a known team, and what it saw the team's robots do.

    Args:
        task: Where they play; the expert is the ad hoc robot, from the first step.
        plan: The house.
        team: The team's name.
        make: Makes, from a seed, the rule of a robot of the team.
    """
    own, seen = Examples(), Examples()
    truth, watch = Truth.of(task, plan.house), TeamWatch()

    def note(view: PlannerView, kind: SubSkillKind) -> None:
        own.add(encode(view), kind)
        for features, chosen in watch.observe(view):
            seen.add(features, chosen)

    def controller_for(
        _policy: str,
        robot: BenchRobot,
        task: BenchTask,
        plan: HousePlan,
        send: Send,
        session: LlmSession,
    ) -> Controller:
        if robot.name == ADHOC:
            return session.planner(_expert(robot, task, truth, note), robot, plan, "", send)
        rule = make(_seed(task, robot))
        return session.planner(lambda _kit: by_rule(rule), robot, plan, "", send)

    _play(EpisodeKey(task.task_id, team, _EXPERT, 0), task, plan, controller_for)
    return own, seen


def _play(key: EpisodeKey, task: BenchTask, plan: HousePlan, make: MakeController) -> None:
    session = LlmSession(_NO_MODEL)
    try:
        Episode(key, task, plan, session, make=make).run()
    finally:
        session.close()


def _expert(robot: BenchRobot, task: BenchTask, truth: Truth, note: Note) -> PolicyMaker:
    return lambda _kit: by_rule(Expert(_seed(task, robot), truth, note))


def _seed(task: BenchTask, robot: BenchRobot) -> str:
    return f"{task.seed}/{task.task_id}/{robot.name}"
