# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prove that a task with a goal can be done in time: let robots do it that know everything."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.rule import Rule, by_rule
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession, assigned_task
from adhoc_teamwork.benchmark.episodes.play import Episode, house_plan
from adhoc_teamwork.benchmark.oracle.all_knowing import AllKnowing
from adhoc_teamwork.benchmark.proofs.hauling import Hauls, plan_hauls
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

FETCHING = "mhp"
"""The rule that robots which know everything follow where no goal has a zone."""
_PLANS = 4
"""Plans of who fetches what that are tried: in some, robots meet in a door and stay there."""
_TRIES = 2
"""How often a sub-task is tried before the others go first."""
_TURNING = 1.15
"""How much longer ways take than their moves."""


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
    """Return the proof of a task of a set in a folder; see `prove_in`."""
    return prove_in(task, house_plan(house_dir, task.house))


def prove_in(task: BenchTask, plan: HousePlan) -> Proof:
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
    found = _play(task, plan, with_adhoc=False)
    for number in range(_PLANS):
        if found.holds:
            break
        other = _play(task, plan, with_adhoc=True, number=number)
        found = max(found, other, key=lambda proof: proof.done) if number else other
    return found


def _play(task: BenchTask, plan: HousePlan, with_adhoc: bool, number: int = 0) -> Proof:
    if with_adhoc:
        task = replace(task, team=(*task.team, task.adhoc), adhoc=replace(task.adhoc, name="none"))
    session = LlmSession("")
    episode = Episode(EpisodeKey(task.task_id, FETCHING, NONE, 0), task, plan, session)
    has_zone = task.assignment is not None and bool(task.assignment.goal.zone)
    errands = _errands(task, plan, number) if has_zone else {}

    def make(
        policy: str, robot: BenchRobot, of: BenchTask, plan: HousePlan, send: Send, by: LlmSession
    ) -> Controller:
        seed = f"{of.seed}/{of.task_id}/{robot.name}"
        follows: str | PolicyMaker = policy
        if has_zone:
            rule = _Errands(errands[robot.name], seed)
            follows = lambda _kit: by_rule(rule)  # noqa: E731
        made = by.planner(follows, robot, plan, seed, send, of.assignment)
        return AllKnowing(made, episode.world)

    episode.make = make
    try:
        result = episode.run()
    finally:
        session.close()
    return Proof(task.task_id, not with_adhoc, result.team_steps, result.tidied, result.total)


class _Errands(Rule):
    """Do one sub-task after the other; what failed is tried again, then left until the end."""

    def __init__(self, subtasks: Sequence[SubTask], seed: str) -> None:
        super().__init__(seed)
        self._left = list(subtasks)
        self._tried: Counter[SubTask] = Counter()

    def decide(self, view: PlannerView) -> SubTask:
        """Return the next sub-task that is not done yet."""
        while self._left and self._is_done(view, self._left[0]):
            del self._left[0]
        if not self._left:
            return SubTask(SubTaskKind.STOP)
        first = self._left[0]
        self._tried[first] += 1
        if self._tried[first] > _TRIES:
            self._leave(first)
        return self._left[0]

    def _leave(self, subtask: SubTask) -> None:
        """Put off a sub-task, and with the taking of a thing what was to come of it."""
        self._tried[subtask] = 0
        name = subtask.object_id
        later = [one for one in self._left if one.object_id == name]
        if subtask.kind is SubTaskKind.LOAD:
            later += [SubTask(SubTaskKind.TRANSPORT, object_id=name)]
        self._left = [one for one in self._left if one not in later] + later

    def _is_done(self, view: PlannerView, subtask: SubTask) -> bool:
        name, known = subtask.object_id, {o.object_id: o for o in view.known_objects}
        if subtask.kind is SubTaskKind.TRANSPORT:
            return not view.state.holds(name)
        if subtask.kind is SubTaskKind.LOAD:
            return name in known and known[name].receptacle == subtask.receptacle_id
        return view.state.holds(name)


def _errands(task: BenchTask, plan: HousePlan, number: int) -> dict[str, list[SubTask]]:
    """Return the sub-tasks of each robot with which all goods get to the goal's zone.

    Plans of other numbers share them out in other ways.
    """
    house, assignment = plan.house, task.assignment
    if assignment is None or assignment.goal.place is None:
        return {}
    timing, place = find_suite(task.suite).timing, assignment.goal.place
    furnishing = assigned_task(assignment).furnishing
    things = house.house.objects
    numbers = {
        "goods": [house.by_name[item.object] for item in task.misplaced],
        "vessels": [n for n, one in enumerate(things) if furnishing.capacity(one.category)],
        "goal": [
            n
            for n, one in enumerate(things)
            if (room := house.room_at(one.box.x, one.box.y)) is not None
            and place.fits(one.category, room.room_type)
        ][:1],
    }
    goods, vessels = (tuple(numbers[key]) for key in ("goods", "vessels"))
    cells = [house.lattice.nearest(robot.start.x, robot.start.y) for robot in task.team]
    boxes = [things[number].box for number in (*goods, *vessels, *numbers["goal"])]
    cells += [house.lattice.nearest(box.x, box.y) for box in boxes]
    seconds = _TURNING * timing.of(ActionKind.MOVE_AHEAD) / timing.beat
    fields = [house.paths.distances([cell]) for cell in cells]
    first = len(task.team)
    hauls = Hauls(
        ways=[[seconds * float(field[cell]) for cell in cells] for field in fields],
        starts=tuple(range(first)),
        goods=tuple(range(first, first + len(goods))),
        vessels=tuple(range(first + len(goods), first + len(goods) + len(vessels))),
        room=min((furnishing.capacity(things[n].category) for n in vessels), default=0),
        hands=min(robot.hands for robot in task.team),
        taking=timing.of(ActionKind.PICK_UP) / timing.beat,
        loading=timing.of(ActionKind.PUT_DOWN) / timing.beat,
        putting=timing.of(ActionKind.PUT_DOWN) / timing.beat,
    )
    seed = f"{task.task_id}/{number}" if number else task.task_id
    found: dict[str, list[SubTask]] = {robot.name: [] for robot in task.team}
    for trip in plan_hauls(hauls, seed):
        names = [house.ids[goods[good]] for good in trip.goods]
        vessel = house.ids[vessels[trip.vessel]] if trip.vessel >= 0 else ""
        found[task.team[trip.robot].name] += _subtasks(names, vessel, hauls.room)
    return found


def _subtasks(goods: Sequence[str], vessel: str, room: int) -> list[SubTask]:
    """Return the sub-tasks of one trip."""
    loaded = list(goods[:room]) if vessel else []
    in_hand = [name for name in goods if name not in loaded]
    steps = [SubTask(SubTaskKind.TAKE, object_id=vessel)] if vessel else []
    for name in loaded:
        steps += [SubTask(SubTaskKind.LOAD, object_id=name, receptacle_id=vessel)]
    steps += [SubTask(SubTaskKind.TAKE, object_id=name) for name in in_hand]
    carried = [*reversed(in_hand), *([vessel] if vessel else [])]
    return steps + [SubTask(SubTaskKind.TRANSPORT, object_id=name) for name in carried]
