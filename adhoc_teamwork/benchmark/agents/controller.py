# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robots of an episode have in common, whoever decides for them."""

from collections.abc import Callable, Mapping
from typing import Protocol

from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill

Send = Callable[[TeamMessage], None]


class Controller(Protocol):
    """Act for one robot; equal observations and messages give equal actions.

    `join` is called once, then `act` once a step for as long as the robot can act. Nothing is known
    of the world but the observations and what teammates say through `hear`.
    """

    @property
    def name(self) -> str:
        """Return the robot's name."""

    @property
    def is_resting(self) -> bool:
        """Tell whether it has nothing to do unless something new is heard or seen."""

    @property
    def doing(self) -> str:
        """Return the present sub-task in the prompt's notation, or an empty string."""

    @property
    def subskill(self) -> SubSkill | None:
        """Return the sub-skill under way, or None."""

    @property
    def decisions(self) -> int:
        """Return how many sub-tasks were decided for it so far, taken up or not."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Return what its method has counted so far, by name."""

    def join(self, observation: Observation) -> None:
        """Take in where the robot is and say hello to the team."""

    def act(self, observation: Observation) -> Action | None:
        """Return what to do in this step; None to let it pass."""

    def hear(self, message: TeamMessage) -> None:
        """Take in what a teammate says."""

    @property
    def asks_team(self) -> bool:
        """Tell whether it stands still until its teammates answer what it has just asked."""

    def answer(self, step: int) -> None:
        """Take in what was heard and answer, before anybody acts in a step; do nothing else."""

    def leave(self, why: str) -> None:
        """Say goodbye: the robot acts no more."""


def clock_of(observation: Observation) -> float:
    """Return the time of a robot's clock, in seconds: a step takes one, the first begins at 1."""
    return clock_at(observation.step)


def clock_at(step: int) -> float:
    """Return the time of robots' clocks in a step, in seconds."""
    return step + 1.0
