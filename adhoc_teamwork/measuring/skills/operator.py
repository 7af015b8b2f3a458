# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have one robot of a simulated house carry out one drawn call after the other."""

from collections.abc import Callable

import numpy as np

from adhoc_teamwork.measuring.skills.back_ends import SimulatorHand, SimulatorNavigator
from adhoc_teamwork.measuring.skills.belief import Belief
from adhoc_teamwork.measuring.skills.random_calls import RandomCalls
from adhoc_teamwork.measuring.skills.trial import Call, Sort, Trial
from adhoc_teamwork.measuring.skills.truth import Truth
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.places.eye import Eye
from adhoc_teamwork.skills.registry import all_skills
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.team.subskill import SkillResult

_LOOK_PERIOD = 0.5
"""Seconds between two pictures."""
_GRAPH_PERIOD = 1.0
"""Seconds between two scene graphs."""
_NEVER = -1.0
_LOST_STOP = 60.0
"""A robot that has not stopped so long after a cancel, seconds, counts as never stopping."""


class Operator:
    """Step one robot's executor and record what comes of each call.

    Args:
        simulator: In which the robot has joined.
        name: The robot's.
        quota: How many calls it carries out.
        rng: Where chance comes from.
        tell: Is told of each trial.
    """

    def __init__(
        self,
        simulator: Simulator,
        name: str,
        quota: int,
        rng: np.random.Generator,
        tell: Callable[[Trial], None],
    ) -> None:
        self._simulator, self._body = simulator, simulator.world.robots[name]
        card = self._body.card
        self._belief = Belief(simulator, Eye.of(card.capability), name)
        self._world = World(ground=self._belief.ground)
        robot = Robot(
            card,
            SimulatorNavigator(simulator, name),
            SimulatorHand(simulator, name, self._world.in_map),
            self._world,
            lambda: simulator.time,
        )
        self._executor = Executor(robot, all_skills())
        truth = Truth(simulator, self._body)
        self._calls = RandomCalls(truth, self._belief, rng).calls()
        self._left, self._tell = quota, tell
        self._call: Call | None = None
        self._result: SkillResult | None = None
        self._began = self._looked = self._graphed = 0.0
        self._cancelled = self._stood = _NEVER
        self._bumps: list[str] = []

    @property
    def done(self) -> bool:
        """Tell whether it has carried out all its calls."""
        return self._left <= 0 and self._call is None

    def step(self) -> None:
        """Bring the robot's world up to date and carry the call under way on."""
        if self.done:
            return
        self._perceive()
        if self._call is None:
            self._begin()
        if self._call is None:
            return
        now, call = self._simulator.time, self._call
        due = 0.0 < call.cancel_after <= now - self._began
        if due and self._cancelled == _NEVER and self._result is None:
            self._executor.cancel()
            self._cancelled = now
        if self._result is None:
            self._result = self._executor.step()
        if self._result is not None and self._stands():
            self._conclude(call, self._result)

    def watch(self, bumps: list[str]) -> None:
        """Take in what happened in one step of the simulation."""
        if self._call is None:
            return
        self._bumps += [bump for bump in bumps if bump not in self._bumps]
        still = self._body.speed == 0.0 and self._body.turn_rate == 0.0
        if self._cancelled >= 0.0 and self._stood == _NEVER and still:
            self._stood = self._simulator.time

    def _stands(self) -> bool:
        """Tell whether the robot stands after a cancel, if there was one."""
        overdue = self._simulator.time - self._cancelled > _LOST_STOP
        return self._cancelled == _NEVER or self._stood >= 0.0 or overdue

    def _begin(self) -> None:
        self._call = next(self._calls) if self._result is None else self._calls.send(self._result)
        self._began, self._result = self._simulator.time, None
        self._cancelled = self._stood = _NEVER
        self._bumps = []
        self._graph()
        self._executor.start(self._call.subskill, self._call.time_limit)

    def _conclude(self, call: Call, result: SkillResult) -> None:
        stopped = 0.0
        if self._cancelled >= 0.0:
            stopped = (self._stood if self._stood >= 0.0 else _LOST_STOP) - self._cancelled
        house = self._simulator.task.house
        name = self._body.name
        self._tell(Trial(house, name, call, result, max(0.0, stopped), tuple(self._bumps)))
        self._call = None
        self._left -= 1

    def _perceive(self) -> None:
        world, body, now = self._world, self._body, self._simulator.time
        world.pose, world.speed, world.turn_rate = body.pose, body.speed, body.turn_rate
        world.odometer = body.path_length
        others = (r for r in self._simulator.world.present() if r is not body)
        world.teammates = tuple(other.pose.point for other in others)
        exploring = self._call is not None and self._call.sort is Sort.EXPLORE
        if exploring and now - self._looked >= _LOOK_PERIOD:
            self._looked = now
            self._belief.look(body.pose)
        world.grid = self._belief.map()
        if now - self._graphed >= _GRAPH_PERIOD:
            self._graph()

    def _graph(self) -> None:
        self._graphed = self._simulator.time
        self._world.graph = self._belief.graph()
        self._world.grid = self._belief.map()
