# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What belongs to a suite and not to the benchmark: world, clock, horizon, hands, what counts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from adhoc_teamwork.benchmark.agents.llm_session import assigned_task
from adhoc_teamwork.benchmark.suites.errand_world import ErrandWorld
from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchTask
from adhoc_teamwork.simulation.evaluation.aims import CountedAims
from adhoc_teamwork.simulation.lattice.actions import Action, ActionResult
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import Observation, RobotSpec, StepRobot
from adhoc_teamwork.simulation.lattice.terms import Terms, Timing
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.rules.zone import Zone
from adhoc_teamwork.teamwork.geometry import Pose


class World(Protocol):
    """Be a world in which episodes are played: robots join, see and act until it is finished."""

    @property
    def step_count(self) -> int:
        """Return how many steps have begun, in the suite's unit."""

    @property
    def clock(self) -> int:
        """Return what robots' clocks show, seconds since the start."""

    @property
    def is_time_up(self) -> bool:
        """Tell whether the horizon is reached."""

    @property
    def success(self) -> bool:
        """Tell whether all parts of the task are done."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the task."""

    @property
    def tidied_at(self) -> tuple[tuple[str, int], ...]:
        """Return for each part that is done since which step it has been."""

    def join(self, name: str, spec: RobotSpec) -> StepRobot:
        """Add a robot at its start."""

    def is_free(self, name: str) -> bool:
        """Tell whether a robot's latest action is over, so that it can act now."""

    def observe(self, name: str) -> Observation:
        """Return what a robot perceives now."""

    def pose(self, name: str) -> Pose:
        """Return where a robot is, in `map`."""

    def step(
        self, actions: Mapping[str, Action], speaking: Collection[str] = ()
    ) -> dict[str, ActionResult]:
        """Let free robots act, and time pass until one is free again."""


@dataclass(frozen=True)
class Suite:
    """Say what holds in all tasks of a suite; as it stands it is the tidying-up benchmark's own.

    `timing` is of the world, `sees_rooms` whether robots see all that is in their room (else what
    their cameras show), `hands` how many each has. Where the suite is `rated`, results are told by
    the share of things that are there after some time, else by the steps until all are. Where it
    has `bodies`, tasks are made of errands for different bodies: robots know the scene, their
    skills try what they are told, and results are told by sub-goals.
    """

    name: str = ""
    timing: Timing = field(default_factory=lambda: Timing(HORIZON))
    sees_rooms: bool = False
    hands: int = 1
    rated: bool = False
    bodies: bool = False

    @property
    def horizon(self) -> int:
        """Return the steps after which an episode ends."""
        return self.timing.horizon

    @property
    def battery(self) -> int:
        """Return the battery that lasts for an episode, in seconds of robots' clocks."""
        return self.timing.end // self.timing.beat

    def world(self, task: BenchTask, house: StepHouse) -> StepWorld:
        """Return the world in which a task begins.

        Raises:
            ConfigError: The task does not fit the house, or its folder of config/tasks is wrong.
        """
        assignment = task.assignment
        if assignment is None:
            return StepWorld(house, task.misplaced, terms=Terms(self.timing))
        if assignment.errands:
            return ErrandWorld(house, task.misplaced, assignment.errands, Terms(self.timing))
        goal = assignment.goal
        categories = {thing.name: thing.category for thing in house.house.objects}
        return StepWorld(
            house,
            task.misplaced,
            aims=CountedAims(goal.wishes, categories),
            furnishing=assigned_task(assignment).furnishing,
            inside=assignment.inside,
            terms=Terms(self.timing, Zone.of(goal), self.sees_rooms),
        )
