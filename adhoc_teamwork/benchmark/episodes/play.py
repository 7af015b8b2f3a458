# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play one episode: robots act step by step until all is tidy, none goes on, or time is up."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from adhoc_teamwork.benchmark.agents.air import HouseAir, find_air
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.lattice_skills.body import capability_of
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.agents.registry import (
    ALL_KNOWING,
    ALL_SEEING,
    NONE,
    ORACLE,
    asks_model,
    check_names,
)
from adhoc_teamwork.benchmark.agents.relay import Relay
from adhoc_teamwork.benchmark.episodes.cooperation import CooperationCount
from adhoc_teamwork.benchmark.episodes.recorder import Recorder
from adhoc_teamwork.benchmark.episodes.trace import Trace
from adhoc_teamwork.benchmark.episodes.waste import WasteCount
from adhoc_teamwork.benchmark.oracle.all_knowing import AllKnowing, all_knowing
from adhoc_teamwork.benchmark.oracle.oracle import oracle_result
from adhoc_teamwork.benchmark.store.episode import (
    AgentOutcome,
    Cooperation,
    EpisodeKey,
    EpisodeResult,
    ModelTime,
    Talk,
)
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.benchmark.tasks.task_check import check_task_in_house
from adhoc_teamwork.benchmark.tasks.taskset import task_house
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO
from adhoc_teamwork.teamwork.team.channel import OPEN

MakeController = Callable[[str, BenchRobot, BenchTask, HousePlan, Send, LlmSession], Controller]
"""Returns who acts for a robot; see `make_controller`."""
_HOUSES_KEPT = 4
_QUESTIONS = 12
"""How often a robot may ask its team within one step."""


def play(
    task: BenchTask,
    house_dir: Path,
    team: str,
    adhoc: str,
    t0: int,
    llm: str,
    channel: str = OPEN.name,
    trace: Trace | None = None,
) -> EpisodeResult:
    """Play an episode; the same arguments give the same result, whatever was played before.

    Args:
        task: What is to be tidied, and by whom.
        house_dir: The task set's folder.
        team: The teammates' policy.
        adhoc: The ad hoc robot's policy; "none" for the team alone, "all-seeing",
            "all-knowing" and "oracle" for the bounds.
        t0: Step at which the ad hoc robot joins.
        llm: Model of policies that ask one.
        channel: Name of what the team may say to each other, and over which radios (`agents.air`).
        trace: Is told what happens.

    Raises:
        ConfigError: A name is unknown, or the task does not fit its house.
    """
    check_names(team, adhoc)
    plan = house_plan(house_dir, task.house)
    check_task_in_house(task, plan.house.house)
    asked = llm if asks_model(team, adhoc) else ""
    key = EpisodeKey(task.task_id, team, adhoc, t0, asked, find_air(channel).name)
    timing = find_suite(task.suite).timing
    horizon = timing.horizon
    if not 0 <= t0 < horizon:
        raise ConfigError(
            f"--t0 {t0}: task {task.task_id}: expected a step from 0 to {horizon - 1}"
        )
    if adhoc in (ALL_SEEING, ALL_KNOWING, ORACLE) and task.assignment is not None:
        raise ConfigError(f"--adhoc {adhoc}: task {task.task_id}: it knows no task but tidying up")
    if adhoc == ORACLE:
        return oracle_result(key, task, plan.touch)
    minds = LlmSession(llm, find_air(channel).channel, task.task_id, timing.step_seconds)
    try:
        return Episode(key, task, plan, minds, trace).run()
    finally:
        minds.close()


@lru_cache(maxsize=_HOUSES_KEPT)
def house_plan(house_dir: Path, house: str) -> HousePlan:
    """Return a house of a task set, ready for step worlds."""
    return HousePlan(StepHouse.of(task_house(house_dir, house)))


def make_world(task: BenchTask, house: StepHouse) -> StepWorld:
    """Return the world in which a task begins.

    Raises:
        ConfigError: There is no such suite, the task does not fit the house, or its folder of
            config/tasks is wrong.
    """
    return find_suite(task.suite).world(task, house)


@dataclass
class Seat:
    """Hold a robot that takes part: who decides for it, and why it stopped, once it did."""

    robot: BenchRobot
    controller: Controller
    ad_hoc: bool
    stopped: str = ""


