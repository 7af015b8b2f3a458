# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What decisions on sub-tasks are made of, whoever makes them: dialogue, guard, decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.form import Ending
from adhoc_teamwork.teamwork.team.subtask import SubTask

UNDER_WAY = 0
"""No intent has this id."""

Guard = Callable[[PlannerView, SubTask], str | None]
"""Says in one sentence why a sub-task cannot be taken up as things are, or None."""


class NoReasonableSubTaskError(Exception):
    """Say that every candidate of every round was found unreasonable; `rejected` says why."""

    def __init__(self, rejected: Sequence[tuple[SubTask, str]]) -> None:
        super().__init__("; ".join(f"{subtask}: {reason}" for subtask, reason in rejected))
        self.rejected = dict(rejected)


@dataclass(frozen=True)
class Objection:
    """Hold why a teammate thinks that an intent of this robot conflicts with the team's work."""

    teammate: str
    reason: str


class SubTaskLeftError(Exception):
    """Say that the next sub-skill serves another sub-task than the present one."""


class Dialogue(Protocol):
    """How one decision talks with the team and looks at the world, over ROS or in a benchmark.

    A decision is `in_haste` where the robot stands and waits for it, or has found something better
    than what it does.
    """

    in_haste: bool

    def view(self) -> PlannerView:
        """Return what the robot knows now."""

    def propose(self, subtask: SubTask, reason: str) -> int:
        """Broadcast an intention; return its intent id."""

    async def replies(self, intent_id: int) -> None:
        """Wait until every present teammate has answered, or for a bounded time."""

    def withdraw(self, intent_id: int, reason: str) -> None:
        """Broadcast that a proposed intention is given up."""

    def objections(self, intent_id: int) -> tuple[Objection, ...]:
        """Return what teammates have objected to this robot's intent so far, by name."""

    async def confer(self, openers: Sequence[str]) -> Ending:
        """Have the team settle what concerns all of it; return how that ended.

        Args:
            openers: Who is to open the conversation where none is open, the first that is there.

        Raises:
            ValueError: The policy has no method to talk by.
        """

    def call(self, openers: Sequence[str]) -> None:
        """Have the team settle what concerns all of it, while the robot goes on; see `confer`.

        Once it has ended the robot thinks again of what it does.
        """

    def settled(self) -> Ending | None:
        """Return how the latest conversation ended; None while one lasts, and before the first."""

    async def moment(self) -> None:
        """Wait until something may have changed: a message has come, or time has passed."""

    def say(self, text: str) -> None:
        """Say something in words to everyone, as far as the channel carries it."""

    def object_to(self, teammate: str, intent_id: int, reason: str) -> None:
        """Tell a teammate that its intent conflicts with the team's work, and why."""


@dataclass(frozen=True)
class Decision:
    """Hold a sub-task that was found reasonable; its intent is proposed, not yet taken up.

    `intent_id` is `UNDER_WAY` where the present sub-task is to go on.
    """

    subtask: SubTask
    intent_id: int
    reason: str
