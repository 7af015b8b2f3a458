# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prove that bodies decide a task: the right assignment is done, every swapped one fails (B.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.rule import Rule, by_rule
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.episodes.play import Episode, house_plan
from adhoc_teamwork.benchmark.oracle.all_knowing import AllKnowing
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask, Deed, Errand
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

FIXED = "mhp"
"""The policy that episodes of proofs name; robots follow fixed errands in its place."""
ANY_ROOM = "any"


@dataclass(frozen=True)
class BodyProof:
    """Say what came of an assignment, and in how many swapped ones nothing less was done."""

    right: EpisodeResult
    swapped: int
    done_all_the_same: int

    @property
    def holds(self) -> bool:
        """Tell whether bodies decide the task."""
        return self.right.success and self.swapped > 0 and not self.done_all_the_same


def prove_task(task: BenchTask, house_dir: Path) -> BodyProof:
    """Return the proof of a task of a set in a folder."""
    return prove_errands(task, house_plan(house_dir, task.house))


def prove_errands(task: BenchTask, plan: HousePlan) -> BodyProof:
    """Return what comes of the right assignment and of all in which every robot has another's.

    Those have all the time that there is: they are to fail by what bodies can do.
    """
    errands = task.assignment.errands if task.assignment is not None else ()
    full = find_suite(task.suite).battery
    rested = replace(task, team=tuple(replace(robot, battery=full) for robot in task.team))
    swapped = [play_errands(rested, plan, wrong) for wrong in swaps(errands)]
    right = play_errands(task, plan, errands)
    return BodyProof(right, len(swapped), sum(result.success for result in swapped))


def swaps(errands: Sequence[Errand]) -> Iterator[tuple[Errand, ...]]:
    """Yield the assignments in which each share goes to another robot, all turned alike."""
    robots = sorted({errand.robot for errand in errands})
    for turn in range(1, len(robots)):
        following = {name: robots[(n + turn) % len(robots)] for n, name in enumerate(robots)}
        yield tuple(replace(errand, robot=following[errand.robot]) for errand in errands)


def play_errands(task: BenchTask, plan: HousePlan, errands: Sequence[Errand]) -> EpisodeResult:
    """Return what comes of it when each robot does its errands in their order, whatever happens."""
    session = LlmSession("")
    episode = Episode(EpisodeKey(task.task_id, FIXED, NONE, 0), task, plan, session)
    shares: Mapping[str, list[SubTask]] = {
        robot.name: [subtask_of(e, plan.house) for e in errands if e.robot == robot.name]
        for robot in task.team
    }

    def make(
        policy: str, robot: BenchRobot, of: BenchTask, plan: HousePlan, send: Send, by: LlmSession
    ) -> Controller:
        del policy
        seed = f"{of.seed}/{of.task_id}/{robot.name}"
        rule = _Share(shares[robot.name], seed)
        made = by.planner(
            lambda _kit: by_rule(rule), robot, plan, seed, send, of.assignment, tries_all=True
        )
        return AllKnowing(made, episode.world)

    episode.make = make
    try:
        return episode.run()
    finally:
        session.close()


def subtask_of(errand: Errand, house: StepHouse) -> SubTask:
    """Return the sub-task that does an errand."""
    name = house.ids[house.by_name[errand.object]]
    if errand.deed is not Deed.BRING:
        return SubTask(SubTaskKind.VISIT, object_id=name)
    receptacle = house.house.objects[house.by_name[errand.receptacle]].category
    return SubTask(
        SubTaskKind.PLACE_ON, object_id=name, receptacle_type=receptacle, room_type=ANY_ROOM
    )


class _Share(Rule):
    """Do one sub-task after the other; what has failed is left."""

    def __init__(self, subtasks: Sequence[SubTask], seed: str) -> None:
        super().__init__(seed)
        self._left = list(subtasks)

    def decide(self, view: PlannerView) -> SubTask:
        """Return the next sub-task that is neither done nor given up."""
        given_up = {subtask for subtask, _ in view.rejected}
        while self._left and (self._left[0] in given_up or _is_done(view, self._left[0])):
            del self._left[0]
        return self._left[0] if self._left else SubTask(SubTaskKind.STOP)


def _is_done(view: PlannerView, subtask: SubTask) -> bool:
    if subtask.kind is SubTaskKind.VISIT:
        visit = SubSkill(SubSkillKind.GO_TO_OBJECT, subtask.object_id)
        return any(o.subskill == visit and o.result.success for o in view.history)
    thing = next((o for o in view.known_objects if o.object_id == subtask.object_id), None)
    is_there = thing is not None and thing.receptacle_category == subtask.receptacle_type
    return is_there and not view.state.holds(subtask.object_id)