@dataclass
class Episode:
    """Run one episode from its start; use an instance once."""

    key: EpisodeKey
    task: BenchTask
    plan: HousePlan
    minds: LlmSession
    trace: Trace | None = None
    make: MakeController = make_controller
    seats: dict[str, Seat] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._air = find_air(self.key.channel)
        self._channel = self._air.channel
        self._world = make_world(self.task, self.plan.house)
        seed = f"{self.task.seed}/{self.task.task_id}/radio"
        walls = self.plan.house.house.walls
        carried = HouseAir(self._air.radio, walls, self._places, seed)
        self._relay = Relay(self._channel, carried.carries, lambda: self._world.step_count)
        is_to_tidy = self.task.assignment is None
        wanted = {item.object for item in self.task.misplaced} if is_to_tidy else None
        self._waste = WasteCount(self._world, wanted)
        self._cooperation = CooperationCount(self._world.terms.timing)
        self._joins = self.key.t0 if self.key.adhoc != NONE else -1
        self._recorder: Recorder | None = None
        if self.trace is not None:
            self.trace.key = self.key
            self._recorder = Recorder(self.trace, self._world, self.task)

    @property
    def world(self) -> StepWorld:
        """Return the world that it is played in."""
        return self._world

    def run(self) -> EpisodeResult:
        """Play to the end."""
        self._join(self.task.team, self.key.team, False)
        while not self._is_over():
            if (
                0 <= self._joins <= self._world.step_count
                and self.task.adhoc.name not in self.seats
            ):
                self._join((self.task.adhoc,), self.key.adhoc, True)
            self._step()
        return self._result()

    def _is_over(self) -> bool:
        world = self._world
        if world.success or world.is_time_up:
            return True
        if world.step_count <= self._joins or self._relay.is_busy:
            return False
        return all(s.stopped or s.controller.is_resting for s in self.seats.values())

    def _join(self, robots: tuple[BenchRobot, ...], policy: str, ad_hoc: bool) -> None:
        """Put robots into the house, then let them greet each other."""
        for robot in sorted(robots, key=lambda r: r.name):
            controller = self._controller(policy, robot)
            self._world.join(robot.name, robot)
            self._waste.joined(robot.name, capability_of(robot, self.plan.house))
            self._relay.attach(robot.name, controller.hear)
            self.seats[robot.name] = Seat(robot, controller, ad_hoc)
            if self._recorder:
                self._recorder.joined(robot.name, ad_hoc)
        for robot in sorted(robots, key=lambda r: r.name):
            self.seats[robot.name].controller.join(self._world.observe(robot.name))
            self._relay.deliver()
        if not self._channel.tells_history:
            self._answer({robot.name for robot in robots})

    def _answer(self, askers: set[str]) -> bool:
        """Let all others answer who has just joined or asked; return whether anybody did."""
        are_any = False
        for name in sorted(self.seats):
            if name not in askers and not self.seats[name].stopped:
                self.seats[name].controller.answer(self._world.clock)
                are_any |= self._relay.deliver()
        return are_any

    def _act(self, name: str) -> Action | None:
        """Return what a robot does in this step.

        Where histories come in answers, a robot that stands still for them hears them before it
        acts: talk takes no step (paper section IV-D.3).
        """
        controller, observation = self.seats[name].controller, self._world.observe(name)
        if self._relay.is_paying(name):
            # Who speaks does nothing else meanwhile; it listens, and may think of what to say next.
            self._relay.pay(name)
            controller.answer(self._world.clock)
            self._relay.deliver()
            return None
        action = controller.act(observation)
        self._relay.deliver()
        if self._channel.tells_history:
            return action
        for _ in range(_QUESTIONS):
            if action is not None or not controller.asks_team or not self._answer({name}):
                break
            action = controller.act(observation)
            self._relay.deliver()
        return action

    def _controller(self, policy: str, robot: BenchRobot) -> Controller:
        send = self._relay.send
        if policy in (ALL_KNOWING, ALL_SEEING):
            knows_homes = policy == ALL_KNOWING
            return all_knowing(
                robot, self.task, self.plan, send, self.minds, self._world, knows_homes
            )
        made = self.make(policy, robot, self.task, self.plan, send, self.minds)
        if find_suite(self.task.suite).bodies and isinstance(made, PlannerRobot):
            return AllKnowing(made, self._world)
        return made

    def _places(self) -> tuple[dict[str, tuple[float, float]], int]:
        poses = {name: self._world.pose(name) for name in self._world.robots}
        return {name: (pose.x, pose.y) for name, pose in poses.items()}, self._world.step_count

    def _step(self) -> None:
        self._relay.deliver()
        actions, speaking, passing = {}, set(), []
        for name in sorted(self.seats):
            seat = self.seats[name]
            if seat.stopped or not self._world.is_free(name):
                continue
            if self._relay.is_paying(name):
                speaking.add(name)
            action = self._act(name)
            if action is not None:
                actions[name] = action
            elif name not in speaking:
                passing.append(name)
            self._cooperation.doing(name, seat.controller.doing)
            if self._recorder:
                self._recorder.doing(name, seat.controller.doing)
        self._waste.before(actions, lambda name: self.seats[name].controller.subskill)
        self._cooperation.passes(passing)
        results = self._world.step(actions, speaking)
        self._waste.after()
        if self._recorder:
            self._recorder.stepped(actions, results)
        for name in sorted(actions):
            self._note_stop(self.seats[name], self._world.robot(name).stopped)

    def _note_stop(self, seat: Seat, stopped: str) -> None:
        if not stopped:
            return
        seat.stopped = stopped
        if self._recorder:
            self._recorder.stopped(seat.robot.name, stopped)
        self._relay.detach(seat.robot.name)
        seat.controller.leave(f"{seat.robot.name} acts no more: {stopped}.")
        self._relay.deliver()

    def _result(self) -> EpisodeResult:
        world, minds = self._world, self.minds
        outcomes = tuple(self._outcome(self.seats[name]) for name in sorted(self.seats))
        return EpisodeResult(
            key=self.key,
            success=world.success,
            tidied=len(world.tidied),
            total=len(world.parts),
            team_steps=world.step_count,
            agents=outcomes,
            tidied_at=tuple(sorted(world.tidied_at)),
            llm_calls=minds.calls,
            prompt_tokens=minds.prompt_tokens,
            completion_tokens=minds.completion_tokens,
            messages=self._relay.count,
            decisions=self._decisions(by_model=True),
            rule_decisions=self._decisions(by_model=False),
            talk=self._talk(),
            counts=self._counts(),
            cooperation=self._shared_work(),
            time=ModelTime(minds.seconds, minds.calls, minds.cached) if minds.calls else None,
        )

    def _talk(self) -> Talk | None:
        """Return what was said and what it cost; None where messages cost and lack nothing."""
        if not self._channel.lag and self._air.radio == PERFECT_RADIO:
            return None
        counts = self._relay.counts
        return Talk(counts.sent, counts.refused, self._relay.unheard, counts.bytes, counts.steps)

    def _counts(self) -> tuple[tuple[str, int], ...]:
        """Return what methods counted, of all robots together."""
        counts: Counter[str] = Counter()
        for seat in self.seats.values():
            counts.update(seat.controller.counts)
        return tuple(sorted(counts.items()))

    def _shared_work(self) -> Cooperation | None:
        if not self.task.suite:
            return None
        count = self._cooperation
        return Cooperation(count.subgoals, count.duplicated, count.idle)

    def _decisions(self, by_model: bool) -> int:
        """Return how many sub-tasks were decided for the robots that ask a model, or the others."""
        return sum(
            seat.controller.decisions
            for seat in self.seats.values()
            if asks_model(self.key.adhoc if seat.ad_hoc else self.key.team, NONE) is by_model
        )

    def _outcome(self, seat: Seat) -> AgentOutcome:
        state, robot = self._world.robot(seat.robot.name), seat.robot
        waste = self._waste.of(robot.name)
        ended = "done" if self._world.success else "horizon"
        if not self._world.success and not self._world.is_time_up:
            ended = "Stop"
        return AgentOutcome(
            name=robot.name,
            ad_hoc=seat.ad_hoc,
            can_manipulate=robot.can_manipulate,
            battery=robot.battery,
            joined=state.joined,
            steps=state.steps,
            stopped=seat.stopped or ended,
            path=round(state.path, 3),
            pickups=state.pickups,
            puts=state.puts,
            failures=state.failures,
            wasted_exploring=waste.exploring,
            needless_pickups=waste.pickups,
            needless_steps=waste.errands,
        )
